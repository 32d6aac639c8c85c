"""Where tiles can be placed in 4EYES: inner functions."""

from __future__ import annotations

from veier.games.eyes.layout import BLUE_AFTER_RED, FIELD_COUNT, FIELDS, HELD, NO_GIFTS, THREATS
from veier.kernels.bits import shift_right
from veier.kernels.decorators import inner
from veier.kernels.state import MOVER, Tables, ThreatTables, Words

# For each type of tile the quadrants of red's stone from which the blue one follows without a turn of the clock.
_IN_PLACE = (0x7777777777777777, 0x1111111111111111, 0x3333333333333333)


@inner
def empty_fields(tables: Tables | ThreatTables, state: Words) -> int:
    """Return the fields without a tile, as bits."""
    return ((1 << tables.numbers[FIELD_COUNT]) - 1) & ~(state[FIELDS] | state[FIELDS + 1])


@inner
def kinds_held(state: Words, seat: int) -> int:
    """Return the types of tiles that a seat still holds, as three bits."""
    held = HELD + 3 * seat
    return (state[held] > 0) + 2 * (state[held + 1] > 0) + 4 * (state[held + 2] > 0)


@inner
def cells_of_fields(fields: int) -> int:
    """Return the cells of up to 16 fields, given as bits."""
    # Each bit is moved to the first of its four.
    bits = (fields | (fields << 24)) & 0x000000FF000000FF
    bits = (bits | (bits << 12)) & 0x000F000F000F000F
    bits = (bits | (bits << 6)) & 0x0303030303030303
    bits = (bits | (bits << 3)) & 0x1111111111111111
    return bits | (bits << 1) | (bits << 2) | (bits << 3)


@inner
def _red_beside(kind: int, blue: int) -> int:
    """Return the cells of red's stone of a tile, given cells of its blue stone."""
    return (shift_right(blue, BLUE_AFTER_RED[kind]) & _IN_PLACE[kind]) | (
        (blue << (4 - BLUE_AFTER_RED[kind])) & ~_IN_PLACE[kind]
    )


@inner
def bars(tables: Tables, state: Words, colour: int) -> bool:
    """Return whether any stone of a colour counts as if it completed a square: the mover's, where gifts are banned."""
    return tables.numbers[NO_GIFTS] != 0 and state[MOVER] == colour


@inner
def _barring(tables: Tables, state: Words, colour: int, word: int) -> int:
    """Return the cells where a stone of a colour counts as completing a square; a tile with two such is banned."""
    return -1 if bars(tables, state, colour) else state[THREATS + 2 * colour + word]


@inner
def legal_cells(tables: Tables, state: Words, kind: int) -> tuple[int, int]:
    """Return the cells where red's stone of a tile may lie: on an empty field, and not banned."""
    empty = empty_fields(tables, state)
    banned_low = _barring(tables, state, 0, 0) & _red_beside(kind, _barring(tables, state, 1, 0))
    banned_high = _barring(tables, state, 0, 1) & _red_beside(kind, _barring(tables, state, 1, 1))
    return cells_of_fields(empty & 0xFFFF) & ~banned_low, cells_of_fields(empty >> 16) & ~banned_high
