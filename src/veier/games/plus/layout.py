"""How a position of 4EYES+ or its pencil version is laid out in memory: cells, the state vector, move numbers, tables.

Cell c stands in column c % side and row c // side, counted from the lower left. A domino is its head, the cell of
its owner's stone, and the way from there to its other stone. Colours are seats: 0 red, then brown and blue, or blue.
"""

from __future__ import annotations

import numpy as np

from veier.games.squares.geometry import find_squares, masks_by_cell, square_masks
from veier.kernels.boards import board_words
from veier.kernels.state import FIRST, Tables

# Words of the state, two per board; STONES, HEADS and THREATS hold a board per seat, HELD a number per seat. THREATS
# are derived from the others and come last.
STONES = FIRST
HEADS = STONES + 6  # heads of each seat's dominoes, or of its pencil turns where these are limited
WAYS = HEADS + 6  # the two bits of each head's way, a board each
HELD = WAYS + 4
THREATS = HELD + 3  # cells that would complete a square; kept while phase 1 goes on, else zero
STATE_SIZE = THREATS + 6

# Words of tables.numbers; two words hold ALL cells, two more those that are NOT_LAST in their row. ELSEWHERE is 1 where
# a lifted domino must not cover a cell that it lay on, UNLIMITED where pencils have any number of turns, NO_GIFTS where
# nobody may complete the next player's square.
SIDE, CELLS, PLAYERS, PENCIL, ALL, NOT_LAST, ELSEWHERE, UNLIMITED, NO_GIFTS = 1, 2, 3, 4, 5, 7, 9, 10, 11

# Ways from a cell, as columns to the right and rows up: tables.steps[cell, way] is the neighbour, or -1.
WAY_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))

# Move numbers: head * 4 + way for a placement, FROM * (1 + old head) more for a domino that is moved.
FROM = 512


def cell_points(side: int) -> list[tuple[int, int]]:
    """Return the column and row of each cell, both from 0."""
    return [(cell % side, cell // side) for cell in range(side * side)]


def move_limit(side: int, dominoes: int) -> int:
    """Return an upper bound on the number of moves of a position, for a number of dominoes per player."""
    return 4 * side * (side - 1) * max(dominoes, 1)


def make_tables(side: int, players: int, *, pencil: bool, unlimited: bool, elsewhere: bool, no_gifts: bool) -> Tables:
    """Build what the kernels look up."""
    cells = side * side
    squares = find_squares(cell_points(side))
    lengths, masks = masks_by_cell(squares, cells)
    not_last = sum(1 << cell for cell in range(cells) if cell % side < side - 1)
    boards = [*board_words(2**cells - 1), *board_words(not_last)]
    numbers = [THREATS, side, cells, players, pencil, *boards, elsewhere, unlimited, no_gifts]
    return Tables(np.array(numbers, np.int64), lengths, masks, square_masks(squares), _steps(side))


def _steps(side: int) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    steps = np.full((side * side, len(WAY_STEPS)), -1, np.int64)
    for cell, (x, y) in enumerate(cell_points(side)):
        for way, (right, up) in enumerate(WAY_STEPS):
            if 0 <= x + right < side and 0 <= y + up < side:
                steps[cell, way] = side * (y + up) + x + right
    return steps
