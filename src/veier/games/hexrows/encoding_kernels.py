"""The kernels that show states of hex rows as arrays."""

from __future__ import annotations

from veier.games.hexrows.kernels import targets
from veier.games.hexrows.layout import ALL_ROWS, LINES, LOOSE, ROWS, WORDS_A_DIRECTION
from veier.kernels.bits import shift_right
from veier.kernels.decorators import inner, kernel
from veier.kernels.encoding import (
    Bytes,
    clear_mask,
    fill_plane,
    mark_board,
    seat_seen,
    store_word,
    turns_until_mover,
)
from veier.kernels.signatures import MASK, PLANES
from veier.kernels.state import RESULT, EncodingKernels, EncodingTables, Tables, Words


@kernel(MASK)
def mask(tables: Tables, encoding_tables: EncodingTables, state: Words, moves: Words, words: Words) -> int:
    """Write the legal actions as bits."""
    clear_mask(words)
    if state[RESULT]:
        return 0
    low, high = targets(tables, state)
    return mark_board(words, 0, low, high)


@inner
def _draw_rows(rows: int, lines: Words, first: int, out: Bytes, plane: int) -> None:
    """Draw a board that is given as lines, four to a word; what follows the plane may be overwritten.

    That is less than a plane, because there are at least seven rows.
    """
    place = plane * rows * rows
    for word in range(first, first + (rows + 3) // 4):
        line = lines[word]
        two = (line & 0x0000FFFF0000FFFF) | ((shift_right(line, 16) & 0x0000FFFF0000FFFF) << rows)
        store_word(out, place, (two & 0xFFFFFFFF) | ((two >> 32) << (2 * rows)))
        place += 4 * rows


@kernel(PLANES)
def planes(tables: Tables, encoding_tables: EncodingTables, state: Words, view: Words, out: Bytes) -> int:
    """Write the planes, each before the next, because what is written at once reaches into it."""
    rows = tables.numbers[ROWS]
    for k in range(2):
        # The lines of the first direction are the rows of a plane.
        _draw_rows(rows, state, LINES + 3 * WORDS_A_DIRECTION * seat_seen(view, k, 2), out, k)
    for k in range(2):
        fill_plane(out[2 + k], state[LOOSE + seat_seen(view, k, 2)])
    _draw_rows(rows, tables.numbers, ALL_ROWS, out, 4)
    fill_plane(out[5], turns_until_mover(state, view, 2))
    return 0


ENCODING_KERNELS = EncodingKernels(mask, planes)
