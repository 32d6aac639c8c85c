"""The rules of notakto as kernels. A move is the number of its cell; `tables.steps` holds lines of three as bits."""

from __future__ import annotations

from veier.kernels.bits import count_bits, lowest_bit, without_lowest
from veier.kernels.decorators import inner, kernel
from veier.kernels.encoding import Bytes, clear_mask, draw_board
from veier.kernels.rng import below
from veier.kernels.signatures import COUNT, MASK, MOVES, PLANES, PLAYOUT, PUSH, RECOMPUTE
from veier.kernels.state import (
    FIRST,
    MOVER,
    RESULT,
    EncodingKernels,
    EncodingTables,
    Kernels,
    Tables,
    Why,
    Words,
)

# Words of the state: a board of stones for each seat. Of tables.numbers: all cells, and whether three in a row win.
STONES, ALL_CELLS, WINS = FIRST, 1, 2
STATE_SIZE = STONES + 2
_GOAL = int(Why.GOAL) * 8


@inner
def _free(tables: Tables, state: Words) -> int:
    return tables.numbers[ALL_CELLS] & ~(state[STONES] | state[STONES + 1])


@inner
def _make(tables: Tables, state: Words, cell: int) -> None:
    mover = state[MOVER]
    state[STONES + mover] |= 1 << cell
    state[MOVER] = 1 - mover
    _finish(tables, state)


@inner
def _finish(tables: Tables, state: Words) -> None:
    """Set the result: a line of three loses, or wins, for the seat that has just moved."""
    taken = state[STONES] | state[STONES + 1]
    state[RESULT] = 0
    for k in range(tables.steps.shape[0]):
        if taken & tables.steps[k, 0] == tables.steps[k, 0]:
            state[RESULT] = _GOAL + (state[MOVER] ^ tables.numbers[WINS]) + 1


@kernel(MOVES)
def moves(tables: Tables, state: Words, out: Words) -> int:
    """Write the legal moves."""
    free = 0 if state[RESULT] else _free(tables, state)
    n = 0
    while free:
        out[n] = lowest_bit(free)
        free = without_lowest(free)
        n += 1
    return n


@kernel(COUNT)
def count(tables: Tables, state: Words) -> int:
    """Count the legal moves."""
    return 0 if state[RESULT] else count_bits(_free(tables, state))


@kernel(PUSH)
def push(tables: Tables, state: Words, move: int) -> int:
    """Make a legal move."""
    _make(tables, state, move)
    return state[RESULT]


@kernel(PLAYOUT)
def playout(tables: Tables, state: Words, rng: Words, limit: int) -> int:
    """Make random moves."""
    plies = 0
    while state[RESULT] == 0 and plies < limit:
        free = _free(tables, state)
        for _ in range(below(rng, count_bits(free))):
            free = without_lowest(free)
        _make(tables, state, lowest_bit(free))
        plies += 1
    return plies


@kernel(RECOMPUTE)
def recompute(tables: Tables, state: Words) -> int:
    """Set the result from the stones."""
    _finish(tables, state)
    return state[RESULT]


KERNELS = Kernels(moves, count, push, playout, recompute)


@kernel(MASK)
def mask(tables: Tables, encoding_tables: EncodingTables, state: Words, moves: Words, words: Words) -> int:
    """Write the legal actions as bits."""
    clear_mask(words)
    words[0] = 0 if state[RESULT] else _free(tables, state)
    return count_bits(words[0])


@kernel(PLANES)
def planes(tables: Tables, encoding_tables: EncodingTables, state: Words, view: Words, out: Bytes) -> int:
    """Write the planes."""
    draw_board(out, 0, state[STONES] | state[STONES + 1], 0)
    return 0


ENCODING_KERNELS = EncodingKernels(mask, planes)
