"""The board in full size, on one page or on several that are joined at crosses."""

from __future__ import annotations

from itertools import product
from math import ceil

from veier.sheets.footer import draw_footer
from veier.sheets.page import Page
from veier.sheets.settings import PrintSettings
from veier.sheets.text import INK
from veier.view import View
from veier.view.markup import Attributes, element, group, number
from veier.view.outline import Box, box_around
from veier.view.surfaces import board_outline
from veier.view.svg import draw_board

# The width of the strip that neighbouring sheets share.
OVERLAP = 10.0
# A cross beside the board: its distance from the edge, and the length of its arms.
_ASIDE, _ARM = 2.0, 2.0

Window = tuple[float, float]


def board_pages(view: View, settings: PrintSettings, title: str) -> list[Page]:
    """Return the pages of a board with what lies on it."""
    scale, outline = settings.scale(view), box_around(board_outline(view))
    width, height = outline.width * scale, outline.height * scale
    columns, rows = windows(width, settings.area.width), windows(height, settings.area.height)
    drawing = group(
        draw_board(settings.look, view, large_labels=False),
        transform=f"scale({scale:.6g}) translate({number(-outline.left)} {number(-outline.top)})",
    )
    drawing += _crosses(_seams(width, columns), _seams(height, rows), (width, height))
    pages = []
    sheets = list(product(rows, columns))
    for index, (row, column) in enumerate(sheets):
        place = settings.translate("print.sheet_of", number=index + 1, count=len(sheets)) if len(sheets) > 1 else ""
        foot = draw_footer(settings, title, settings.translate("print.page.board"), place)
        pages.append(settings.page(_window(settings.area, column, row, drawing) + foot))
    return pages


def windows(length: float, room: float) -> list[Window]:
    """Cut a length into windows, each from and to, that fit a page; neighbours share the overlap."""
    if length <= room + 1e-6:
        return [(0.0, length)]
    count = ceil(length / (room - OVERLAP))
    part = length / count
    half = OVERLAP / 2
    return [(max(0.0, k * part - half), min(length, (k + 1) * part + half)) for k in range(count)]


def _seams(length: float, cut: list[Window]) -> list[float]:
    """Return where neighbours meet: in the middle of the strip that they share."""
    return [length * k / len(cut) for k in range(1, len(cut))]


def _window(area: Box, column: Window, row: Window, drawing: str) -> str:
    """Draw a window of the drawing in the middle of the page."""
    width, height = column[1] - column[0], row[1] - row[0]
    x, y = area.left + (area.width - width) / 2, area.top + (area.height - height) / 2
    # Crosses are a little outside of the board.
    slack = _ASIDE + _ARM + 0.2
    hole: Attributes = {"x": x - slack, "y": y - slack, "width": width + 2 * slack, "height": height + 2 * slack}
    clip = element("clipPath", element("rect", **hole), id="window")
    moved = group(drawing, transform=f"translate({number(x - column[0])} {number(y - row[0])})")
    return clip + group(moved, clip_path="url(#window)")


def _crosses(across: list[float], down: list[float], size: tuple[float, float]) -> str:
    """Mark the seams: beside the board at both ends of each, and where two of them meet."""
    width, height = size
    places = [(x, y) for x in across for y in (-_ASIDE, height + _ASIDE, *down)]
    places += [(x, y) for y in down for x in (-_ASIDE, width + _ASIDE)]
    arms = "".join(
        f"M{number(x - _ARM)} {number(y)}H{number(x + _ARM)}M{number(x)} {number(y - _ARM)}V{number(y + _ARM)}"
        for x, y in places
    )
    return element("path", d=arms, fill="none", stroke=INK, stroke_width=0.2) if arms else ""
