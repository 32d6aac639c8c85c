"""Inner functions of the kernels that show states as arrays: masks of legal actions, and planes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from veier.kernels.bits import count_bits, one_bit, shift_right
from veier.kernels.decorators import inner
from veier.kernels.state import MOVER, SEAT, EncodingTables, Words

Bytes = NDArray[np.int8]


@inner
def mark_moves(encoding_tables: EncodingTables, moves: Words, n: int, words: Words) -> int:
    """Set the bits of the first n moves, all others being clear; return n."""
    clear_mask(words)
    for k in range(n):
        action = encoding_tables.actions[moves[k]]
        words[action >> 6] |= one_bit(action)
    return n


@inner
def clear_mask(words: Words) -> None:
    """Clear all bits."""
    for k in range(words.size):
        words[k] = 0


@inner
def mark_board(words: Words, first: int, low: int, high: int) -> int:
    """Set the bits of a board's cells, that of cell 0 being `first`; return the number of cells."""
    word, places = first >> 6, first & 63
    words[word] |= low << places
    middle, top = high << places, 0
    if places:
        middle |= shift_right(low, 64 - places)
        top = shift_right(high, 64 - places)
    if word + 1 < words.size:
        words[word + 1] |= middle
    if word + 2 < words.size:
        words[word + 2] |= top
    return count_bits(low) + count_bits(high)


@inner
def draw_board(encoding_tables: EncodingTables, low: int, high: int, plane: Bytes) -> None:
    """Write 1 where the board has the cell of a place, else 0."""
    places = encoding_tables.places
    for k in range(places.size):
        cell = places[k]
        plane[k] = ((low if cell < 64 else high) >> (cell & 63)) & 1


@inner
def fill_plane(plane: Bytes, value: int) -> None:
    """Write the same number at every place."""
    for k in range(plane.size):
        plane[k] = value


@inner
def seat_seen(view: Words, k: int, players: int) -> int:
    """Return the seat that has its turn k turns after the one that looks."""
    seat = view[SEAT] + k
    return seat if seat < players else seat - players


@inner
def turns_until_mover(state: Words, view: Words, players: int) -> int:
    """Return how many turns after the seat that looks the mover has its turn: 0 if that is the mover."""
    turns = state[MOVER] - view[SEAT]
    return turns if turns >= 0 else turns + players
