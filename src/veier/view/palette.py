"""The colours of the table as data, by day and by night; every drawing takes its colours from here.

In the dark the room goes out and the lamp stays on the board: the wood dims a little and the stones keep
their colours, so a picture reads the same in both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from veier.view.model import Colour

Theme = Literal["light", "dark"]


@dataclass(frozen=True, slots=True)
class Shades:
    """One player's colour: the body, its light and dark end, and the rim that holds the contrast."""

    body: str
    light: str
    dark: str
    rim: str


@dataclass(frozen=True, slots=True)
class Palette:
    """All colours that a picture of a board needs."""

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
    mark: str = "#fdf5e4"
    case: str = "#fff9ec"
    shade: str = "#3a2207"
    sheet: str = "#fdfdf9"
    sheet_grid: str = "#9fb4c4"
    # The sheet stays pale at night, so what is written on it stays dark.
    sheet_ink: str = "#46545a"


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

PALETTES: Mapping[Theme, Palette] = {"light": LIGHT, "dark": DARK}
