"""Names and drawing of boards made of square cells, 40 to a side: shared by the games that are played on them."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from veier.view.model import Cell, Label, Point

CELL = 40
FRAME = 24
_LABEL = FRAME / 2


def grid_name(column: int, row: int) -> str:
    """Name a cell by its column and row, both from 0: a1 is the lower left one."""
    return f"{ascii_lowercase[column]}{row + 1}"


def grid_cells(points: Sequence[tuple[int, int]], side: int) -> tuple[Cell, ...]:
    """Place the cells of a side x side grid; the drawing's y grows downwards."""
    return tuple(
        Cell(grid_name(column, row), CELL * column + CELL / 2, CELL * (side - row) - CELL / 2) for column, row in points
    )


def grid_labels(side: int) -> tuple[Label, ...]:
    """Write the letters below the board and the numbers to its left."""
    middles = [CELL * k + CELL / 2 for k in range(side)]
    letters = [Label(ascii_lowercase[k], middle, CELL * side + _LABEL, "cell") for k, middle in enumerate(middles)]
    numbers = [Label(str(side - k), -_LABEL, middle, "cell") for k, middle in enumerate(middles)]
    return (*letters, *numbers)


def grid_frame(side: int, margin: float = FRAME) -> tuple[Point, ...]:
    """Outline the board with its frame."""
    low, high = -margin, CELL * side + margin
    return ((low, low), (high, low), (high, high), (low, high))
