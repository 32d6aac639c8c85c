"""The rules of a game as pages of a set, with figures: the same text as in the browser and the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from veier.core.game import Game
from veier.learn import Block as RulesBlock
from veier.learn import Bullets, FigureBlock, Heading, Paragraph, Span, Steps, read_page
from veier.sheets.columns import column_pages
from veier.sheets.fonts import Font
from veier.sheets.layout import Block, heading, paragraph, space
from veier.sheets.page import Page
from veier.sheets.pictures import picture_beside, picture_row
from veier.sheets.settings import PrintSettings
from veier.sheets.text import Run
from veier.view import View

_FONTS: dict[str, Font] = {"plain": "OpenSans-Regular", "strong": "OpenSans-Bold", "emphasis": "OpenSans-Italic"}


def rules_pages(game: Game, settings: PrintSettings) -> list[Page]:
    """Return the rules in columns."""
    page = read_page(game, settings.language)

    def blocks(width: float) -> list[Block]:
        return [each for block in page.blocks for each in _set(block, settings, width)]

    return column_pages(page.title, blocks, settings, settings.translate("print.contents.rules"))


def _set(block: RulesBlock, settings: PrintSettings, width: float) -> list[Block]:
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
            return _figures([(each.figure.view, each.caption) for each in figures], settings, width)


def _figures(figures: Sequence[tuple[View, str]], settings: PrintSettings, width: float) -> list[Block]:
    """Return one figure beside its caption, three side by side, other numbers in pairs."""
    if len(figures) == 1:
        [(view, caption)] = figures
        return [picture_beside(view, caption, settings, width)]
    abreast = 3 if len(figures) == 3 else 2
    rows = [figures[first : first + abreast] for first in range(0, len(figures), abreast)]
    return [picture_row(row, settings, width, abreast) for row in rows]


def _list(items: Sequence[Sequence[Span]], labels: Sequence[str], settings: PrintSettings, width: float) -> list[Block]:
    size = settings.type_size
    blocks: list[Block] = []
    for item, label in zip(items, labels, strict=True):
        blocks += paragraph(_runs(item), size, width, indent=1.6 * size, label=label)
        blocks.append(space(0.25 * size))
    return [*blocks, space(0.3 * size)]


def _runs(spans: Sequence[Span]) -> list[Run]:
    return [Run(span.text, _FONTS[span.style]) for span in spans]
