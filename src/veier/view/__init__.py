"""What a screen draws: the View as plain data, and its drawings (SVG, PNG, terminal).

Imports nothing of veier.
"""

from __future__ import annotations

from veier.view.model import (
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
from veier.view.palette import Edition, Theme
from veier.view.png import to_png
from veier.view.svg import to_svg
from veier.view.terminal import draw, to_styled, to_text

__all__ = [
    "Cell",
    "Choice",
    "Colour",
    "Edition",
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
    "to_png",
    "to_styled",
    "to_svg",
    "to_text",
]
