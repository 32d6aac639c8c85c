"""What a screen draws: the View as plain data, and its drawings (SVG, PNG, terminal).

Imports nothing of veier.
"""

from __future__ import annotations

from .model import (
    Cell,
    Choice,
    Colour,
    Field,
    Label,
    Plate,
    Point,
    RowMark,
    Slot,
    SquareMark,
    Stone,
    Surface,
    Tray,
    View,
)
from .palette import Theme
from .png import png
from .svg import svg
from .terminal import draw, to_rich, to_text

__all__ = [
    "Cell",
    "Choice",
    "Colour",
    "Field",
    "Label",
    "Plate",
    "Point",
    "RowMark",
    "Slot",
    "SquareMark",
    "Stone",
    "Surface",
    "Theme",
    "Tray",
    "View",
    "draw",
    "png",
    "svg",
    "to_rich",
    "to_text",
]
