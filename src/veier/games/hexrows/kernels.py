"""The rules of hex rows as kernels. See `layout` for the row and the cells.

Numba compiles a kernel where it stands, so this file reads from the inside out: the doors are at its end.
"""

from __future__ import annotations

import numpy as np

from veier.games.hexrows.layout import (
    ALL,
    CELLS,
    INNER,
    LINE_BIT,
    LINE_POINTS,
    LINES,
    LOOSE,
    POINTS,
    STONES,
    WORDS_A_DIRECTION,
)
from veier.kernels.bits import count_bits, lowest_bit, without_lowest
from veier.kernels.jit import inner, kernel
from veier.kernels.rng import below
from veier.kernels.signatures import COUNT, MOVES, PLAYOUT, PUSH, SETTLE
from veier.kernels.state import MOVER, RESULT, Kernels, Tables, Why, Words

_DRAWN = int(Why.SCORE) * 8


@inner
def _taken(row: Words) -> tuple[int, int]:
    return row[STONES] | row[STONES + 2], row[STONES + 1] | row[STONES + 3]


@inner
def targets(tables: Tables, row: Words) -> tuple[int, int]:
    """Give the cells where the next stone may stand."""
    low, high = _taken(row)
    stones = count_bits(low) + count_bits(high)
    if stones == 0:
        return tables.numbers[INNER], tables.numbers[INNER + 1]
    if stones == 1:
        first = lowest_bit(low) if low else 64 + lowest_bit(high)
        low = high = 0
        for direction in range(6):
            cell = tables.steps[first, direction]
            low |= 1 << cell if 0 <= cell < 64 else 0
            high |= 1 << (cell & 63) if cell >= 64 else 0
        return low, high
    return tables.numbers[ALL] & ~low, tables.numbers[ALL + 1] & ~high


@inner
def points_on(tables: Tables, row: Words, seat: int, cell: int) -> int:
    """Give the points that a seat's stone on a cell would add."""
    points = 0
    for direction in range(3):
        bit = tables.steps[cell, LINE_BIT + direction]
        line = (row[LINES + WORDS_A_DIRECTION * (3 * seat + direction) + (bit >> 6)] >> (bit & 48)) & 0xFFFF
        longer = line | (1 << (bit & 15))
        points += tables.numbers[LINE_POINTS + longer] - tables.numbers[LINE_POINTS + line]
    return points


@inner
def _put_on_lines(tables: Tables, row: Words, seat: int, cell: int) -> int:
    """Put a seat's stone on its three lines and give the points that this adds."""
    points = 0
    for direction in range(3):
        bit = tables.steps[cell, LINE_BIT + direction]
        word = LINES + WORDS_A_DIRECTION * (3 * seat + direction) + (bit >> 6)
        before = row[word] >> (bit & 48)
        row[word] |= 1 << (bit & 63)
        after = row[word] >> (bit & 48)
        points += tables.numbers[LINE_POINTS + (after & 0xFFFF)] - tables.numbers[LINE_POINTS + (before & 0xFFFF)]
    return points


@inner
def _final(row: Words) -> int:
    """Give the result by points."""
    ahead = row[POINTS] - row[POINTS + 1]
    return _DRAWN + (1 if ahead > 0 else 2 if ahead < 0 else 0)


@inner
def make(tables: Tables, row: Words, cell: int) -> None:
    """Make a legal move."""
    mover = row[MOVER]
    gain = _put_on_lines(tables, row, mover, cell)
    row[STONES + 2 * mover + (cell >> 6)] |= 1 << (cell & 63)
    row[POINTS + mover] += gain
    # A stone is set aside for each new point, as long as there are loose ones.
    row[LOOSE + mover] = max(row[LOOSE + mover] - 1 - gain, 0)
    if row[LOOSE + mover] == 0:
        row[RESULT] = _final(row)
    row[MOVER] = 1 - mover


@inner
def write_cells(low: int, high: int, out: Words) -> int:
    """Write the cells of a board and give how many."""
    n = 0
    while low:
        out[n] = lowest_bit(low)
        low = without_lowest(low)
        n += 1
    while high:
        out[n] = 64 + lowest_bit(high)
        high = without_lowest(high)
        n += 1
    return n


# The doors.


@kernel(MOVES)
def moves(tables: Tables, row: Words, out: Words) -> int:
    """Write the legal moves."""
    if row[RESULT]:
        return 0
    low, high = targets(tables, row)
    return write_cells(low, high, out)


@kernel(COUNT)
def count(tables: Tables, row: Words) -> int:
    """Count the legal moves."""
    if row[RESULT]:
        return 0
    low, high = targets(tables, row)
    return count_bits(low) + count_bits(high)


@kernel(PUSH)
def push(tables: Tables, row: Words, move: int) -> int:
    """Make a legal move."""
    make(tables, row, move)
    return row[RESULT]


@kernel(PLAYOUT, allocates=True)
def playout(tables: Tables, row: Words, rng: Words, limit: int) -> int:
    """Play random moves to the end."""
    plies = n = 0
    cells = np.empty(tables.numbers[CELLS], np.int64)
    while row[RESULT] == 0 and plies < limit:
        # The first two stones have their own rule; then the free cells are listed once, and the list shrinks.
        if plies <= 2:
            low, high = targets(tables, row)
            n = write_cells(low, high, cells)
        choice = below(rng, n)
        make(tables, row, cells[choice])
        n -= 1
        cells[choice] = cells[n]
        plies += 1
    return plies


@kernel(SETTLE, allocates=True)
def settle(tables: Tables, row: Words) -> int:
    """Find the lines and points from the stones, set stones aside for the points, and see whether it is over."""
    cells = np.empty(tables.numbers[CELLS], np.int64)
    row[LINES:POINTS] = 0
    for seat in range(2):
        row[POINTS + seat] = 0
        for k in range(write_cells(row[STONES + 2 * seat], row[STONES + 2 * seat + 1], cells)):
            row[POINTS + seat] += _put_on_lines(tables, row, seat, cells[k])
        row[LOOSE + seat] = max(row[LOOSE + seat] - row[POINTS + seat], 0)
    row[RESULT] = _final(row) if row[LOOSE] == 0 or row[LOOSE + 1] == 0 else 0
    return row[RESULT]


KERNELS = Kernels(moves, count, push, playout, settle)
