"""The kernels that show states of 4EYES as arrays."""

from __future__ import annotations

from veier.games.eyes.kernels import list_shifts
from veier.games.eyes.layout import FIELD_COUNT, FIELDS, HELD, STONES
from veier.games.eyes.placements import cells_of_fields, kinds_held, legal_cells
from veier.kernels.bits import one_bit
from veier.kernels.decorators import kernel
from veier.kernels.encoding import (
    Bytes,
    clear_mask,
    draw_board,
    fill_plane,
    mark_board,
    mark_moves,
    seat_seen,
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


@kernel(PLANES)
def planes(tables: Tables, encoding_tables: EncodingTables, state: Words, view: Words, out: Bytes) -> int:
    """Write the planes."""
    for k in range(2):
        seat = seat_seen(view, k, 2)
        fields = state[FIELDS + seat]
        draw_board(encoding_tables, state[STONES + 2 * seat], state[STONES + 2 * seat + 1], out[k])
        draw_board(encoding_tables, cells_of_fields(fields & 0xFFFF), cells_of_fields(fields >> 16), out[2 + k])
        for kind in range(3):
            fill_plane(out[4 + 2 * kind + k], state[HELD + 3 * seat + kind])
    fill_plane(out[10], state[PHASE] - 1)
    fill_plane(out[11], state[PASSES])
    fill_plane(out[12], view[OCCURRENCES])
    fill_plane(out[13], turns_until_mover(state, view, 2))
    return 0


ENCODING_KERNELS = EncodingKernels(mask, planes)
