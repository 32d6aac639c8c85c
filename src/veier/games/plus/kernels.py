"""The rules of 4EYES+ and its pencil version as kernels, for two and three players. See `layout` for the row.

Numba compiles a kernel where it stands, so this file reads from the inside out: the doors are at its end.
"""

from __future__ import annotations

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
from veier.kernels.signatures import COUNT, MOVES, PLAYOUT, PUSH, SETTLE
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

# So many random tries in a row may be refused before the legal moves are listed instead.
_PATIENCE = 200


@inner
def _judge(seat: int, own: bool, after: int, other: bool) -> int:
    """Turn finished squares into a result: 0, a win of either colour, or _BANNED for both at once."""
    if own and other:
        return _BANNED
    if own:
        return _FIRST_WINS + seat
    return _FIRST_WINS + after if other else 0


@inner
def next_seat(tables: Tables, seat: int) -> int:
    """Give the seat that moves after a seat."""
    return seat + 1 if seat + 1 < tables.numbers[PLAYERS] else 0


@inner
def free_cells(tables: Tables | ThreatTables, row: Words) -> tuple[int, int]:
    """Give the cells without a stone."""
    low, high = tables.numbers[ALL], tables.numbers[ALL + 1]
    for colour in range(3):
        low &= ~row[STONES + 2 * colour]
        high &= ~row[STONES + 2 * colour + 1]
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
def lay(row: Words, head: int, tail: int, after: int) -> None:
    """Put the mover's stone on `head` and the next player's on `tail`, or take them away."""
    flip(row, STONES + 2 * row[MOVER], head)
    flip(row, STONES + 2 * after, tail)


@inner
def _mark(row: Words, head: int, way: int) -> None:
    """Remember a domino of the mover, or forget it."""
    flip(row, HEADS + 2 * row[MOVER], head)
    if way & 1:
        flip(row, WAYS, head)
    if way & 2:
        flip(row, WAYS + 2, head)


@inner
def way_of(row: Words, head: int) -> int:
    """Give the way of the domino with this head."""
    return holds(row, WAYS, head) + 2 * holds(row, WAYS + 2, head)


# Listing. Placements depend on the free cells and, for each of the two colours, on the cells that would complete
# a square; a placement is banned when both its stones would.


@inner
def _write_placements(
    tables: Tables,
    free: tuple[int, int],
    own: tuple[int, int],
    other: tuple[int, int],
    base: int,
    skip: int,
    out: Words,
) -> int:
    """Write the placements that are not banned, as numbers above `base`, without `skip`; give how many."""
    n = 0
    for head in range(tables.numbers[CELLS]):
        if not has_bit(free[0], free[1], head):
            continue
        completes_own = has_bit(own[0], own[1], head)
        for way in range(4):
            tail = tables.steps[head, way]
            if tail < 0 or not has_bit(free[0], free[1], tail) or 4 * head + way == skip:
                continue
            if not (completes_own and has_bit(other[0], other[1], tail)):
                out[n] = base + 4 * head + way
                n += 1
    return n


@inner
def _count_banned(tables: Tables, free: tuple[int, int], own: tuple[int, int], other: tuple[int, int]) -> int:
    """Count the placements that would make a square of both colours."""
    n = 0
    for word in range(2):
        heads = own[word] & free[word]
        while heads:
            head = 64 * word + lowest_bit(heads)
            heads = without_lowest(heads)
            for way in range(4):
                tail = tables.steps[head, way]
                if tail >= 0:
                    n += has_bit(free[0], free[1], tail) & has_bit(other[0], other[1], tail)
    return n


@inner
def threat_cells(row: Words, colour: int) -> tuple[int, int]:
    """Give the cells that would complete a colour's square, as phase 1 keeps them."""
    return row[THREATS + 2 * colour], row[THREATS + 2 * colour + 1]


@inner
def all_threats_of(tables: Tables, row: Words, colour: int) -> tuple[int, int]:
    """Find the cells that would complete a colour's square."""
    return all_threats(tables, row[STONES + 2 * colour], row[STONES + 2 * colour + 1])


@inner
def may_place(tables: Tables, row: Words) -> bool:
    """Tell whether the mover has something to place."""
    return tables.numbers[PENCIL] != 0 or row[HELD + row[MOVER]] > 0


@inner
def _placements(tables: Tables, row: Words, out: Words) -> int:
    """Write the legal moves of phase 1."""
    if not may_place(tables, row):
        return 0
    own, other = threat_cells(row, row[MOVER]), threat_cells(row, next_seat(tables, row[MOVER]))
    return _write_placements(tables, free_cells(tables, row), own, other, 0, -1, out)


@inner
def _count_placements(tables: Tables, row: Words) -> int:
    if not may_place(tables, row):
        return 0
    free = free_cells(tables, row)
    own, other = threat_cells(row, row[MOVER]), threat_cells(row, next_seat(tables, row[MOVER]))
    return 2 * _pairs(tables, free[0], free[1]) - _count_banned(tables, free, own, other)


@inner
def _moves_of_dominoes(tables: Tables, row: Words, out: Words) -> int:
    """Write the legal moves of phase 2; with no room in `out`, only count them."""
    n = 0
    mover, after = row[MOVER], next_seat(tables, row[MOVER])
    for word in range(2):
        heads = row[HEADS + 2 * mover + word]
        while heads:
            head = 64 * word + lowest_bit(heads)
            heads = without_lowest(heads)
            way = way_of(row, head)
            tail = tables.steps[head, way]
            lay(row, head, tail, after)
            free = free_cells(tables, row)
            own, other = all_threats_of(tables, row, mover), all_threats_of(tables, row, after)
            if out.size:
                n += _write_placements(tables, free, own, other, FROM * (1 + head), 4 * head + way, out[n:])
            else:
                n += 2 * _pairs(tables, free[0], free[1]) - _count_banned(tables, free, own, other) - 1
            lay(row, head, tail, after)
    return n


@inner
def _list(tables: Tables, row: Words, out: Words) -> int:
    n = _placements(tables, row, out) if row[PHASE] == 1 else _moves_of_dominoes(tables, row, out)
    if n == 0:
        out[0] = PASS
        n = 1
    return n


# Making moves.


@inner
def _reserves_empty(row: Words) -> bool:
    return row[HELD] + row[HELD + 1] + row[HELD + 2] == 0


@inner
def _forget_threats(row: Words) -> None:
    row[THREATS : THREATS + 6] = 0


@inner
def _enter_phase_2(row: Words) -> None:
    row[PHASE] = 2
    _forget_threats(row)


@inner
def _end_if_full(tables: Tables, row: Words) -> None:
    """End a pencil game when no two free neighbours are left."""
    free = free_cells(tables, row)
    if tables.numbers[PENCIL] and row[RESULT] == 0 and _pairs(tables, free[0], free[1]) == 0:
        row[RESULT] = _DRAWN_BY_FULL


@inner
def _place(tables: Tables, row: Words, head: int, way: int) -> None:
    mover, after = row[MOVER], next_seat(tables, row[MOVER])
    tail = tables.steps[head, way]
    makes_own, makes_other = holds(row, THREATS + 2 * mover, head), holds(row, THREATS + 2 * after, tail)
    row[RESULT] = _judge(mover, makes_own, after, makes_other)
    grow_threats(tables, row, STONES + 2 * mover, THREATS + 2 * mover, head)
    grow_threats(tables, row, STONES + 2 * after, THREATS + 2 * after, tail)
    lay(row, head, tail, after)
    if not tables.numbers[PENCIL]:
        _mark(row, head, way)
        row[HELD + mover] -= 1
        if _reserves_empty(row):
            _enter_phase_2(row)
    _end_if_full(tables, row)
    if row[RESULT]:
        # What a finished square threatened depends on the order of its stones, which is no part of a position.
        _forget_threats(row)


@inner
def _lands(tables: Tables, row: Words, head: int, tail: int) -> int:
    """Judge two new stones by the squares through them."""
    mover, after = row[MOVER], next_seat(tables, row[MOVER])
    makes_own = completes(tables, head, row[STONES + 2 * mover], row[STONES + 2 * mover + 1])
    makes_other = completes(tables, tail, row[STONES + 2 * after], row[STONES + 2 * after + 1])
    return _judge(mover, makes_own, after, makes_other)


@inner
def _move_domino(tables: Tables, row: Words, old_head: int, head: int, way: int) -> int:
    """Move a domino and give the result; a banned move leaves the row as it was."""
    after = next_seat(tables, row[MOVER])
    old_way = way_of(row, old_head)
    lay(row, old_head, tables.steps[old_head, old_way], after)
    _mark(row, old_head, old_way)
    result = _lands(tables, row, head, tables.steps[head, way])
    if result == _BANNED:
        head, way = old_head, old_way
    else:
        row[RESULT] = result
    lay(row, head, tables.steps[head, way], after)
    _mark(row, head, way)
    return result


@inner
def make(tables: Tables, row: Words, move: int) -> None:
    """Make a legal move."""
    if move == PASS:
        row[PASSES] += 1
        if row[PASSES] == tables.numbers[PLAYERS]:
            row[RESULT] = _DRAWN_BY_PASSES
    else:
        row[PASSES] = 0
        head, way = (move & (FROM - 1)) >> 2, move & 3
        if move < FROM:
            _place(tables, row, head, way)
        else:
            _move_domino(tables, row, move // FROM - 1, head, way)
    row[MOVER] = next_seat(tables, row[MOVER])


# Random play. Two cells are drawn from the whole board, and drawn again if they are not free, or banned.
# Placements are judged by the squares through the new stones; threats are found anew where they are needed.


@inner
def _random_placement(tables: Tables, row: Words, rng: Words) -> bool:
    """Place at random; False if there was nothing to place or no place was found."""
    free = free_cells(tables, row)
    for _ in range(_PATIENCE if may_place(tables, row) else 0):
        choice = below(rng, 4 * tables.numbers[CELLS])
        head, way = choice >> 2, choice & 3
        tail = tables.steps[head, way]
        if not has_bit(free[0], free[1], head) or tail < 0 or not has_bit(free[0], free[1], tail):
            continue
        result = _lands(tables, row, head, tail)
        if result == _BANNED:
            continue
        row[RESULT] = result
        lay(row, head, tail, next_seat(tables, row[MOVER]))
        if not tables.numbers[PENCIL]:
            _mark(row, head, way)
            row[HELD + row[MOVER]] -= 1
            if _reserves_empty(row):
                _enter_phase_2(row)
        return True
    return False


@inner
def _random_move(tables: Tables, row: Words, rng: Words) -> bool:
    """Move a random domino somewhere; False if no legal move was found."""
    low, high = row[HEADS + 2 * row[MOVER]], row[HEADS + 2 * row[MOVER] + 1]
    free = free_cells(tables, row)
    for _ in range(_PATIENCE):
        n = below(rng, count_bits(low) + count_bits(high))
        old = nth_bit(low, n) if n < count_bits(low) else 64 + nth_bit(high, n - count_bits(low))
        old_way = way_of(row, old)
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
        if _move_domino(tables, row, old, head, way) != _BANNED:
            return True
    return False


@inner
def _refresh(tables: Tables, row: Words) -> None:
    """Find anew what random placements do not keep up: the threats, and whether a pencil game has ended."""
    _end_if_full(tables, row)
    _forget_threats(row)
    if row[PHASE] == 1 and row[RESULT] == 0:
        for colour in range(tables.numbers[PLAYERS]):
            find_threats(tables, row, STONES + 2 * colour, THREATS + 2 * colour)


@allocating
def _random_listed(tables: Tables, row: Words, rng: Words) -> None:
    """Make a random move from the list of all."""
    mine = max(1, count_bits(row[HEADS + 2 * row[MOVER]]) + count_bits(row[HEADS + 2 * row[MOVER] + 1]))
    out = np.empty(4 * tables.numbers[CELLS] * mine, np.int64)
    make(tables, row, out[below(rng, _list(tables, row, out))])


# The doors.


@kernel(MOVES)
def moves(tables: Tables, row: Words, out: Words) -> int:
    """Write the legal moves."""
    return 0 if row[RESULT] else _list(tables, row, out)


@kernel(COUNT)
def count(tables: Tables, row: Words) -> int:
    """Count the legal moves, mostly without looking at each."""
    if row[RESULT]:
        return 0
    return max(_count_placements(tables, row) if row[PHASE] == 1 else _moves_of_dominoes(tables, row, row[:0]), 1)


@kernel(PUSH)
def push(tables: Tables, row: Words, move: int) -> int:
    """Make a legal move."""
    make(tables, row, move)
    return row[RESULT]


@kernel(PLAYOUT)
def playout(tables: Tables, row: Words, rng: Words, limit: int) -> int:
    """Play random moves to the end."""
    plies = 0
    while row[RESULT] == 0 and plies < limit:
        if _random_placement(tables, row, rng) if row[PHASE] == 1 else _random_move(tables, row, rng):
            row[PASSES] = 0
            row[MOVER] = next_seat(tables, row[MOVER])
        else:
            _refresh(tables, row)
            if row[RESULT]:
                break
            _random_listed(tables, row, rng)
        plies += 1
    if row[RESULT] == 0:
        _refresh(tables, row)
    return plies


@kernel(SETTLE)
def settle(tables: Tables, row: Words) -> int:
    """Find the threats, the winner, and whether a pencil game is full, from the stones."""
    row[RESULT] = 0
    for colour in range(tables.numbers[PLAYERS]):
        if has_square(tables, row[STONES + 2 * colour], row[STONES + 2 * colour + 1]):
            if row[RESULT]:
                return CONTRADICTION
            row[RESULT] = _FIRST_WINS + colour
    _refresh(tables, row)
    return row[RESULT]


KERNELS = Kernels(moves, count, push, playout, settle)
