"""The kernels that show states of hex rows as arrays."""

from __future__ import annotations

from veier.games.hexrows.kernels import targets
from veier.games.hexrows.layout import ALL, LOOSE, STONES
from veier.kernels.decorators import kernel
from veier.kernels.encoding import (
    Bytes,
    clear_mask,
    draw_board,
    fill_plane,
    mark_board,
    seat_seen,
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


@kernel(PLANES)
def planes(tables: Tables, encoding_tables: EncodingTables, state: Words, view: Words, out: Bytes) -> int:
    """Write the planes."""
    for k in range(2):
        seat = seat_seen(view, k, 2)
        draw_board(encoding_tables, state[STONES + 2 * seat], state[STONES + 2 * seat + 1], out[k])
        fill_plane(out[2 + k], state[LOOSE + seat])
    draw_board(encoding_tables, tables.numbers[ALL], tables.numbers[ALL + 1], out[4])
    fill_plane(out[5], turns_until_mover(state, view, 2))
    return 0


ENCODING_KERNELS = EncodingKernels(mask, planes)
