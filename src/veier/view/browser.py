"""The look of boards for the browser: colours as custom properties, definitions, shapes and sizes.

The page draws boards itself, because pieces move and marks follow the pointer. It takes the look of things from here:
a style sheet with the colours of the light and the dark palette, and a module with the definitions, the shapes with
placeholders in braces for coordinates and player colours, and the sizes that the page's geometry needs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from inspect import getmembers, isfunction, signature
from typing import Any

from veier.view import shapes
from veier.view.definitions import COLOURS, HEXAGON_RADIUS, all_definitions
from veier.view.markup import CAPITALS, Look
from veier.view.palette import DARK, LIGHT, Palette, Shades

_PREFIX = "veier-"
_SIZES = {
    "arrowHead": shapes.ARROW_HEAD,
    "capitals": CAPITALS,
    "hexagonMargin": shapes.HEXAGON_MARGIN,
    "hexagonRadius": HEXAGON_RADIUS,
    "hexagonStoneScale": shapes.HEXAGON_STONE_SCALE,
    "cornerRadius": shapes.CORNER_RADIUS,
    "veilMargin": shapes.VEIL_MARGIN,
    "veilRadius": shapes.VEIL_RADIUS,
    "faces": {
        kind: dict(zip(("x", "y", "width", "height", "rx"), face, strict=True)) for kind, face in shapes.FACES.items()
    },
    "lastMargin": shapes.LAST_MARGIN,
    "lineStop": shapes.LINE_STOP,
    "rowMargin": shapes.ROW_MARGIN,
    "stepNumber": shapes.STEP_NUMBER_SIZE,
    "labels": {"cell": shapes.LABEL_SIZE, "field": shapes.LABEL_SIZE + shapes.FIELD_LABEL_EXTRA},
}


def palette_css() -> str:
    """Return the style sheet that defines the colours of both themes, and how large coordinates are on phones."""
    night = dict(_colours(DARK))
    values = {name: day if day == night[name] else f"light-dark({day}, {night[name]})" for name, day in _colours(LIGHT)}
    values[_property("large_cell_label")] = f"{shapes.LARGE_LABEL_SIZE:g}px"
    values[_property("large_field_label")] = f"{shapes.LARGE_LABEL_SIZE + shapes.FIELD_LABEL_EXTRA:g}px"
    lines = (f"  {name}: {value};\n" for name, value in values.items())
    return f":root {{\n{''.join(lines)}}}\n"


def look_module() -> str:
    """Return the ES module that exports DEFINITIONS, SHAPES and SIZES."""
    look = Look(_page_palette(), _PREFIX, book_font="var(--book)", ui_font="var(--ui)")
    exports = {
        "DEFINITIONS": "".join(text for _, text in all_definitions(look)),
        "SHAPES": {name: _template(shape, look) for name, shape in _shapes()},
        "SIZES": _SIZES,
    }
    return "".join(f"export const {name} = {json.dumps(value)};\n" for name, value in exports.items())


def _shapes() -> list[tuple[str, Callable[..., str]]]:
    """List the public functions of `shapes.py`."""
    functions = getmembers(shapes, isfunction)
    return [(name, f) for name, f in functions if f.__module__ == shapes.__name__ and not name.startswith("_")]


def _template(shape: Callable[..., str], look: Look) -> str:
    _, *names = signature(shape).parameters
    return shape(look, **{name: f"{{{name}}}" for name in names})


def _page_palette() -> Palette:
    """Return a palette whose colours refer to the style sheet; the player "{colour}" is a placeholder too."""

    def references(colours: Palette | Shades, player: str | None = None) -> dict[str, Any]:
        return {name: f"var({_property(name, player)})" for name, _ in _texts(colours)}

    shades = LIGHT.players["red"]
    players: Any = {player: replace(shades, **references(shades, player)) for player in (*COLOURS, "{colour}")}
    return replace(LIGHT, players=players, **references(LIGHT))


def _colours(palette: Palette) -> Iterable[tuple[str, str]]:
    yield from ((_property(name), colour) for name, colour in _texts(palette))
    for player, shades in palette.players.items():
        yield from ((_property(name, player), colour) for name, colour in _texts(shades))


def _texts(colours: Palette | Shades) -> list[tuple[str, str]]:
    """List the fields that are colours, with their names."""
    values = ((field.name, getattr(colours, field.name)) for field in fields(colours))
    return [(name, value) for name, value in values if isinstance(value, str)]


def _property(name: str, player: str | None = None) -> str:
    """Return the custom property of a colour: `frame_light` is --veier-frame-light, Red's body --veier-red."""
    parts = [player, None if player and name == "body" else name.replace("_", "-")]
    return f"--{_PREFIX}{'-'.join(part for part in parts if part)}"
