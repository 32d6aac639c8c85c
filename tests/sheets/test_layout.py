"""Text and figures in columns: what belongs together stays together, and columns of the last page are even."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest

import veier
from sheets.pdf_reader import Sheet, read_pdf
from veier.learn import Bullets, FigureBlock, Page, Paragraph, Steps, read_page
from veier.messages import LANGUAGES
from veier.sheets import PAPERS, PaperName, PrintSettings
from veier.sheets.layout import Block, fill_columns, fill_columns_evenly, stay_together
from veier.sheets.pdf import to_pdf
from veier.sheets.rules import rules_pages
from veier.view.outline import Box


def columns_of(sheets: Iterable[Sheet], *, large: bool) -> list[str]:
    """Return the text of each column: two on a page, one in large print."""
    if large:
        return [sheet.text_in(0, 0, sheet.width, sheet.height) for sheet in sheets]
    halves = [(sheet, half * sheet.width / 2) for sheet in sheets for half in (0, 1)]
    return [sheet.text_in(left, 0, left + sheet.width / 2, sheet.height) for sheet, left in halves]


def illustrated(page: Page) -> Iterable[tuple[list[str], FigureBlock]]:
    """Yield figures with the sentences before them."""
    for before, block in pairwise(page.blocks):
        if isinstance(block, FigureBlock):
            assert isinstance(before, Paragraph | Bullets | Steps)
            items = [before.spans] if isinstance(before, Paragraph) else before.items
            yield [" ".join("".join(span.text for span in item).split()) for item in items], block


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", ["4eyes", "4eyes-beginners", "4eyes-plus-3p", "4eyes-pencil-2p", "hexrows"])
def test_figures_stay_with_their_text(game: str, paper: PaperName, large: bool) -> None:
    for language in LANGUAGES:
        page = read_page(veier.game(game), language)
        pages = rules_pages(veier.game(game), PrintSettings(language, paper, large=large))
        columns = columns_of(read_pdf(to_pdf(pages, "Rules", language)), large=large)
        for sentences, block in illustrated(page):
            captions = [" ".join(figure.caption.split()) for figure in block.figures]
            assert any(all(text in column for text in (*sentences, *captions)) for column in columns), captions


@pytest.mark.parametrize("game", ["4eyes", "4eyes-beginners", "4eyes-plus-2p", "4eyes-pencil-2p", "hexrows"])
def test_the_rules_fit_one_sheet_of_a4(game: str) -> None:
    for language in LANGUAGES:
        assert len(rules_pages(veier.game(game), PrintSettings(language))) <= 2


def make_blocks(count: int) -> list[Block]:
    return [Block(10, lambda x, y, number=number: f"{number}@{x:g},{y:g};") for number in range(count)]  # type: ignore[misc]


def two_columns(page: int) -> list[Box]:
    return [Box(0, 0, 50, 100), Box(60, 0, 110, 100)]


def test_columns_of_the_last_page_are_even() -> None:
    first, last = fill_columns_evenly(make_blocks(26), two_columns)
    assert (first.count("@0,"), first.count("@60,")) == (10, 10)
    assert (last.count("@0,"), last.count("@60,")) == (3, 3)


def test_blocks_that_stay_together_move_to_the_next_column() -> None:
    blocks = [*make_blocks(8), *stay_together(make_blocks(3), 100)]
    [page] = fill_columns(blocks, two_columns)
    assert page.endswith("0@60,0;1@60,10;2@60,20;")


def test_blocks_that_are_taller_than_a_column_are_divided() -> None:
    pages = fill_columns_evenly(stay_together(make_blocks(25), 100), two_columns)
    assert sum(page.count("@") for page in pages) == 25
    assert "100;" not in "".join(pages)
