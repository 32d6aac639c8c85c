"""Layout of blocks (lines of text, headings, pictures) in columns and pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from veier.sheets.text import INK, LEADING, Run, break_lines, draw_line, strong, title
from veier.view.outline import Box

Draw = Callable[[float, float], str]
# From the number of a page, from 0, to the boxes of its columns.
Columns = Callable[[int], Sequence[Box]]

# Columns of the last page differ in height by not much more than this.
_EVEN = 2.0


@dataclass(frozen=True, slots=True)
class Block:
    """Something with a height that is drawn from its upper left corner.

    keep   stays in the same column as the next block: a heading, the first line of a paragraph
    blank  is left out at the top of a column
    """

    height: float
    draw: Draw
    keep: bool = False
    blank: bool = False


# A block and its upper left corner.
_Placed = tuple[Block, float, float]


def space(height: float) -> Block:
    """Return vertical space."""
    return Block(height, lambda x, y: "", blank=True)


def paragraph(
    runs: Sequence[Run] | Run, size: float, width: float, *, indent: float = 0, label: str = "", ink: str = INK
) -> list[Block]:
    """Return the lines of a paragraph, the first with a label such as a number or a bullet."""
    runs = [runs] if isinstance(runs, Run) else runs
    lines = break_lines(runs, size, width - indent)
    height = LEADING * size
    blocks = []
    for number, line in enumerate(lines):
        mark = label if number == 0 else ""
        # No widows and orphans: a line is never alone at the top or bottom of a column.
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
    """Return a heading in the title font, which stays with what follows."""
    lines = break_lines([title(text)], size, width)
    blocks = [Block(1.2 * size, _heading_line(line, size), keep=True) for line in lines]
    return [space(above * size), *blocks, Block(0.28 * size, lambda x, y: "", keep=True, blank=True)]


def _heading_line(line: list[Run], size: float) -> Draw:
    return lambda x, y: draw_line(line, x, y + size * 0.96, size)


def stay_together(blocks: Sequence[Block], room: float) -> list[Block]:
    """Return blocks that stay in one column, if they fit a column of this height."""
    if sum(block.height for block in blocks) > room:
        return list(blocks)
    return [*(replace(block, keep=True) for block in blocks[:-1]), *blocks[-1:]]


def fill_columns(blocks: Iterable[Block], columns: Columns) -> list[str]:
    """Place blocks in columns, page after page, and return the drawing of each page."""
    return _draw(_place(blocks, columns))


def fill_columns_evenly(blocks: Sequence[Block], columns: Columns) -> list[str]:
    """Do as `fill_columns`, with columns of nearly the same height on the last page."""
    placed = _place(blocks, columns)
    last = len(placed) - 1
    boxes = columns(last)
    low, high = boxes[0].top, boxes[0].bottom
    while high - low > _EVEN:
        middle = (low + high) / 2
        shorter = _place(blocks, partial(_shortened, columns, last, middle))
        if len(shorter) == len(placed):
            placed, high = shorter, middle
        else:
            low = middle
    return _draw(placed)


def _shortened(columns: Columns, last: int, bottom: float, page: int) -> Sequence[Box]:
    """Return the columns of a page, with another bottom from the last page on."""
    boxes = columns(page)
    return boxes if page < last else [Box(box.left, box.top, box.right, bottom) for box in boxes]


def _draw(pages: Iterable[Iterable[_Placed]]) -> list[str]:
    return ["".join(block.draw(x, y) for block, x, y in page) for page in pages]


def _place(blocks: Iterable[Block], columns: Columns) -> list[list[_Placed]]:
    """Return the blocks of each page with their places."""
    pages: list[list[_Placed]] = [[]]
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
            pages[-1].append((block, places[0].left, y))
            y += block.height
    return pages


def _chunks(blocks: Iterable[Block]) -> Iterable[list[Block]]:
    """Group blocks with those that they must stay with."""
    chunk: list[Block] = []
    for block in blocks:
        chunk.append(block)
        if not block.keep:
            yield chunk
            chunk = []
    if chunk:
        yield chunk
