"""All squares of an n x n grid of cells, of any size and tilt."""

from collections.abc import Mapping
from functools import cache

from .cells import Cell

Square = frozenset[Cell]


@cache
def all_squares(side: int) -> frozenset[Square]:
    """Every square with its four corners on the grid, as the set of its corners.

    One side of the square leads from a corner by (dx, dy); the next side is the same arrow turned by a
    quarter, (-dy, dx). Each square is met four times, once from each corner; the set keeps it once.
    """
    grid = {(x, y) for x in range(side) for y in range(side)}
    found: set[Square] = set()
    for x, y in grid:
        for dx in range(-side, side + 1):
            for dy in range(-side, side + 1):
                if (dx, dy) == (0, 0):
                    continue
                corners = frozenset([(x, y), (x + dx, y + dy), (x + dx - dy, y + dy + dx), (x - dy, y + dx)])
                if corners <= grid:
                    found.add(corners)
    return frozenset(found)


@cache
def squares_through(side: int) -> dict[Cell, list[tuple[Cell, Cell, Cell]]]:
    """For each cell the squares that have a corner there, each as its three other corners."""
    through: dict[Cell, list[tuple[Cell, Cell, Cell]]] = {(x, y): [] for x in range(side) for y in range(side)}
    for square in all_squares(side):
        for corner in square:
            a, b, c = sorted(square - {corner})
            through[corner].append((a, b, c))
    return through


def would_finish(side: int, stones: Mapping[Cell, int], cell: Cell, colour: int) -> bool:
    """Whether a stone of this colour put on this cell would be the fourth corner of a square."""
    for a, b, c in squares_through(side)[cell]:
        if stones.get(a) == colour and stones.get(b) == colour and stones.get(c) == colour:
            return True
    return False


def count_finished(side: int, stones: Mapping[Cell, int], colour: int) -> int:
    """How many squares stand in this colour: a full look at every square of the board."""
    mine = {cell for cell, stone in stones.items() if stone == colour}
    return sum(1 for square in all_squares(side) if square <= mine)
