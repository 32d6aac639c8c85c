"""How a position of hex rows is laid out in memory: cells, the state vector, tables. A move is the number of its cell.

A cell is a column i and a number j, both from 0, with |i - j| < side; cells are counted column by column.
Each cell lies on three lines, one in each direction of rows:

        . .
       . . .       (1, 0) down to the right, (0, 1) up, (1, 1) up to the right
        . .

A line is 16 bits, four lines to a word, so that its points can be looked up at once.
"""

from __future__ import annotations

import numpy as np

from veier.kernels.boards import board_words
from veier.kernels.state import FIRST, Tables

# Words of the state: STONES, two words per seat; LOOSE, a number per seat; then the derived words: LINES, the same
# stones as lines, WORDS_A_DIRECTION words per direction and seat, and POINTS, a number per seat.
WORDS_A_DIRECTION = 4
STONES = FIRST
LOOSE = STONES + 4
LINES = LOOSE + 2
POINTS = LINES + 2 * 3 * WORDS_A_DIRECTION
STATE_SIZE = POINTS + 2

# Words of tables.numbers: the number of cells; two words of ALL cells and two of the INNER ones, not on the edge; 1 in
# ROUND where the last round is finished; the number of ROWS; ALL_ROWS, the cells as lines of the first direction; then
# the points of every line there can be.
CELLS, ALL, INNER, ROUND, ROWS, ALL_ROWS = 1, 2, 4, 6, 7, 8
LINE_POINTS = ALL_ROWS + WORDS_A_DIRECTION

# Words of tables.steps for a cell: the neighbour in each direction and back, or -1; then the cell's bit among the
# lines of each direction.
ROW_DIRECTIONS = ((1, 0), (0, 1), (1, 1))
LINE_BIT = 6


def cell_points(side: int) -> list[tuple[int, int]]:
    """Return the column and number of each cell, both from 0."""
    span = range(2 * side - 1)
    return [(i, j) for i in span for j in span if abs(i - j) < side]


def line_points(line: int) -> int:
    """Score the stones of a line: each run of n, n // 4 points."""
    return sum(len(run) // 4 for run in bin(line)[2:].split("0"))


def make_tables(side: int, full_rounds: bool = False) -> Tables:
    """Build what the kernels look up."""
    points = cell_points(side)
    index = {point: cell for cell, point in enumerate(points)}
    ways = [*ROW_DIRECTIONS, *((-i, -j) for i, j in ROW_DIRECTIONS)]
    neighbours = [[index.get((i + di, j + dj), -1) for di, dj in ways] for i, j in points]
    # Along (1, 0) a line is a number j, along (0, 1) a column i, along (1, 1) a difference i - j.
    line_bits = [[16 * j + i, 16 * i + j, 16 * (i - j + side - 1) + j] for i, j in points]
    inner = sum(1 << cell for cell, near in enumerate(neighbours) if min(near) >= 0)
    scores = [line_points(line) for line in range(2 ** (2 * side - 1))]
    all_rows = sum(1 << bits[0] for bits in line_bits)
    numbers = [LINES, len(points), *board_words(2 ** len(points) - 1), *board_words(inner), full_rounds]
    numbers += [2 * side - 1, *board_words(all_rows % 2**128), *board_words(all_rows >> 128), *scores]
    unused = np.zeros((1, 1, 1), np.int64)
    return Tables(np.array(numbers, np.int64), unused[0, 0], unused, unused[0], np.hstack([neighbours, line_bits]))
