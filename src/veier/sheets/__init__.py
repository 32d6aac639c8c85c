"""Sheets to print, in exact millimetres: sets to cut out and play, records, positions, puzzles.

A page is SVG in millimetres, made of the same drawings as every other picture; PDF and previews are made from it.
"""

from __future__ import annotations

from veier.sheets.page import PAPERS, Page, PaperName
from veier.sheets.sets import is_two_sided, more_parts_of, parts_of, set_pages, set_pdf
from veier.sheets.settings import PARTS, Duplex, Part, PrintSettings, read_parts
from veier.view.palette import EDITIONS

__all__ = [
    "EDITIONS",
    "PAPERS",
    "PARTS",
    "Duplex",
    "Page",
    "PaperName",
    "Part",
    "PrintSettings",
    "is_two_sided",
    "more_parts_of",
    "parts_of",
    "read_parts",
    "set_pages",
    "set_pdf",
]
