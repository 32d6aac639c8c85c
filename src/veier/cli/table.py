"""Tables without lines: columns as wide as their contents, narrower if the terminal is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from veier.cli.text_layout import pad, shorten, text_width, wrap
from veier.view.styled_text import BOLD, StyledText, styled

_EMPTY = styled("")
_GAP = 2


@dataclass(frozen=True, slots=True)
class Column:
    """How a column is laid out; without wrapping it is the last one to become narrower."""

    heading: str = ""
    wraps: bool = True
    right: bool = False

    def lay_out(self, cell: StyledText, width: int) -> list[StyledText]:
        """Return the lines of a cell, all of one width."""
        if width < 1:
            return []
        lines = wrap(cell, width, fold=False) if self.wraps else [shorten(line, width) for line in cell.lines()]
        return [pad(line, width, right=self.right) for line in lines]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells with headings, if any column has one."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[StyledText]]
    gap: int = _GAP

    def lines(self, width: int) -> list[StyledText]:
        """Lay the table out in a width."""
        headings = [styled(column.heading, BOLD) for column in self.columns]
        titled = any(column.heading for column in self.columns)
        widths = self._widths([headings, *self.rows], width)
        lines = self._row(headings, widths, bottom=True) if titled else []
        return lines + [line for row in self.rows for line in self._row(row, widths)]

    def _widths(self, rows: Sequence[Sequence[StyledText]], width: int) -> list[int]:
        """Return the widths of the columns, with the gap behind each."""
        widths = []
        for cells, gap in zip(zip(*rows, strict=True), self._gaps(), strict=True):
            widest = max(text_width(line) for cell in cells for line in cell.plain.split("\n"))
            widths.append(min(widest + gap, width))
        return _narrowed(widths, [column.wraps for column in self.columns], width)

    def _row(self, row: Sequence[StyledText], widths: Sequence[int], bottom: bool = False) -> list[StyledText]:
        """Put cells beside each other, aligned at the top or at the bottom."""
        cells = [
            column.lay_out(cell, width - gap)
            for column, cell, width, gap in zip(self.columns, row, widths, self._gaps(), strict=True)
        ]
        height = max(map(len, cells))
        lines = [_EMPTY] * height
        for cell, width in zip(cells, widths, strict=True):
            blank = [_EMPTY] * (height - len(cell))
            filled = blank + cell if bottom else cell + blank
            lines = [line + pad(part, width) for line, part in zip(lines, filled, strict=True)]
        return lines

    def _gaps(self) -> list[int]:
        return [self.gap] * (len(self.columns) - 1) + [0]


def in_columns(texts: Sequence[str], width: int) -> list[StyledText]:
    """Lay short texts out in rows, in as many columns as fit."""
    if not texts:
        return []
    widths = [text_width(text) for text in texts]

    def needed(count: int) -> int:
        return sum(max(widths[number::count]) for number in range(count)) + _GAP * (count - 1)

    most = min(len(texts), (width + _GAP) // (min(widths) + _GAP))
    count = next((count for count in range(most, 1, -1) if needed(count) <= width), 1)
    cells = [*map(styled, texts), *[_EMPTY] * (-len(texts) % count)]
    rows = [cells[start : start + count] for start in range(0, len(cells), count)]
    return Table([Column()] * count, rows).lines(width)


def _narrowed(widths: Sequence[int], wraps: Sequence[bool], width: int) -> list[int]:
    """Take away what is too much, from the widest columns that wrap first, from all if that is not enough."""
    narrowed = list(widths)
    wrapping = [number for number, may_wrap in enumerate(wraps) if may_wrap]
    while (excess := sum(narrowed) - width) > 0 and any(narrowed[number] for number in wrapping):
        widest = max(narrowed[number] for number in wrapping)
        chosen = [number for number in wrapping if narrowed[number] == widest]
        following = max((narrowed[number] for number in wrapping if narrowed[number] < widest), default=0)
        _take(narrowed, chosen, min(excess, (widest - following) * len(chosen)))
    if excess > 0:
        _take(narrowed, [number for number, size in enumerate(narrowed) if size], excess)
    return narrowed


def _take(widths: list[int], numbers: Sequence[int], amount: int) -> None:
    """Make columns narrower, all alike, by an amount in total."""
    for done, number in enumerate(numbers):
        share = min(widths[number], round(amount / (len(numbers) - done)))
        widths[number] -= share
        amount -= share
