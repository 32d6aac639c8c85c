"""Tables and columns of short texts: widths, wrapping, alignment."""

from __future__ import annotations

import pytest

from veier.cli.table import Column, Table, in_columns
from veier.cli.text_layout import text_width
from veier.view.styled_text import BOLD, styled

ROWS = [
    [styled(text) for text in row] for row in (("4eyes", "100 %", "ten tiles, three of them A"), ("中文", "5 %", "x"))
]
TABLE = Table([Column("Game", wraps=False), Column("Red", right=True, wraps=False), Column("Each has")], ROWS)


def _plain(table: Table, width: int) -> list[str]:
    return [line.plain.rstrip() for line in table.lines(width)]


def test_columns_are_as_wide_as_their_contents() -> None:
    assert _plain(TABLE, 80) == [
        "Game     Red  Each has",
        "4eyes  100 %  ten tiles, three of them A",
        "中文     5 %  x",
    ]
    assert TABLE.lines(80)[0].runs[1] == ("Game", BOLD)


def test_a_narrow_table_wraps_the_columns_that_may() -> None:
    assert _plain(TABLE, 29) == [
        "Game     Red  Each has",
        "4eyes  100 %  ten tiles,",
        "              three of them A",
        "中文     5 %  x",
    ]


def test_headings_stand_on_the_line_above_the_rows() -> None:
    table = Table([Column("A"), Column("two words")], [[styled("b"), styled("c")]])
    assert _plain(table, 8) == ["   two", "A  words", "b  c"]


@pytest.mark.parametrize("width", range(1, 50))
def test_no_line_is_wider_than_it_may_be(width: int) -> None:
    assert all(text_width(line.plain) <= width for line in TABLE.lines(width))


def test_the_widest_columns_become_narrower_first() -> None:
    table = Table([Column(), Column(), Column()], [[styled("a" * 9), styled("b" * 9), styled("c" * 3)]], gap=0)
    assert _plain(table, 15) == ["aaaaa…bbbbb…ccc"]
    assert _plain(table, 6) == ["a…b…c…"]


def test_short_texts_fill_rows() -> None:
    texts = ["a1", "b10", "c2", "d3", "e4"]
    assert [line.plain.rstrip() for line in in_columns(texts, 80)] == ["a1  b10  c2  d3  e4"]
    assert [line.plain.rstrip() for line in in_columns(texts, 12)] == ["a1  b10  c2", "d3  e4"]
    assert [line.plain.rstrip() for line in in_columns(texts, 2)] == ["a1", "b…", "c2", "d3", "e4"]
    assert in_columns([], 80) == []
