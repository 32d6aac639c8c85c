"""The rules of 4EYES+ and its pencil version as kernels, for two and three players. See `layout` for the state.

Numba compiles a kernel where it stands, so this file reads from the inside out: the kernels are at its end.
"""

from __future__ import annotations

import numpy as np

from veier.games.plus.layout import (
    CELLS,
    ELSEWHERE,
    FROM,
    HEADS,
    HELD,
    NO_GIFTS,
    PENCIL,
    PLAYERS,
    STONES,
    THREATS,
    UNLIMITED,
)
from veier.games.plus.placements import (
    count_placements,
    count_placements_on,
    free_cells,
    lay,
    mark,
    may_place,
    next_seat,
    pairs,
    placements,
    spots_of_lifted,
    way_of,
    write_placements,
)
from veier.games.squares.kernels import completes, find_threats, grow_threats, has_square
from veier.kernels.bits import count_bits, has_bit, holds, lowest_bit, nth_bit, without_lowest
from veier.kernels.decorators import allocating, inner, kernel
from veier.kernels.rng import below
from veier.kernels.signatures import COUNT, MOVES, PLAYOUT, PUSH, RECOMPUTE
from veier.kernels.state import (
    CONTRADICTION,
    MOVER,
    PASS,
    PASSES,
    PHASE,
    RESULT,
    Kernels,
    Tables,
    Why,
    Words,
)

_FIRST_WINS = int(Why.SQUARE) * 8 + 1
_DRAWN_BY_PASSES = int(Why.PASSES) * 8
_DRAWN_BY_FULL = int(Why.FULL) * 8
_DRAWN_BY_TURNS = int(Why.TURNS) * 8
_BANNED = CONTRADICTION

# The number of random tries in a row that may fail before the legal moves are listed instead.
_PATIENCE = 200


@inner
def _result_of(tables: Tables, seat: int, own: bool, other: bool) -> int:
    """Turn the squares that a seat's move finishes into a result: 0, a win, or _BANNED."""
    if other and (own or tables.numbers[NO_GIFTS]):
        return _BANNED
    if own:
        return _FIRST_WINS + seat
    return _FIRST_WINS + next_seat(tables, seat) if other else 0


@inner
def _moves_of_dominoes(tables: Tables, state: Words, out: Words) -> int:
    """Write the legal moves of phase 2; with no room in `out`, only count them."""
    n = 0
    mover, after = state[MOVER], next_seat(tables, state[MOVER])
    for word in range(2):
        heads = state[HEADS + 2 * mover + word]
        while heads:
            head = 64 * word + lowest_bit(heads)
            heads = without_lowest(heads)
            way = way_of(state, head)
            tail = tables.steps[head, way]
            lay(state, head, tail, after)
            spots = spots_of_lifted(tables, state, head, tail)
            if out.size:
                n += write_placements(tables, spots, 4 * head + way, out[n:])
            else:
                # Where its own cells are free, one of the placements is how it lay.
                n += count_placements_on(tables, spots) - 1 + tables.numbers[ELSEWHERE]
            lay(state, head, tail, after)
    return n


@inner
def list_moves(tables: Tables, state: Words, out: Words) -> int:
    """Write the legal moves of a running game."""
    n = placements(tables, state, out) if state[PHASE] == 1 else _moves_of_dominoes(tables, state, out)
    if n == 0:
        out[0] = PASS
        n = 1
    return n


# Making moves.


@inner
def _reserves_empty(state: Words) -> bool:
    return state[HELD] + state[HELD + 1] + state[HELD + 2] == 0


@inner
def _clear_threats(state: Words) -> None:
    state[THREATS : THREATS + 6] = 0


@inner
def _enter_phase_2(state: Words) -> None:
    state[PHASE] = 2
    _clear_threats(state)


@inner
def _end_of_pencils(tables: Tables, state: Words) -> None:
    """End a pencil game when no two free neighbours are left, or no turns."""
    free = free_cells(tables, state)
    if tables.numbers[PENCIL] and state[RESULT] == 0:
        if pairs(tables, free[0], free[1]) == 0:
            state[RESULT] = _DRAWN_BY_FULL
        elif not tables.numbers[UNLIMITED] and _reserves_empty(state):
            state[RESULT] = _DRAWN_BY_TURNS


@inner
def _spend(tables: Tables, state: Words, head: int, way: int) -> None:
    """Take a domino that was laid, or a turn, from the mover's reserve; the last domino brings phase 2."""
    if not tables.numbers[UNLIMITED]:
        mark(state, head, way)
        state[HELD + state[MOVER]] -= 1
        if _reserves_empty(state) and not tables.numbers[PENCIL]:
            _enter_phase_2(state)


@inner
def _place(tables: Tables, state: Words, head: int, way: int) -> None:
    mover, after = state[MOVER], next_seat(tables, state[MOVER])
    tail = tables.steps[head, way]
    makes_own, makes_other = holds(state, THREATS + 2 * mover, head), holds(state, THREATS + 2 * after, tail)
    state[RESULT] = _result_of(tables, mover, makes_own, makes_other)
    grow_threats(tables, state, STONES + 2 * mover, THREATS + 2 * mover, head)
    grow_threats(tables, state, STONES + 2 * after, THREATS + 2 * after, tail)
    lay(state, head, tail, after)
    _spend(tables, state, head, way)
    _end_of_pencils(tables, state)
    if state[RESULT]:
        # What a finished square threatened depends on the order of its stones, which is no part of a position.
        _clear_threats(state)


@inner
def _result_on(tables: Tables, state: Words, head: int, tail: int) -> int:
    """Return the result of two new stones, by the squares through them."""
    mover, after = state[MOVER], next_seat(tables, state[MOVER])
    makes_own = completes(tables, head, state[STONES + 2 * mover], state[STONES + 2 * mover + 1])
    makes_other = completes(tables, tail, state[STONES + 2 * after], state[STONES + 2 * after + 1])
    return _result_of(tables, mover, makes_own, makes_other)


@inner
def _move_domino(tables: Tables, state: Words, old_head: int, head: int, way: int) -> int:
    """Move a domino and return the result; a banned move leaves the state as it was."""
    after = next_seat(tables, state[MOVER])
    old_way = way_of(state, old_head)
    lay(state, old_head, tables.steps[old_head, old_way], after)
    mark(state, old_head, old_way)
    result = _result_on(tables, state, head, tables.steps[head, way])
    if result == _BANNED:
        head, way = old_head, old_way
    else:
        state[RESULT] = result
    lay(state, head, tables.steps[head, way], after)
    mark(state, head, way)
    return result


@inner
def make(tables: Tables, state: Words, move: int) -> None:
    """Make a legal move."""
    if move == PASS:
        state[PASSES] += 1
        if state[PASSES] == tables.numbers[PLAYERS]:
            state[RESULT] = _DRAWN_BY_PASSES
    else:
        state[PASSES] = 0
        head, way = (move & (FROM - 1)) >> 2, move & 3
        if move < FROM:
            _place(tables, state, head, way)
        else:
            _move_domino(tables, state, move // FROM - 1, head, way)
    state[MOVER] = next_seat(tables, state[MOVER])


# Random play. Two cells are drawn from the whole board, and drawn again if they are not free, or banned.
# Results are found by the squares through the new stones; threats are recomputed where they are needed.


@inner
def _random_placement(tables: Tables, state: Words, rng: Words) -> bool:
    """Place at random; False if there was nothing to place or no place was found."""
    free = free_cells(tables, state)
    for _ in range(_PATIENCE if may_place(tables, state) else 0):
        choice = below(rng, 4 * tables.numbers[CELLS])
        head, way = choice >> 2, choice & 3
        tail = tables.steps[head, way]
        if not has_bit(free[0], free[1], head) or tail < 0 or not has_bit(free[0], free[1], tail):
            continue
        result = _result_on(tables, state, head, tail)
        if result == _BANNED:
            continue
        state[RESULT] = result
        lay(state, head, tail, next_seat(tables, state[MOVER]))
        _spend(tables, state, head, way)
        return True
    return False


@inner
def _random_move(tables: Tables, state: Words, rng: Words) -> bool:
    """Move a random domino somewhere; False if no legal move was found."""
    low, high = state[HEADS + 2 * state[MOVER]], state[HEADS + 2 * state[MOVER] + 1]
    free, elsewhere = free_cells(tables, state), tables.numbers[ELSEWHERE] != 0
    for _ in range(_PATIENCE):
        n = below(rng, count_bits(low) + count_bits(high))
        old = nth_bit(low, n) if n < count_bits(low) else 64 + nth_bit(high, n - count_bits(low))
        old_way = way_of(state, old)
        old_tail = tables.steps[old, old_way]
        choice = below(rng, 4 * tables.numbers[CELLS])
        head, way = choice >> 2, choice & 3
        tail = tables.steps[head, way]
        if tail < 0 or (head == old and way == old_way):
            continue
        if not has_bit(free[0], free[1], head) and (elsewhere or head not in (old, old_tail)):
            continue
        if not has_bit(free[0], free[1], tail) and (elsewhere or tail not in (old, old_tail)):
            continue
        if _move_domino(tables, state, old, head, way) != _BANNED:
            return True
    return False


@inner
def _refresh(tables: Tables, state: Words) -> None:
    """Recompute what random placements do not maintain: the threats, and whether a pencil game has ended."""
    _end_of_pencils(tables, state)
    _clear_threats(state)
    if state[PHASE] == 1 and state[RESULT] == 0:
        for colour in range(tables.numbers[PLAYERS]):
            find_threats(tables, state, STONES + 2 * colour, THREATS + 2 * colour)


@allocating
def _random_listed(tables: Tables, state: Words, rng: Words) -> None:
    """Make a random move from the list of all."""
    mine = max(1, count_bits(state[HEADS + 2 * state[MOVER]]) + count_bits(state[HEADS + 2 * state[MOVER] + 1]))
    out = np.empty(4 * tables.numbers[CELLS] * mine, np.int64)
    make(tables, state, out[below(rng, list_moves(tables, state, out))])


# The kernels.


@kernel(MOVES)
def moves(tables: Tables, state: Words, out: Words) -> int:
    """Write the legal moves."""
    return 0 if state[RESULT] else list_moves(tables, state, out)


@kernel(COUNT)
def count(tables: Tables, state: Words) -> int:
    """Count the legal moves, mostly without looking at each."""
    if state[RESULT]:
        return 0
    return max(
        count_placements(tables, state) if state[PHASE] == 1 else _moves_of_dominoes(tables, state, state[:0]), 1
    )


@kernel(PUSH)
def push(tables: Tables, state: Words, move: int) -> int:
    """Make a legal move."""
    make(tables, state, move)
    return state[RESULT]


@kernel(PLAYOUT)
def playout(tables: Tables, state: Words, rng: Words, limit: int) -> int:
    """Play random moves to the end."""
    plies = 0
    while state[RESULT] == 0 and plies < limit:
        if _random_placement(tables, state, rng) if state[PHASE] == 1 else _random_move(tables, state, rng):
            state[PASSES] = 0
            state[MOVER] = next_seat(tables, state[MOVER])
        else:
            _refresh(tables, state)
            if state[RESULT]:
                break
            _random_listed(tables, state, rng)
        plies += 1
    if state[RESULT] == 0:
        _refresh(tables, state)
    return plies


@kernel(RECOMPUTE)
def recompute(tables: Tables, state: Words) -> int:
    """Recompute the threats, the winner, and whether a pencil game is full, from the stones."""
    state[RESULT] = 0
    for colour in range(tables.numbers[PLAYERS]):
        if has_square(tables, state[STONES + 2 * colour], state[STONES + 2 * colour + 1]):
            if state[RESULT]:
                return CONTRADICTION
            state[RESULT] = _FIRST_WINS + colour
    _refresh(tables, state)
    return state[RESULT]


KERNELS = Kernels(moves, count, push, playout, recompute)
