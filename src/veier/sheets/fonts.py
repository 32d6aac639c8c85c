"""The fonts of printed sheets: which one a style needs, and the width of text."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

from veier.sheets.truetype import TrueType

# The same fonts that PNG pictures use: Veier Book for titles, Open Sans for everything else.
Font = Literal["OpenSans-Regular", "OpenSans-Italic", "OpenSans-Bold", "VeierBook-Bold"]


@cache
def load(font: Font) -> TrueType:
    """Read a font's file, once."""
    return TrueType((files("veier.view") / "fonts" / f"{font}.ttf").read_bytes())


def find_font(family: str, weight: str, style: str) -> Font:
    """Return the font for the family, weight and style of an SVG text."""
    if family.rstrip().endswith(",serif") or family == "Veier Book":
        return "VeierBook-Bold"
    if int(weight) >= 600:
        return "OpenSans-Bold"
    return "OpenSans-Italic" if style == "italic" else "OpenSans-Regular"


def text_width(text: str, font: Font, size: float) -> float:
    """Return the width of a text, in the unit of its size."""
    return load(font).width(text) * size / 1000
