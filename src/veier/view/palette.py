"""The colours of the table as data, by day, by night and on paper; every drawing takes its colours from here.

In the dark the room goes out and the lamp stays on the board: the wood dims a little and the stones keep
their colours, so a picture reads the same in both. On paper nothing casts a shadow; where ink is saved, or where
there is only black, things are drawn in outline and stones differ by their marks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from veier.view.model import Colour

Theme = Literal["light", "dark"]
Edition = Literal["colour", "ink-saving", "black-and-white"]
EDITIONS: tuple[Edition, ...] = ("colour", "ink-saving", "black-and-white")


@dataclass(frozen=True, slots=True)
class Shades:
    """One player's colour: the body, its light and dark end, the rim that holds the contrast, the mark on it.

    A stone with a `plain` fill has no gradient: its edge has the body's colour.
    """

    body: str
    light: str
    dark: str
    rim: str
    mark: str = "#fdf5e4"
    plain: str | None = None


@dataclass(frozen=True, slots=True)
class Palette:
    """All colours that a picture of a board needs.

    flat     nothing has a thickness or a shadow: for paper
    outline  the colour of the lines around boards, fields and pieces, where their fills are alike
    """

    players: Mapping[Colour, Shades]
    frame_light: str = "#d8b583"
    frame_dark: str = "#bf9560"
    frame_side: str = "#8d6535"
    frame_ink: str = "#422a0f"
    field_light: str = "#dfc293"
    field: str = "#d7b784"
    field_dark: str = "#cba76f"
    field_lip: str = "#efd9b0"
    dimple: str = "#b48f5b"
    tile_light: str = "#fbf2df"
    tile_dark: str = "#f0dfbe"
    tile_side: str = "#b99763"
    tile_line: str = "#d8c196"
    case: str = "#fff9ec"
    shade: str = "#3a2207"
    sheet: str = "#fdfdf9"
    sheet_grid: str = "#9fb4c4"
    # The sheet stays pale at night, so what is written on it stays dark.
    sheet_ink: str = "#46545a"
    # For what people draw on a board and what belongs to no player.
    green: str = "#1f6b3a"
    flat: bool = False
    outline: str | None = None


_RED = Shades("#bb2c20", "#d6513f", "#92190f", "#6f110a")
_BROWN = Shades("#55321a", "#7a5132", "#3a1f0d", "#2a1508")
_BLUE = Shades("#1f50a0", "#3f74c6", "#123a7c", "#0c2a5e")
_DIM_RED = replace(_RED, body="#ad2419", light="#cb4636")

LIGHT = Palette({"red": _RED, "brown": _BROWN, "blue": _BLUE})

DARK = Palette(
    {"red": _DIM_RED, "brown": _BROWN, "blue": _BLUE},
    frame_light="#b58d5b",
    frame_dark="#9c7544",
    frame_side="#553b1d",
    frame_ink="#160c04",
    field_light="#d0b283",
    field="#c9aa78",
    field_dark="#bc9a66",
    field_lip="#d9bd8c",
    dimple="#a1804f",
    tile_light="#f1e5cb",
    tile_dark="#e3cfa9",
    tile_side="#a3824f",
    tile_line="#cbb388",
    sheet="#e3e3da",
    sheet_grid="#92a5b3",
)

COLOUR = replace(LIGHT, flat=True, sheet="#ffffff")


def _drawn_in(ink: str, soft: str, stones: Mapping[Colour, Shades]) -> Palette:
    """Return a palette of lines on bare paper: `ink` for what must be read, `soft` for what may be faint."""
    white = "#ffffff"
    return Palette(
        stones,
        frame_light=white,
        frame_dark=white,
        frame_side=ink,
        frame_ink=ink,
        field_light=white,
        field=white,
        field_dark=white,
        field_lip=white,
        dimple=soft,
        tile_light=white,
        tile_dark=white,
        tile_side=soft,
        tile_line=soft,
        case=white,
        sheet=white,
        sheet_grid=soft,
        sheet_ink=ink,
        green=ink,
        flat=True,
        outline=soft,
    )


def _hollow(shades: Shades) -> Shades:
    return replace(shades, mark=shades.body, plain="#ffffff")


_BLACK = Shades("#000000", "#000000", "#000000", "#000000")
_FULL = replace(_BLACK, mark="#ffffff", plain="#000000")

INK_SAVING = _drawn_in("#46545a", "#a3aaa6", {colour: _hollow(shades) for colour, shades in LIGHT.players.items()})
BLACK_AND_WHITE = _drawn_in("#000000", "#7a7a7a", {"red": _FULL, "brown": _hollow(_BLACK), "blue": _hollow(_BLACK)})

PALETTES: Mapping[Theme | Edition, Palette] = {
    "light": LIGHT,
    "dark": DARK,
    "colour": COLOUR,
    "ink-saving": INK_SAVING,
    "black-and-white": BLACK_AND_WHITE,
}
