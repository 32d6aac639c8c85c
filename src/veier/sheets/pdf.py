"""Pages as PDF: each page's SVG is drawn with reportlab, in exact millimetres, with embedded fonts.

`svg_to_pdf` supports what the drawings of this project use: groups, shapes, paths, gradients, patterns, text.
The output is deterministic: the same pages give the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from xml.etree import ElementTree

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from veier.sheets import fonts
from veier.sheets.page import Page
from veier.sheets.svg_to_pdf import SvgRenderer


def to_pdf(pages: Sequence[Page], title: str, language: str, author: str = "") -> bytes:
    """Return pages as a PDF document."""
    fonts.register()
    written = BytesIO()
    canvas = Canvas(written, invariant=1, pageCompression=1, lang=language)
    canvas.setTitle(title)
    canvas.setAuthor(author)
    canvas.setCreator("veier")
    canvas.setViewerPreference("PrintScaling", "None")
    for page in pages:
        canvas.setPageSize((page.width * mm, page.height * mm))
        # Millimetres from the upper left corner downwards, as in SVG.
        canvas.transform(mm, 0, 0, -mm, 0, page.height * mm)
        SvgRenderer(canvas, ElementTree.fromstring(page.svg())).draw()
        canvas.showPage()
    canvas.save()
    return written.getvalue()
