"""The kernels that show states of 4EYES+ and its pencil version as arrays."""

from __future__ import annotations

from veier.games.plus.kernels import list_moves
from veier.games.plus.layout import HEADS, HELD, PENCIL, PLAYERS, STONES, UNLIMITED, WAYS
from veier.kernels.decorators import inner, kernel
from veier.kernels.encoding import (
    Bytes,
    draw_board,
    fill_plane,
    mark_moves,
    seat_seen,
    turns_until_mover,
)
from veier.kernels.signatures import MASK, PLANES
from veier.kernels.state import OCCURRENCES, PASSES, PHASE, RESULT, EncodingKernels, EncodingTables, Tables, Words


@kernel(MASK)
def mask(tables: Tables, encoding_tables: EncodingTables, state: Words, moves: Words, words: Words) -> int:
    """Write the legal actions as bits."""
    n = 0 if state[RESULT] else list_moves(tables, state, moves)
    return mark_moves(encoding_tables, moves, n, words)


@inner
def _heads(state: Words, word: int, way: int) -> int:
    """Return a word of the heads of all dominoes that lie this way."""
    heads = state[HEADS + word] | state[HEADS + 2 + word] | state[HEADS + 4 + word]
    one, two = state[WAYS + word], state[WAYS + 2 + word]
    return heads & (one if way & 1 else ~one) & (two if way & 2 else ~two)


@kernel(PLANES)
def planes(tables: Tables, encoding_tables: EncodingTables, state: Words, view: Words, out: Bytes) -> int:
    """Write the planes."""
    players = tables.numbers[PLAYERS]
    for k in range(players):
        board = STONES + 2 * seat_seen(view, k, players)
        draw_board(out, k, state[board], state[board + 1])
    n = players
    if not tables.numbers[PENCIL]:
        for way in range(4):
            draw_board(out, n + way, _heads(state, 0, way), _heads(state, 1, way))
        n += 4
    if not tables.numbers[UNLIMITED]:
        for k in range(players):
            fill_plane(out[n + k], state[HELD + seat_seen(view, k, players)])
        n += players
    if tables.numbers[PENCIL]:
        fill_plane(out[n], state[PASSES])
    else:
        fill_plane(out[n], state[PHASE] - 1)
        fill_plane(out[n + 1], state[PASSES])
        fill_plane(out[n + 2], view[OCCURRENCES])
    fill_plane(out[out.shape[0] - 1], turns_until_mover(state, view, players))
    return 0


ENCODING_KERNELS = EncodingKernels(mask, planes)
