"""Cells and their names: (0, 0) is a1, the letter is the column, the number counts upwards."""

import re

Cell = tuple[int, int]

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_NAME = re.compile(r"([a-z])([0-9]+)")


def cell_name(cell: Cell) -> str:
    """(2, 9) -> `c10`."""
    x, y = cell
    return _LETTERS[x] + str(y + 1)


def cells_in(text: str) -> list[Cell]:
    """All cells named in a move, in order: `a1-c3c4` -> [(0, 0), (2, 2), (2, 3)]."""
    return [(_LETTERS.index(letter), int(number) - 1) for letter, number in _NAME.findall(text)]
