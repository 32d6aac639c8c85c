"""The board in full size, on one sheet or on several that are joined along its lines."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from veier.sheets.footer import draw_footer
from veier.sheets.page import Page
from veier.sheets.seams import Seam, Window, choose_seams, windows
from veier.sheets.settings import PrintSettings
from veier.sheets.text import INK
from veier.view import View
from veier.view.markup import Attributes, element, group, number
from veier.view.outline import Box, box_around, path_through
from veier.view.surfaces import board_outline
from veier.view.svg import draw_board

# The width of the strip that neighbouring sheets share, beyond the bends of their seam.
OVERLAP = 10.0
# A cross beside the board: its distance from the edge, and the length of its arms.
_ASIDE, _ARM = 2.0, 2.0


def board_pages(view: View, settings: PrintSettings, title: str) -> list[Page]:
    """Return the pages of a board with what lies on it."""
    scale, outline = settings.scale(view), box_around(board_outline(view))
    area, overlap = settings.area, OVERLAP / scale
    across, down = (
        choose_seams(view, 0, area.width / scale, overlap),
        choose_seams(view, 1, area.height / scale, overlap),
    )
    columns = _on_paper(windows(across, 0, (outline.left, outline.right), overlap), outline.left, scale)
    rows = _on_paper(windows(down, 1, (outline.top, outline.bottom), overlap), outline.top, scale)
    drawing = group(
        draw_board(settings.look, view, large_labels=False),
        _draw_seams([*across, *down], scale),
        transform=f"scale({scale:.6g}) translate({number(-outline.left)} {number(-outline.top)})",
    )
    drawing += _crosses(across, down, outline, scale)
    pages = []
    sheets = list(product(rows, columns))
    for index, (row, column) in enumerate(sheets):
        place = settings.translate("print.sheet_of", number=index + 1, count=len(sheets)) if len(sheets) > 1 else ""
        foot = draw_footer(settings, title, settings.translate("print.page.board"), place)
        pages.append(settings.page(_window(area, column, row, drawing) + foot))
    return pages


def _on_paper(parts: Sequence[Window], start: float, scale: float) -> list[Window]:
    """Return windows in millimetres from the edge of the board."""
    return [(scale * (low - start), scale * (high - start)) for low, high in parts]


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


def _draw_seams(seams: Sequence[Seam], scale: float) -> str:
    """Draw the fine lines to cut along."""
    path = "".join(path_through(seam) for seam in seams)
    return element("path", d=path, fill="none", stroke=INK, stroke_width=0.2 / scale) if path else ""


def _crosses(across: Sequence[Seam], down: Sequence[Seam], outline: Box, scale: float) -> str:
    """Mark both ends of each seam beside the board."""
    width, height = outline.width * scale, outline.height * scale
    places = [((seam[0][0] - outline.left) * scale, -_ASIDE) for seam in across]
    places += [((seam[-1][0] - outline.left) * scale, height + _ASIDE) for seam in across]
    places += [(-_ASIDE, (seam[0][1] - outline.top) * scale) for seam in down]
    places += [(width + _ASIDE, (seam[-1][1] - outline.top) * scale) for seam in down]
    arms = "".join(
        f"M{number(x - _ARM)} {number(y)}H{number(x + _ARM)}M{number(x)} {number(y - _ARM)}V{number(y + _ARM)}"
        for x, y in places
    )
    return element("path", d=arms, fill="none", stroke=INK, stroke_width=0.2) if arms else ""
