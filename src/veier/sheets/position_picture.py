"""A position as a PDF picture for an article: as large as its drawing, with vector graphics and text."""

from __future__ import annotations

from veier.sheets.page import Page
from veier.sheets.pdf import to_pdf
from veier.view import Edition, Theme, View
from veier.view.markup import Look, group, number
from veier.view.svg import draw_picture

# Narrower pictures have larger coordinates, in millimetres.
_SMALL = 90.0


def position_pdf(view: View, *, width: float = 120, theme: Theme | Edition = "light", trays: bool = False) -> bytes:
    """Return a View as PDF, `width` millimetres wide."""
    look = Look.of(theme)
    drawing, box = draw_picture(look, view, trays=trays, small=width < _SMALL)
    scale = width / box.width
    moved = f"scale({scale:.6g}) translate({number(-box.left)} {number(-box.top)})"
    return to_pdf([Page(width, box.height * scale, group(drawing, transform=moved), look)], view.title, "en")
