"""Sheets to play on with pencils: several empty boards per page, with lines for names, date and result."""

from __future__ import annotations

from collections.abc import Sequence

from veier.sheets.footer import draw_footer
from veier.sheets.page import Page
from veier.sheets.settings import PrintSettings
from veier.sheets.text import INK, QUIET, Run, draw_line, width_of
from veier.view import Colour, View
from veier.view.markup import element, group, number
from veier.view.outline import Box, box_around
from veier.view.surfaces import board_outline
from veier.view.svg import draw_board

# Columns and rows of boards on a page.
_GRID, _LARGE_GRID = (2, 3), (1, 2)
_GUTTER = 6.0


def boards_on_page(settings: PrintSettings) -> int:
    """Return the number of games on a page."""
    columns, rows = _LARGE_GRID if settings.large else _GRID
    return columns * rows


def pencil_pages(view: View, settings: PrintSettings, title: str) -> list[Page]:
    """Return one page, to be printed as often as needed."""
    columns, rows = _LARGE_GRID if settings.large else _GRID
    area = settings.area
    width, height = (area.width - _GUTTER * (columns - 1)) / columns, (area.height - _GUTTER * (rows - 1)) / rows
    drawn = []
    for place in range(columns * rows):
        left = area.left + (place % columns) * (width + _GUTTER)
        top = area.top + (place // columns) * (height + _GUTTER)
        drawn.append(_game(view, settings, Box(left, top, left + width, top + height)))
    return [settings.page("".join(drawn) + draw_footer(settings, title, settings.translate("print.page.sheets")))]


def _game(view: View, settings: PrintSettings, room: Box) -> str:
    """Draw a board with lines for names above and for the result below."""
    line = settings.type_size * 1.9
    outline = box_around(board_outline(view))
    scale = min(room.width / outline.width, (room.height - 2 * line) / outline.height)
    left = room.left + (room.width - outline.width * scale) / 2
    place = f"translate({number(left)} {number(room.top + line)}) scale({scale:.6g})"
    moved = f"translate({number(-outline.left)} {number(-outline.top)})"
    board = group(group(draw_board(settings.look, view, large_labels=False), transform=moved), transform=place)
    box = Box(left, room.top, left + outline.width * scale, room.top + 2 * line + outline.height * scale)
    return _names(view.colours, settings, box) + board + _result(settings, box)


def _names(colours: Sequence[Colour], settings: PrintSettings, box: Box) -> str:
    """Draw a stone and a line to write on for each player."""
    size, step = settings.type_size, box.width / len(colours)
    base = box.top + 1.1 * size
    drawn = []
    for place, colour in enumerate(colours):
        x = box.left + place * step
        drawn.append(settings.look.use(f"pencil-{colour}", x + 0.6 * size, base - 0.36 * size, size / 26))
        drawn.append(_blank(x + 1.5 * size, x + step - 0.8 * size, base))
    return "".join(drawn)


def _result(settings: PrintSettings, box: Box) -> str:
    size = 0.85 * settings.type_size
    base, middle = box.bottom - 0.5 * size, box.left + 0.6 * box.width
    drawn = []
    for text, left, right in (
        (settings.translate("print.result"), box.left, middle - size),
        (settings.translate("print.date"), middle, box.right),
    ):
        drawn.append(draw_line(Run(text), left, base, size, ink=QUIET))
        drawn.append(_blank(left + width_of([Run(text)], size) + 0.5 * size, right, base))
    return "".join(drawn)


def _blank(left: float, right: float, y: float) -> str:
    return element("path", d=f"M{number(left)} {number(y)}H{number(right)}", stroke=INK, stroke_width=0.15, fill="none")
