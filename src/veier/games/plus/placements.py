"""Dominoes on the board of 4EYES+ and its pencil version, and where they can be placed: inner functions."""

from __future__ import annotations

from typing import NamedTuple

from veier.games.plus.layout import (
    ALL,
    CELLS,
    ELSEWHERE,
    FROM,
    HEADS,
    HELD,
    NO_GIFTS,
    NOT_LAST,
    PLAYERS,
    SIDE,
    STONES,
    THREATS,
    UNLIMITED,
    WAYS,
)
from veier.games.squares.kernels import all_threats
from veier.games.squares.placements import single, union, without
from veier.kernels.bits import count_bits, flip, has_bit, holds, lowest_bit, shift_right, without_lowest
from veier.kernels.decorators import inner
from veier.kernels.state import MOVER, Tables, ThreatTables, Words


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
def pairs(tables: Tables, low: int, high: int) -> int:
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
def mark(state: Words, head: int, way: int) -> None:
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
# a square; a placement is banned when both its stones would, and where gifts are, when the next player's would.


class Spots(NamedTuple):
    """The free cells, and the cells that would complete a square of the mover and of the next player."""

    free: tuple[int, int]
    own: tuple[int, int]
    other: tuple[int, int]


@inner
def _barring(tables: Tables, spots: Spots) -> tuple[int, int]:
    """Return the cells of the own stone where the other one must not complete a square."""
    return (-1, -1) if tables.numbers[NO_GIFTS] else spots.own


@inner
def write_placements(tables: Tables, spots: Spots, lifted: int, out: Words) -> int:
    """Write the placements that are not banned; return the number.

    `lifted` is 4 * head + way of a domino that is moved and may not stay where it was, or -1.
    """
    free, barring, other = spots.free, _barring(tables, spots), spots.other
    base, n = FROM * (1 + (lifted >> 2)), 0
    for head in range(tables.numbers[CELLS]):
        if not has_bit(free[0], free[1], head):
            continue
        bars = has_bit(barring[0], barring[1], head)
        for way in range(4):
            tail = tables.steps[head, way]
            if tail < 0 or not has_bit(free[0], free[1], tail) or 4 * head + way == lifted:
                continue
            if not (bars and has_bit(other[0], other[1], tail)):
                out[n] = base + 4 * head + way
                n += 1
    return n


@inner
def count_placements_on(tables: Tables, spots: Spots) -> int:
    """Count the placements: two per pair of free neighbours, less those that are banned."""
    free, barring, other = spots.free, _barring(tables, spots), spots.other
    n = 2 * pairs(tables, free[0], free[1])
    for word in range(2):
        heads = barring[word] & free[word]
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
def spots_of_lifted(tables: Tables, state: Words, head: int, tail: int) -> Spots:
    """Return the mover's spots when its domino on these cells has been lifted; they are free for it, or not."""
    spots = all_spots(tables, state)
    if not tables.numbers[ELSEWHERE]:
        return spots
    return Spots(without(spots.free, union(single(head), single(tail))), spots.own, spots.other)


@inner
def may_place(tables: Tables, state: Words) -> bool:
    """Return whether the mover has something to place."""
    return tables.numbers[UNLIMITED] != 0 or state[HELD + state[MOVER]] > 0


@inner
def placements(tables: Tables, state: Words, out: Words) -> int:
    """Write the legal moves of phase 1."""
    if not may_place(tables, state):
        return 0
    return write_placements(tables, _kept_spots(tables, state), -1, out)


@inner
def count_placements(tables: Tables, state: Words) -> int:
    """Return the number of placements that `placements` would write."""
    if not may_place(tables, state):
        return 0
    return count_placements_on(tables, _kept_spots(tables, state))
