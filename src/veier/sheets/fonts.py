"""The fonts of printed sheets: which one a style needs, their registration, and the width of text."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from typing import Literal

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

# The same fonts that PNG pictures use: Veier Book for titles, Open Sans for everything else.
Font = Literal["OpenSans-Regular", "OpenSans-Italic", "OpenSans-Bold", "VeierBook-Bold"]
FONTS: tuple[Font, ...] = ("OpenSans-Regular", "OpenSans-Italic", "OpenSans-Bold", "VeierBook-Bold")


@cache
def register() -> None:
    """Register the fonts with reportlab, which embeds the glyphs that a document uses."""
    for font in FONTS:
        with as_file(files("veier.view") / "fonts" / f"{font}.ttf") as path:
            pdfmetrics.registerFont(TTFont(font, path))


def find_font(family: str, weight: str, style: str) -> Font:
    """Return the font for the family, weight and style of an SVG text."""
    if family.rstrip().endswith(",serif") or family == "Veier Book":
        return "VeierBook-Bold"
    if int(weight) >= 600:
        return "OpenSans-Bold"
    return "OpenSans-Italic" if style == "italic" else "OpenSans-Regular"


def text_width(text: str, font: Font, size: float) -> float:
    """Return the width of a text, in the unit of its size."""
    register()
    return float(pdfmetrics.stringWidth(text, font, size))
