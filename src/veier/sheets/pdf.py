"""Pages as PDF: each page's SVG is drawn in exact millimetres, with embedded fonts.

`svg_to_pdf` supports what the drawings of this project use: groups, shapes, paths, gradients, patterns, text.
The output is deterministic: the same pages give the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from xml.etree import ElementTree

import pydyf

from veier.sheets.page import Page
from veier.sheets.pdf_resources import Resources
from veier.sheets.svg_to_pdf import SvgRenderer

_MILLIMETRE = 72 / 25.4  # In points, the unit of PDF.


def to_pdf(pages: Sequence[Page], title: str, language: str, author: str = "") -> bytes:
    """Return pages as a PDF document."""
    pdf, resources = pydyf.PDF(), Resources()
    pdf.info["Title"] = pydyf.String(title)
    if author:
        pdf.info["Author"] = pydyf.String(author)
    pdf.info["Creator"] = pydyf.String("veier")
    pdf.catalog["Lang"] = pydyf.String(language)
    pdf.catalog["ViewerPreferences"] = "<</PrintScaling /None>>"
    drawn = [_content(page, resources) for page in pages]
    resources.add_to(pdf)
    for page, content in zip(pages, drawn, strict=True):
        pdf.add_object(content)
        pdf.add_page(_described(page, content, pdf, resources))
    written = BytesIO()
    pdf.write(written, compress=True)
    return written.getvalue()


def _content(page: Page, resources: Resources) -> pydyf.Stream:
    content = pydyf.Stream(compress=True)
    # Millimetres from the upper left corner downwards, as in SVG.
    content.set_matrix(_MILLIMETRE, 0, 0, -_MILLIMETRE, 0, page.height * _MILLIMETRE)
    SvgRenderer(content, resources, ElementTree.fromstring(page.svg())).draw()
    return content


def _described(page: Page, content: pydyf.Stream, pdf: pydyf.PDF, resources: Resources) -> pydyf.Dictionary:
    return pydyf.Dictionary(
        {
            "Type": "/Page",
            "Parent": pdf.pages.reference,
            "MediaBox": pydyf.Array([0, 0, page.width * _MILLIMETRE, page.height * _MILLIMETRE]),
            "Resources": resources.dictionary.reference,
            "Contents": content.reference,
        }
    )
