"""The kernels that show states of 4EYES as arrays."""

from __future__ import annotations

from veier.games.eyes.kernels import list_shifts
from veier.games.eyes.layout import FIELD_COUNT, FIELDS, HELD, SIDE, STONES
from veier.games.eyes.placements import kinds_held, legal_cells
from veier.kernels.bits import one_bit, shift_right
from veier.kernels.decorators import inner, intrinsic, kernel
from veier.kernels.encoding import (
    Bytes,
    clear_mask,
    fill_plane,
    mark_board,
    mark_moves,
    seat_seen,
    store_in_order,
    storing_bits,
    turns_until_mover,
)
from veier.kernels.signatures import MASK, PLANES
from veier.kernels.state import (
    MOVER,
    OCCURRENCES,
    PASSES,
    PHASE,
    RESULT,
    EncodingKernels,
    EncodingTables,
    Tables,
    Words,
)


@kernel(MASK)
def mask(tables: Tables, encoding_tables: EncodingTables, state: Words, moves: Words, words: Words) -> int:
    """Write the legal actions as bits."""
    n = 0
    if state[RESULT] == 0 and state[PHASE] == 2:
        n = mark_moves(encoding_tables, moves, list_shifts(tables, state, moves), words)
    else:
        clear_mask(words)
        kinds = 0 if state[RESULT] else kinds_held(state, state[MOVER])
        for kind in range(3):
            if (kinds >> kind) & 1:
                low, high = legal_cells(tables, state, kind)
                n += mark_board(words, 4 * tables.numbers[FIELD_COUNT] * kind, low, high)
    if n == 0 and state[RESULT] == 0:
        last = encoding_tables.numbers.size - 1
        words[last >> 6] |= one_bit(last)
        n = 1
    return n


# The cells of a row of up to eight fields, as they stand from left to right: the upper and the lower of each field,
# whose quadrants are numbered clockwise; and the fields themselves, each with two columns.
_UPPER = [4 * field + column for field in range(8) for column in (0, 1)]
_LOWER = [4 * field + 3 - column for field in range(8) for column in (0, 1)]
_TWICE = [field for field in range(8) for _ in (0, 1)]


@intrinsic("qbqq", storing_bits(_UPPER))
def _store_upper(out: Bytes, place: int, cells: int) -> int:
    return store_in_order(out, place, cells, _UPPER)


@intrinsic("qbqq", storing_bits(_LOWER))
def _store_lower(out: Bytes, place: int, cells: int) -> int:
    return store_in_order(out, place, cells, _LOWER)


@intrinsic("qbqq", storing_bits(_TWICE))
def _store_twice(out: Bytes, place: int, fields: int) -> int:
    return store_in_order(out, place, fields, _TWICE)


@inner
def _draw_stones(side: int, low: int, high: int, out: Bytes, plane: int) -> None:
    """Draw the stones of a colour, two rows at a time; what follows the plane may be overwritten."""
    place = plane * out.shape[1]
    for _ in range(side):
        _store_lower(out, place, low)
        _store_upper(out, place + 2 * side, low)
        place += 4 * side
        low = shift_right(low, 4 * side) | (high << (64 - 4 * side))
        high >>= 4 * side


@inner
def _draw_tiles(side: int, fields: int, out: Bytes, plane: int) -> None:
    """Draw the fields with a tile of a player, two rows at a time; what follows the plane may be overwritten."""
    place = plane * out.shape[1]
    for row in range(side):
        _store_twice(out, place, fields >> (side * row))
        _store_twice(out, place + 2 * side, fields >> (side * row))
        place += 4 * side


@kernel(PLANES)
def planes(tables: Tables, encoding_tables: EncodingTables, state: Words, view: Words, out: Bytes) -> int:
    """Write the planes, each before the next, because what is written at once reaches into it."""
    side = tables.numbers[SIDE]
    for k in range(2):
        board = STONES + 2 * seat_seen(view, k, 2)
        _draw_stones(side, state[board], state[board + 1], out, k)
    for k in range(2):
        _draw_tiles(side, state[FIELDS + seat_seen(view, k, 2)], out, 2 + k)
    for kind in range(3):
        for k in range(2):
            fill_plane(out[4 + 2 * kind + k], state[HELD + 3 * seat_seen(view, k, 2) + kind])
    fill_plane(out[10], state[PHASE] - 1)
    fill_plane(out[11], state[PASSES])
    fill_plane(out[12], view[OCCURRENCES])
    fill_plane(out[13], turns_until_mover(state, view, 2))
    return 0


ENCODING_KERNELS = EncodingKernels(mask, planes)
