"""The fonts of printed sheets: which file a style needs, registered once, and how wide a text will be."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from typing import Literal

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

# The same faces that PNG pictures use: Book for titles, the others for all else.
Font = Literal["OpenSans-Regular", "OpenSans-Italic", "OpenSans-Bold", "VeierBook-Bold"]
FONTS: tuple[Font, ...] = ("OpenSans-Regular", "OpenSans-Italic", "OpenSans-Bold", "VeierBook-Bold")


@cache
def register() -> None:
    """Make the faces known to reportlab; it embeds the letters that a document uses."""
    for font in FONTS:
        with as_file(files("veier.view") / "fonts" / f"{font}.ttf") as path:
            pdfmetrics.registerFont(TTFont(font, path))


def find_font(family: str, weight: str, style: str) -> Font:
    """Choose the font for the family, weight and style of an SVG text."""
    if family.rstrip().endswith(",serif") or family == "Veier Book":
        return "VeierBook-Bold"
    if int(weight) >= 600:
        return "OpenSans-Bold"
    return "OpenSans-Italic" if style == "italic" else "OpenSans-Regular"


def text_width(text: str, font: Font, size: float) -> float:
    """Measure a text in the unit of its size."""
    register()
    return float(pdfmetrics.stringWidth(text, font, size))
