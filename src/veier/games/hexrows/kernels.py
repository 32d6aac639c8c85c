"""The rules of hex rows as kernels. See `layout` for the state and the cells.

Numba compiles a kernel where it stands, so this file reads from the inside out: the kernels are at its end.
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
    ROUND,
    STONES,
    WORDS_A_DIRECTION,
)
from veier.kernels.bits import count_bits, lowest_bit, one_bit, without_lowest
from veier.kernels.decorators import inner, kernel
from veier.kernels.rng import below
from veier.kernels.signatures import COUNT, MOVES, PLAYOUT, PUSH, RECOMPUTE
from veier.kernels.state import MOVER, RESULT, Kernels, Tables, Why, Words

_DRAWN = int(Why.SCORE) * 8


@inner
def _taken(state: Words) -> tuple[int, int]:
    return state[STONES] | state[STONES + 2], state[STONES + 1] | state[STONES + 3]


@inner
def targets(tables: Tables, state: Words) -> tuple[int, int]:
    """Return the cells where the next stone may stand."""
    low, high = _taken(state)
    stones = count_bits(low) + count_bits(high)
    if stones == 0:
        return tables.numbers[INNER], tables.numbers[INNER + 1]
    if stones == 1:
        first = lowest_bit(low) if low else 64 + lowest_bit(high)
        low = high = 0
        for direction in range(6):
            cell = tables.steps[first, direction]
            low |= one_bit(cell) if 0 <= cell < 64 else 0
            high |= one_bit(cell) if cell >= 64 else 0
        return low, high
    return tables.numbers[ALL] & ~low, tables.numbers[ALL + 1] & ~high


@inner
def points_on(tables: Tables, state: Words, seat: int, cell: int) -> int:
    """Return the points that a seat's stone on a cell would add."""
    points = 0
    for direction in range(3):
        bit = tables.steps[cell, LINE_BIT + direction]
        line = (state[LINES + WORDS_A_DIRECTION * (3 * seat + direction) + (bit >> 6)] >> (bit & 48)) & 0xFFFF
        longer = line | (1 << (bit & 15))
        points += tables.numbers[LINE_POINTS + longer] - tables.numbers[LINE_POINTS + line]
    return points


@inner
def _put_on_lines(tables: Tables, state: Words, seat: int, cell: int) -> int:
    """Put a seat's stone on its three lines and return the points that this adds."""
    points = 0
    for direction in range(3):
        bit = tables.steps[cell, LINE_BIT + direction]
        word = LINES + WORDS_A_DIRECTION * (3 * seat + direction) + (bit >> 6)
        before = state[word] >> (bit & 48)
        state[word] |= one_bit(bit)
        after = state[word] >> (bit & 48)
        points += tables.numbers[LINE_POINTS + (after & 0xFFFF)] - tables.numbers[LINE_POINTS + (before & 0xFFFF)]
    return points


@inner
def _final(state: Words) -> int:
    """Return the result by points."""
    ahead = state[POINTS] - state[POINTS + 1]
    return _DRAWN + (1 if ahead > 0 else 2 if ahead < 0 else 0)


@inner
def _is_over(tables: Tables, state: Words, following: int) -> bool:
    """Return whether the game ends before the turn of a seat: a player has no loose stone left.

    Where rounds are finished, the second player has a turn more if there is a stone for it.
    """
    somebody_out = state[LOOSE] == 0 or state[LOOSE + 1] == 0
    return somebody_out and not (tables.numbers[ROUND] and following == 1 and state[LOOSE + 1] > 0)


@inner
def make(tables: Tables, state: Words, cell: int) -> None:
    """Make a legal move."""
    mover = state[MOVER]
    gain = _put_on_lines(tables, state, mover, cell)
    state[STONES + 2 * mover + (cell >> 6)] |= one_bit(cell)
    state[POINTS + mover] += gain
    # A stone is set aside for each new point, as long as there are loose ones.
    left = max(state[LOOSE + mover] - 1 - gain, 0)
    state[LOOSE + mover] = left
    state[MOVER] = 1 - mover
    # The other player can only be without stones where rounds are finished.
    if (left == 0 or tables.numbers[ROUND]) and _is_over(tables, state, 1 - mover):
        state[RESULT] = _final(state)


@inner
def write_cells(low: int, high: int, out: Words) -> int:
    """Write the cells of a board; return the number."""
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


# The kernels.


@kernel(MOVES)
def moves(tables: Tables, state: Words, out: Words) -> int:
    """Write the legal moves."""
    if state[RESULT]:
        return 0
    low, high = targets(tables, state)
    return write_cells(low, high, out)


@kernel(COUNT)
def count(tables: Tables, state: Words) -> int:
    """Count the legal moves."""
    if state[RESULT]:
        return 0
    low, high = targets(tables, state)
    return count_bits(low) + count_bits(high)


@kernel(PUSH)
def push(tables: Tables, state: Words, move: int) -> int:
    """Make a legal move."""
    make(tables, state, move)
    return state[RESULT]


@kernel(PLAYOUT, allocates=True)
def playout(tables: Tables, state: Words, rng: Words, limit: int) -> int:
    """Play random moves to the end."""
    plies = n = 0
    cells = np.empty(tables.numbers[CELLS], np.int64)
    while state[RESULT] == 0 and plies < limit:
        # The first two stones have their own rule; then the free cells are listed once, and the list shrinks.
        if plies <= 2:
            low, high = targets(tables, state)
            n = write_cells(low, high, cells)
        choice = below(rng, n)
        make(tables, state, cells[choice])
        n -= 1
        cells[choice] = cells[n]
        plies += 1
    return plies


@kernel(RECOMPUTE, allocates=True)
def recompute(tables: Tables, state: Words) -> int:
    """Recompute the lines and points from the stones, the stones set aside for the points, and the result."""
    cells = np.empty(tables.numbers[CELLS], np.int64)
    state[LINES:POINTS] = 0
    for seat in range(2):
        state[POINTS + seat] = 0
        for k in range(write_cells(state[STONES + 2 * seat], state[STONES + 2 * seat + 1], cells)):
            state[POINTS + seat] += _put_on_lines(tables, state, seat, cells[k])
        state[LOOSE + seat] = max(state[LOOSE + seat] - state[POINTS + seat], 0)
    state[RESULT] = _final(state) if _is_over(tables, state, state[MOVER]) else 0
    return state[RESULT]


KERNELS = Kernels(moves, count, push, playout, recompute)
