"""Blocks flow into columns and pages: lines of text, headings, pictures. For covers, rules and records of games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from veier.sheets.text import INK, LEADING, Run, break_lines, draw_line, strong, title
from veier.view.outline import Box

Draw = Callable[[float, float], str]


@dataclass(frozen=True, slots=True)
class Block:
    """Something of a height that is drawn from its upper left corner.

    keep   it stays with what follows: a heading, the first line of a paragraph
    blank  it is left out at the head of a column
    """

    height: float
    draw: Draw
    keep: bool = False
    blank: bool = False


def space(height: float) -> Block:
    """Give some air."""
    return Block(height, lambda x, y: "", blank=True)


def paragraph(
    runs: Sequence[Run] | Run, size: float, width: float, *, indent: float = 0, label: str = "", ink: str = INK
) -> list[Block]:
    """Give a paragraph as its lines; with a label, such as a number or a bullet, before the first."""
    runs = [runs] if isinstance(runs, Run) else runs
    lines = break_lines(runs, size, width - indent)
    height = LEADING * size
    blocks = []
    for number, line in enumerate(lines):
        mark = label if number == 0 else ""
        # No line stands alone at the head or foot of a column.
        keep = len(lines) > 1 and number in (0, len(lines) - 2)
        blocks.append(Block(height, _line(line, size, indent, mark, ink), keep))
    return blocks


def _line(line: list[Run], size: float, indent: float, label: str, ink: str) -> Draw:
    def draw(x: float, y: float) -> str:
        base = y + size * (0.5 * LEADING + 0.36)
        mark = draw_line(strong(label), x, base, size, ink=ink) if label else ""
        return mark + draw_line(line, x + indent, base, size, ink=ink)

    return draw


def heading(text: str, size: float, width: float, *, above: float = 0.9) -> list[Block]:
    """Give a heading in the face of titles, which stays with what follows."""
    lines = break_lines([title(text)], size, width)
    blocks = [Block(1.2 * size, _heading_line(line, size), keep=True) for line in lines]
    return [space(above * size), *blocks, Block(0.28 * size, lambda x, y: "", keep=True, blank=True)]


def _heading_line(line: list[Run], size: float) -> Draw:
    return lambda x, y: draw_line(line, x, y + size * 0.96, size)


def fill_columns(blocks: Iterable[Block], columns: Callable[[int], Sequence[Box]]) -> list[str]:
    """Put blocks into columns, page after page; `columns` gives those of a page. Gives the pages' drawings."""
    pages: list[list[str]] = [[]]
    places = list(columns(0))
    y = places[0].top
    for chunk in _chunks(blocks):
        height = sum(block.height for block in chunk)
        if y + height > places[0].bottom + 1e-6 and y > places[0].top:
            places.pop(0)
            if not places:
                pages.append([])
                places = list(columns(len(pages) - 1))
            y = places[0].top
        for block in chunk:
            if block.blank and y == places[0].top:
                continue
            pages[-1].append(block.draw(places[0].left, y))
            y += block.height
    return ["".join(page) for page in pages]


def _chunks(blocks: Iterable[Block]) -> Iterable[list[Block]]:
    """Join blocks with those that they stay with."""
    chunk: list[Block] = []
    for block in blocks:
        chunk.append(block)
        if not block.keep:
            yield chunk
            chunk = []
    if chunk:
        yield chunk
