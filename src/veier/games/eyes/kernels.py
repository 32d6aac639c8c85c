"""The rules of 4EYES as kernels. See `layout` for the state, the cells and the move numbers.

Numba compiles a kernel where it stands, so this file reads from the inside out: the kernels are at its end.
"""

from __future__ import annotations

import numpy as np

from veier.games.eyes.layout import (
    BLUE_AFTER_RED,
    FIELDS,
    HELD,
    MOVE_LIMIT,
    SLIDE,
    STONES,
    THREATS,
    TURN,
)
from veier.games.eyes.placements import bars, empty_fields, kinds_held, legal_cells
from veier.games.eyes.results import BANNED, result_of, result_of_move
from veier.games.squares.kernels import all_threats, completes, find_threats, grow_threats, has_square
from veier.kernels.bits import (
    count_bits,
    flip,
    has_bit,
    holds,
    lowest_bit,
    nth_bit,
    one_bit,
    shift_right,
    without_lowest,
)
from veier.kernels.decorators import allocating, inner, kernel
from veier.kernels.rng import below, next_word
from veier.kernels.signatures import COUNT, MOVES, PLAYOUT, PUSH, RECOMPUTE
from veier.kernels.state import (
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

_DRAWN_BY_PASSES = int(Why.PASSES) * 8

# The number of random tries in a row that may fail before the legal moves are listed instead.
_PATIENCE = 100


# Phase 1. The cells that would complete a square are kept, so that two bits decide a placement.


@inner
def _threatens(state: Words, colour: int, cell: int) -> bool:
    """Return whether a stone of that colour on the cell would complete a square."""
    return holds(state, THREATS + 2 * colour, cell)


@inner
def _placements(tables: Tables, state: Words, out: Words) -> int:
    """Write the legal placements."""
    n = 0
    kinds = kinds_held(state, state[MOVER])
    for kind in range(3):
        if (kinds >> kind) & 1:
            low, high = legal_cells(tables, state, kind)
            while low:
                out[n] = 100 * kind + lowest_bit(low)
                low = without_lowest(low)
                n += 1
            while high:
                out[n] = 100 * kind + 64 + lowest_bit(high)
                high = without_lowest(high)
                n += 1
    return n


@inner
def _count_placements(tables: Tables, state: Words) -> int:
    """Count the legal placements."""
    n = 0
    kinds = kinds_held(state, state[MOVER])
    for kind in range(3):
        low, high = legal_cells(tables, state, kind)
        n += count_bits(low) + count_bits(high) if (kinds >> kind) & 1 else 0
    return n


@inner
def _clear_threats(state: Words) -> None:
    state[THREATS : THREATS + 4] = 0


@inner
def _enter_phase_2(state: Words) -> None:
    state[PHASE] = 2
    _clear_threats(state)


@inner
def _place(tables: Tables, state: Words, move: int) -> None:
    kind, red = move // 100, move % 100
    blue = (red & ~3) + ((red + BLUE_AFTER_RED[kind]) & 3)
    state[RESULT] = result_of(_threatens(state, 0, red), _threatens(state, 1, blue))
    state[FIELDS + state[MOVER]] |= 1 << (red >> 2)
    state[HELD + 3 * state[MOVER] + kind] -= 1
    grow_threats(tables, state, STONES, THREATS, red)
    grow_threats(tables, state, STONES + 2, THREATS + 2, blue)
    flip(state, STONES, red)
    flip(state, STONES + 2, blue)
    if state[RESULT]:
        # What a finished square threatened depends on the order of its stones, which is no part of a position.
        _clear_threats(state)
    if kinds_held(state, 0) + kinds_held(state, 1) == 0:
        _enter_phase_2(state)


# Phase 2. A tile is lifted first, then its stones are tested where it lies next.


@inner
def lift(state: Words, field: int) -> tuple[int, int]:
    """Take the stones of a field's tile from the board and return the quadrants where they lay."""
    word, bits = STONES + (field >> 4), 4 * (field & 15)
    red, blue = lowest_bit((state[word] >> bits) & 15), lowest_bit((state[word + 2] >> bits) & 15)
    flip(state, STONES, 4 * field + red)
    flip(state, STONES + 2, 4 * field + blue)
    return red, blue


@inner
def _result_on(tables: Tables, state: Words, field: int, red: int, blue: int) -> int:
    """Return the result of a lifted tile put down on a field with its stones in these quadrants."""
    makes_red = completes(tables, 4 * field + red, state[STONES], state[STONES + 1])
    makes_blue = completes(tables, 4 * field + blue, state[STONES + 2], state[STONES + 3])
    return result_of_move(tables, state[MOVER], makes_red, makes_blue)


@inner
def turned(quadrant: int, side: int) -> int:
    """Turn a quadrant a quarter to the left (side 0) or right (side 1)."""
    return (quadrant + 2 * side - 1) & 3


@inner
def shift(tables: Tables, state: Words, move: int, stay: bool) -> int:
    """Make a slide or turn and return its result; to `stay`, or if it is banned, the tile goes back."""
    slides = move < TURN
    field = (move - SLIDE) // 25 if slides else (move - TURN) >> 1
    red, blue = lift(state, field)
    target, new_red, new_blue = field, red, blue
    if slides:
        target = (move - SLIDE) % 25
    else:
        new_red, new_blue = turned(red, (move - TURN) & 1), turned(blue, (move - TURN) & 1)
    result = _result_on(tables, state, target, new_red, new_blue)
    if stay or result == BANNED:
        target, new_red, new_blue = field, red, blue
    else:
        state[RESULT] = result
    state[FIELDS + state[MOVER]] ^= (1 << field) ^ (1 << target)
    flip(state, STONES, 4 * target + new_red)
    flip(state, STONES + 2, 4 * target + new_blue)
    return result


@inner
def list_shifts(tables: Tables, state: Words, out: Words) -> int:
    """Write the legal slides and turns; with no room in `out`, only count them."""
    n = 0
    empty, own = empty_fields(tables, state), state[FIELDS + state[MOVER]]
    # Lifting a tile takes threats away but adds none: a shift can be banned only where both colours threaten now.
    red_low, red_high = all_threats(tables, state[STONES], state[STONES + 1])
    blue_low, blue_high = all_threats(tables, state[STONES + 2], state[STONES + 3])
    red_bars, blue_bars = bars(tables, state, 0), bars(tables, state, 1)
    while own:
        field = lowest_bit(own)
        own = without_lowest(own)
        word, bits = STONES + (field >> 4), 4 * (field & 15)
        red, blue = lowest_bit((state[word] >> bits) & 15), lowest_bit((state[word + 2] >> bits) & 15)
        targets = tables.steps[field, 0] & empty
        for way in range(2 + count_bits(targets)):
            target, new_red, new_blue = field, turned(red, way), turned(blue, way)
            move = TURN + 2 * field + way
            if way >= 2:
                target, new_red, new_blue = lowest_bit(targets), red, blue
                targets = without_lowest(targets)
                move = SLIDE + 25 * field + target
            hot_red = red_bars or has_bit(red_low, red_high, 4 * target + new_red)
            hot_blue = blue_bars or has_bit(blue_low, blue_high, 4 * target + new_blue)
            if not (hot_red and hot_blue) or shift(tables, state, move, True) != BANNED:
                if out.size:
                    out[n] = move
                n += 1
    return n


# Both phases.


@inner
def _list(tables: Tables, state: Words, out: Words) -> int:
    n = _placements(tables, state, out) if state[PHASE] == 1 else list_shifts(tables, state, out)
    if n == 0:
        out[0] = PASS
        n = 1
    return n


@inner
def make(tables: Tables, state: Words, move: int) -> None:
    """Make a legal move."""
    if move == PASS:
        state[PASSES] += 1
        if state[PASSES] == 2:
            state[RESULT] = _DRAWN_BY_PASSES
    else:
        state[PASSES] = 0
        if move < SLIDE:
            _place(tables, state, move)
        else:
            shift(tables, state, move, False)
    state[MOVER] ^= 1


# Random play. A move is drawn from those that are possible, and drawn again if it turns out to be banned.


@inner
def _random_placements(tables: Tables, state: Words, rng: Words, limit: int) -> int:
    """Play phase 1 in local variables, testing only the squares through the new stones; return the number of plies."""
    red_low, red_high, blue_low, blue_high = state[STONES], state[STONES + 1], state[STONES + 2], state[STONES + 3]
    empty = empty_fields(tables, state)
    mover = state[MOVER]
    plies = tries = result = 0
    while plies < limit and result <= 0 and tries < _PATIENCE:
        kinds = kinds_held(state, mover)
        if kinds == 0:
            break
        # One random word serves three draws: bits 32-63 the field, 2-31 the type, 0-1 how the tile is turned.
        word = next_word(rng)
        field = nth_bit(empty, (shift_right(word, 32) * count_bits(empty)) >> 32)
        kind = nth_bit(kinds, (((word >> 2) & 0x3FFFFFFF) * count_bits(kinds)) >> 30)
        red, blue = 4 * field + (word & 3), 4 * field + ((word + BLUE_AFTER_RED[kind]) & 3)
        makes_red = completes(tables, red, red_low, red_high)
        makes_blue = completes(tables, blue, blue_low, blue_high)
        result = result_of_move(tables, mover, makes_red, makes_blue)
        if result == BANNED:
            tries += 1
            continue
        tries = 0
        if field < 16:
            red_low |= one_bit(red)
            blue_low |= one_bit(blue)
        else:
            red_high |= one_bit(red)
            blue_high |= one_bit(blue)
        empty &= ~(1 << field)
        state[FIELDS + mover] |= 1 << field
        state[HELD + 3 * mover + kind] -= 1
        state[PASSES] = 0
        mover ^= 1
        plies += 1
    state[STONES], state[STONES + 1], state[STONES + 2], state[STONES + 3] = red_low, red_high, blue_low, blue_high
    state[MOVER], state[RESULT] = mover, max(result, 0)
    return plies


@inner
def _refresh_threats(tables: Tables, state: Words) -> None:
    """Recompute the threats, which random placements do not maintain."""
    find_threats(tables, state, STONES, THREATS)
    find_threats(tables, state, STONES + 2, THREATS + 2)


@allocating
def _random_listed(tables: Tables, state: Words, rng: Words) -> None:
    out = np.empty(MOVE_LIMIT, np.int64)
    make(tables, state, out[below(rng, _list(tables, state, out))])


@inner
def _random_shift(tables: Tables, state: Words, rng: Words) -> None:
    own, empty = state[FIELDS + state[MOVER]], empty_fields(tables, state)
    tiles = count_bits(own)
    for _ in range(_PATIENCE):
        # Each tile has ten equally likely ways to go: two turns and up to eight slides.
        choice = below(rng, 10 * tiles)
        field, way = nth_bit(own, choice // 10), choice % 10
        targets = tables.steps[field, 0] & empty
        if way - 2 >= count_bits(targets):
            continue
        move = TURN + 2 * field + way if way < 2 else SLIDE + 25 * field + nth_bit(targets, way - 2)
        if shift(tables, state, move, False) != BANNED:
            state[PASSES] = 0
            state[MOVER] ^= 1
            return
    _random_listed(tables, state, rng)


# The kernels.


@kernel(MOVES)
def moves(tables: Tables, state: Words, out: Words) -> int:
    """Write the legal moves."""
    return 0 if state[RESULT] else _list(tables, state, out)


@kernel(COUNT)
def count(tables: Tables, state: Words) -> int:
    """Count the legal moves, in phase 1 without looking at each."""
    if state[RESULT]:
        return 0
    return max(_count_placements(tables, state) if state[PHASE] == 1 else list_shifts(tables, state, state[:0]), 1)


@kernel(PUSH)
def push(tables: Tables, state: Words, move: int) -> int:
    """Make a legal move."""
    make(tables, state, move)
    return state[RESULT]


@kernel(PLAYOUT)
def playout(tables: Tables, state: Words, rng: Words, limit: int) -> int:
    """Play random moves to the end."""
    plies = 0
    if state[PHASE] == 1 and state[RESULT] == 0:
        plies = _random_placements(tables, state, rng, limit)
        if kinds_held(state, 0) + kinds_held(state, 1) == 0:
            _enter_phase_2(state)
        elif state[RESULT] == 0:
            _refresh_threats(tables, state)
    while state[RESULT] == 0 and plies < limit:
        if state[PHASE] == 1:
            _random_listed(tables, state, rng)
        else:
            _random_shift(tables, state, rng)
        plies += 1
    return plies


@kernel(RECOMPUTE)
def recompute(tables: Tables, state: Words) -> int:
    """Recompute the threats and the winner from the stones."""
    red = has_square(tables, state[STONES], state[STONES + 1])
    blue = has_square(tables, state[STONES + 2], state[STONES + 3])
    result = result_of(red, blue)
    state[RESULT] = max(result, 0)
    _clear_threats(state)
    if state[PHASE] == 1 and state[RESULT] == 0:
        _refresh_threats(tables, state)
    return result


KERNELS = Kernels(moves, count, push, playout, recompute)
