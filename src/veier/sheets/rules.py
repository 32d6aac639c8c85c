"""The rules of a game as pages of a set, with figures: the same text as in the browser and the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from veier.core.game import Game
from veier.learn import Block as RulesBlock
from veier.learn import Bullets, FigureBlock, Heading, Paragraph, Span, Steps, read_page
from veier.sheets.columns import column_height, column_pages
from veier.sheets.fonts import Font
from veier.sheets.layout import Block, heading, paragraph, space, stay_together
from veier.sheets.page import Page
from veier.sheets.pictures import BoardPicture, picture_beside, picture_row
from veier.sheets.settings import PrintSettings
from veier.sheets.text import Run
from veier.view import View

_FONTS: dict[str, Font] = {"plain": "OpenSans-Regular", "strong": "OpenSans-Bold", "emphasis": "OpenSans-Italic"}
# How wide a figure may be, in sizes of type.
_FIGURES = (13.0, 12.0, 11.0, 10.0)


def rules_pages(game: Game, settings: PrintSettings) -> list[Page]:
    """Return the rules in columns, on as few pages as figures of a usual size or a little smaller ones allow."""
    *larger, smallest = _FIGURES
    fewest = _rules_pages(game, settings, smallest)
    tries = (_rules_pages(game, settings, figure) for figure in larger)
    return next((pages for pages in tries if len(pages) <= len(fewest)), fewest)


def _rules_pages(game: Game, settings: PrintSettings, figure: float) -> list[Page]:
    page = read_page(game, settings.language, on_paper=True)
    widest = figure * settings.type_size

    def blocks(width: float) -> list[Block]:
        return list(_set_page(page.blocks, settings, width, widest))

    return column_pages(page.title, blocks, settings, settings.translate("print.contents.rules"))


def _set_page(blocks: Sequence[RulesBlock], settings: PrintSettings, width: float, widest: float) -> Iterable[Block]:
    """Yield the blocks of a page; figures stay in the same column as the text before them."""
    pending: list[Block] = []
    for block in blocks:
        made = _set(block, settings, width, widest)
        if isinstance(block, FigureBlock):
            pending = stay_together([*pending, *made], column_height(settings))
        elif pending and pending[-1].keep:
            pending += made
        else:
            yield from pending
            pending = made
    yield from pending


def _set(block: RulesBlock, settings: PrintSettings, width: float, widest: float) -> list[Block]:
    size = settings.type_size
    match block:
        case Heading(text):
            return heading(text, 1.4 * size, width)
        case Paragraph(spans):
            return [*paragraph(_runs(spans), size, width), space(0.55 * size)]
        case Bullets(items):
            return _list(items, ["·"] * len(items), settings, width)
        case Steps(items):
            return _list(items, [f"{number}." for number in range(1, len(items) + 1)], settings, width)
        case FigureBlock(figures):
            return _figures([(each.figure.view, each.caption) for each in figures], settings, width, widest)


def _figures(figures: Sequence[tuple[View, str]], settings: PrintSettings, width: float, widest: float) -> list[Block]:
    """Return one figure beside its caption, three side by side, other numbers in pairs."""
    if len(figures) == 1:
        [(view, caption)] = figures
        return [picture_beside(BoardPicture(view), caption, settings, width, widest / width)]
    abreast = 3 if len(figures) == 3 else 2
    rows = [figures[first : first + abreast] for first in range(0, len(figures), abreast)]
    return [picture_row(row, settings, min(width, abreast * widest), abreast) for row in rows]


def _list(items: Sequence[Sequence[Span]], labels: Sequence[str], settings: PrintSettings, width: float) -> list[Block]:
    size = settings.type_size
    blocks: list[Block] = []
    for item, label in zip(items, labels, strict=True):
        blocks += paragraph(_runs(item), size, width, indent=1.6 * size, label=label)
        blocks.append(space(0.25 * size))
    return [*blocks, space(0.3 * size)]


def _runs(spans: Sequence[Span]) -> list[Run]:
    return [Run(span.text, _FONTS[span.style]) for span in spans]
