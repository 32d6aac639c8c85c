"""Sheets to print, in exact millimetres: sets to cut out and play, records, positions, puzzles.

A page is SVG in millimetres, made of the same drawings as every other picture; PDF and previews are made from it.
"""

from __future__ import annotations

from veier.sheets.contents import Contents, combined_games, contents_of, more_parts_of, parts_of, set_name
from veier.sheets.page import PAPERS, Page, PaperName
from veier.sheets.sets import set_pages, set_pdf
from veier.sheets.settings import PARTS, Duplex, Part, PrintSettings, read_parts
from veier.view.palette import EDITIONS

__all__ = [
    "EDITIONS",
    "PAPERS",
    "PARTS",
    "Contents",
    "Duplex",
    "Page",
    "PaperName",
    "Part",
    "PrintSettings",
    "combined_games",
    "contents_of",
    "more_parts_of",
    "parts_of",
    "read_parts",
    "set_name",
    "set_pages",
    "set_pdf",
]
