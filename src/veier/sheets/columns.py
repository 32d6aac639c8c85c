"""Pages of text in two columns under a title; in large print in one."""

from __future__ import annotations

from collections.abc import Callable

from veier.sheets.footer import draw_footer
from veier.sheets.layout import Block, fill_columns, fill_columns_evenly, heading
from veier.sheets.page import Page
from veier.sheets.settings import PrintSettings
from veier.view.outline import Box

_GUTTER = 8.0
# Text keeps a little farther from the edge than boards.
_INSET = 3.0


def column_height(settings: PrintSettings) -> float:
    """Return the height of a column that has a page to itself."""
    return settings.area.grown(-_INSET).height


def column_pages(
    title: str,
    blocks: Callable[[float], list[Block]],
    settings: PrintSettings,
    about: str,
    under: Callable[[float], list[Block]] = lambda width: [],
) -> list[Page]:
    """Return pages with a title, blocks `under` it at full width, and blocks in columns; both are made for a width."""
    area = settings.area.grown(-_INSET)
    head = heading(title, 2.2 * settings.type_size, area.width, above=0) + under(area.width)
    top = area.top + sum(block.height for block in head) + 1.2 * settings.type_size
    count = 1 if settings.large else 2
    width = (area.width - _GUTTER * (count - 1)) / count

    def columns(page: int) -> list[Box]:
        lefts = [area.left + k * (width + _GUTTER) for k in range(count)]
        return [Box(left, top if page == 0 else area.top, left + width, area.bottom) for left in lefts]

    drawn = fill_columns_evenly(blocks(width), columns)
    [drawn_title] = fill_columns(head, lambda page: [area])
    drawn[0] = drawn_title + drawn[0]
    pages = []
    for number, content in enumerate(drawn, 1):
        place = settings.translate("print.sheet_of", number=number, count=len(drawn)) if len(drawn) > 1 else ""
        pages.append(settings.page(content + draw_footer(settings, title, about, place)))
    return pages
