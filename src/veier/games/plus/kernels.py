"""The rules of 4EYES+ and its pencil version as kernels, for two and three players. See `layout` for the state.

Numba compiles a kernel where it stands, so this file reads from the inside out: the kernels are at its end.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from veier.games.plus.layout import (
    ALL,
    CELLS,
    FROM,
    HEADS,
    HELD,
    NOT_LAST,
    PENCIL,
    PLAYERS,
    SIDE,
    STONES,
    THREATS,
    WAYS,
)
from veier.games.squares.kernels import all_threats, completes, find_threats, grow_threats, has_square
from veier.kernels.bits import count_bits, flip, has_bit, holds, lowest_bit, nth_bit, shift_right, without_lowest
from veier.kernels.jit import allocating, inner, kernel
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
    ThreatTables,
    Why,
    Words,
)

_FIRST_WINS = int(Why.SQUARE) * 8 + 1
_DRAWN_BY_PASSES = int(Why.PASSES) * 8
_DRAWN_BY_FULL = int(Why.FULL) * 8
_BANNED = CONTRADICTION

# The number of random tries in a row that may fail before the legal moves are listed instead.
_PATIENCE = 200


@inner
def _result_of(seat: int, own: bool, after: int, other: bool) -> int:
    """Turn finished squares into a result: 0, a win of either colour, or _BANNED for both at once."""
    if own and other:
        return _BANNED
    if own:
        return _FIRST_WINS + seat
    return _FIRST_WINS + after if other else 0


@inner
def next_seat(tables: Tables, seat: int) -> int:
    """Return the seat that moves after a seat."""
    return seat + 1 if seat + 1 < tables.numbers[PLAYERS] else 0


@inner
def free_cells(tables: Tables | ThreatTables, state: Words) -> tuple[int, int]:
    """Return the cells without a stone."""
    low, high = tables.numbers[ALL], tables.numbers[ALL + 1]
    for colour in range(3):
        low &= ~state[STONES + 2 * colour]
        high &= ~state[STONES + 2 * colour + 1]
    return low, high


@inner
def _pairs(tables: Tables, low: int, high: int) -> int:
    """Count the pairs of neighbours among these cells."""
    up = tables.numbers[SIDE]
    right_low, right_high = shift_right(low, 1) | (high << 63), shift_right(high, 1)
    up_low, up_high = shift_right(low, up) | (high << (64 - up)), shift_right(high, up)
    across = count_bits(low & right_low & tables.numbers[NOT_LAST])
    across += count_bits(high & right_high & tables.numbers[NOT_LAST + 1])
    return across + count_bits(low & up_low) + count_bits(high & up_high)


@inner
def lay(state: Words, head: int, tail: int, after: int) -> None:
    """Put the mover's stone on `head` and the next player's on `tail`, or remove them."""
    flip(state, STONES + 2 * state[MOVER], head)
    flip(state, STONES + 2 * after, tail)


@inner
def _mark(state: Words, head: int, way: int) -> None:
    """Add a domino of the mover to the heads and ways, or remove it."""
    flip(state, HEADS + 2 * state[MOVER], head)
    if way & 1:
        flip(state, WAYS, head)
    if way & 2:
        flip(state, WAYS + 2, head)


@inner
def way_of(state: Words, head: int) -> int:
    """Return the way of the domino with this head."""
    return holds(state, WAYS, head) + 2 * holds(state, WAYS + 2, head)


# Listing. Placements depend on the free cells and, for each of the two colours, on the cells that would complete
# a square; a placement is banned when both its stones would.


class Spots(NamedTuple):
    """The free cells, and the cells that would complete a square of the mover and of the next player."""

    free: tuple[int, int]
    own: tuple[int, int]
    other: tuple[int, int]


@inner
def _write_placements(tables: Tables, spots: Spots, lifted: int, out: Words) -> int:
    """Write the placements that are not banned; return the number.

    `lifted` is 4 * head + way of a domino that is moved and may not stay where it was, or -1.
    """
    free, own, other = spots.free, spots.own, spots.other
    base, n = FROM * (1 + (lifted >> 2)), 0
    for head in range(tables.numbers[CELLS]):
        if not has_bit(free[0], free[1], head):
            continue
        completes_own = has_bit(own[0], own[1], head)
        for way in range(4):
            tail = tables.steps[head, way]
            if tail < 0 or not has_bit(free[0], free[1], tail) or 4 * head + way == lifted:
                continue
            if not (completes_own and has_bit(other[0], other[1], tail)):
                out[n] = base + 4 * head + way
                n += 1
    return n


@inner
def _count_placements_on(tables: Tables, spots: Spots) -> int:
    """Count the placements: two per pair of free neighbours, less those that would make squares of both colours."""
    free, own, other = spots.free, spots.own, spots.other
    n = 2 * _pairs(tables, free[0], free[1])
    for word in range(2):
        heads = own[word] & free[word]
        while heads:
            head = 64 * word + lowest_bit(heads)
            heads = without_lowest(heads)
            for way in range(4):
                tail = tables.steps[head, way]
                if tail >= 0:
                    n -= has_bit(free[0], free[1], tail) & has_bit(other[0], other[1], tail)
    return n


@inner
def threat_cells(state: Words, colour: int) -> tuple[int, int]:
    """Return the cells that would complete a colour's square, as phase 1 keeps them."""
    return state[THREATS + 2 * colour], state[THREATS + 2 * colour + 1]


@inner
def all_threats_of(tables: Tables, state: Words, colour: int) -> tuple[int, int]:
    """Find the cells that would complete a colour's square."""
    return all_threats(tables, state[STONES + 2 * colour], state[STONES + 2 * colour + 1])


@inner
def _kept_spots(tables: Tables, state: Words) -> Spots:
    """Return the mover's spots with the threats that phase 1 keeps."""
    mover = state[MOVER]
    return Spots(free_cells(tables, state), threat_cells(state, mover), threat_cells(state, next_seat(tables, mover)))


@inner
def all_spots(tables: Tables, state: Words) -> Spots:
    """Return the mover's spots with threats computed from the stones."""
    mover, after = state[MOVER], next_seat(tables, state[MOVER])
    own, other = all_threats_of(tables, state, mover), all_threats_of(tables, state, after)
    return Spots(free_cells(tables, state), own, other)


@inner
def may_place(tables: Tables, state: Words) -> bool:
    """Return whether the mover has something to place."""
    return tables.numbers[PENCIL] != 0 or state[HELD + state[MOVER]] > 0


@inner
def _placements(tables: Tables, state: Words, out: Words) -> int:
    """Write the legal moves of phase 1."""
    if not may_place(tables, state):
        return 0
    return _write_placements(tables, _kept_spots(tables, state), -1, out)


@inner
def _count_placements(tables: Tables, state: Words) -> int:
    if not may_place(tables, state):
        return 0
    return _count_placements_on(tables, _kept_spots(tables, state))


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
            spots = all_spots(tables, state)
            if out.size:
                n += _write_placements(tables, spots, 4 * head + way, out[n:])
            else:
                n += _count_placements_on(tables, spots) - 1
            lay(state, head, tail, after)
    return n


@inner
def _list(tables: Tables, state: Words, out: Words) -> int:
    n = _placements(tables, state, out) if state[PHASE] == 1 else _moves_of_dominoes(tables, state, out)
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
def _end_if_full(tables: Tables, state: Words) -> None:
    """End a pencil game when no two free neighbours are left."""
    free = free_cells(tables, state)
    if tables.numbers[PENCIL] and state[RESULT] == 0 and _pairs(tables, free[0], free[1]) == 0:
        state[RESULT] = _DRAWN_BY_FULL


@inner
def _place(tables: Tables, state: Words, head: int, way: int) -> None:
    mover, after = state[MOVER], next_seat(tables, state[MOVER])
    tail = tables.steps[head, way]
    makes_own, makes_other = holds(state, THREATS + 2 * mover, head), holds(state, THREATS + 2 * after, tail)
    state[RESULT] = _result_of(mover, makes_own, after, makes_other)
    grow_threats(tables, state, STONES + 2 * mover, THREATS + 2 * mover, head)
    grow_threats(tables, state, STONES + 2 * after, THREATS + 2 * after, tail)
    lay(state, head, tail, after)
    if not tables.numbers[PENCIL]:
        _mark(state, head, way)
        state[HELD + mover] -= 1
        if _reserves_empty(state):
            _enter_phase_2(state)
    _end_if_full(tables, state)
    if state[RESULT]:
        # What a finished square threatened depends on the order of its stones, which is no part of a position.
        _clear_threats(state)


@inner
def _result_on(tables: Tables, state: Words, head: int, tail: int) -> int:
    """Return the result of two new stones, by the squares through them."""
    mover, after = state[MOVER], next_seat(tables, state[MOVER])
    makes_own = completes(tables, head, state[STONES + 2 * mover], state[STONES + 2 * mover + 1])
    makes_other = completes(tables, tail, state[STONES + 2 * after], state[STONES + 2 * after + 1])
    return _result_of(mover, makes_own, after, makes_other)


@inner
def _move_domino(tables: Tables, state: Words, old_head: int, head: int, way: int) -> int:
    """Move a domino and return the result; a banned move leaves the state as it was."""
    after = next_seat(tables, state[MOVER])
    old_way = way_of(state, old_head)
    lay(state, old_head, tables.steps[old_head, old_way], after)
    _mark(state, old_head, old_way)
    result = _result_on(tables, state, head, tables.steps[head, way])
    if result == _BANNED:
        head, way = old_head, old_way
    else:
        state[RESULT] = result
    lay(state, head, tables.steps[head, way], after)
    _mark(state, head, way)
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
        if not tables.numbers[PENCIL]:
            _mark(state, head, way)
            state[HELD + state[MOVER]] -= 1
            if _reserves_empty(state):
                _enter_phase_2(state)
        return True
    return False


@inner
def _random_move(tables: Tables, state: Words, rng: Words) -> bool:
    """Move a random domino somewhere; False if no legal move was found."""
    low, high = state[HEADS + 2 * state[MOVER]], state[HEADS + 2 * state[MOVER] + 1]
    free = free_cells(tables, state)
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
        if not (has_bit(free[0], free[1], head) or head in (old, old_tail)):
            continue
        if not (has_bit(free[0], free[1], tail) or tail in (old, old_tail)):
            continue
        if _move_domino(tables, state, old, head, way) != _BANNED:
            return True
    return False


@inner
def _refresh(tables: Tables, state: Words) -> None:
    """Recompute what random placements do not maintain: the threats, and whether a pencil game has ended."""
    _end_if_full(tables, state)
    _clear_threats(state)
    if state[PHASE] == 1 and state[RESULT] == 0:
        for colour in range(tables.numbers[PLAYERS]):
            find_threats(tables, state, STONES + 2 * colour, THREATS + 2 * colour)


@allocating
def _random_listed(tables: Tables, state: Words, rng: Words) -> None:
    """Make a random move from the list of all."""
    mine = max(1, count_bits(state[HEADS + 2 * state[MOVER]]) + count_bits(state[HEADS + 2 * state[MOVER] + 1]))
    out = np.empty(4 * tables.numbers[CELLS] * mine, np.int64)
    make(tables, state, out[below(rng, _list(tables, state, out))])


# The kernels.


@kernel(MOVES)
def moves(tables: Tables, state: Words, out: Words) -> int:
    """Write the legal moves."""
    return 0 if state[RESULT] else _list(tables, state, out)


@kernel(COUNT)
def count(tables: Tables, state: Words) -> int:
    """Count the legal moves, mostly without looking at each."""
    if state[RESULT]:
        return 0
    return max(
        _count_placements(tables, state) if state[PHASE] == 1 else _moves_of_dominoes(tables, state, state[:0]), 1
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
