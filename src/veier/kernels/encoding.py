"""Inner functions of the kernels that show states as arrays: masks of legal actions, and planes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veier.kernels.bits import count_bits, one_bit, shift_right
from veier.kernels.decorators import inner, intrinsic
from veier.kernels.state import MOVER, SEAT, EncodingTables, Words

Bytes = NDArray[np.int8]
_ALL_BITS = range(64)


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


def storing_bits(order: Sequence[int]) -> Callable[..., Any]:
    """Return the code generator of an intrinsic that writes a byte for each of the bits of a word in this order.

    Its signature is "qbqq": an array of planes, the place of the first byte, counted through all planes, and the word;
    it returns the place after the last byte. Nothing checks that there is room.
    """

    def build(builder: Any, data: Any, place: Any, bits: Any) -> Any:
        from llvmlite import ir

        byte, count = ir.IntType(8), len(order)
        eight = builder.bitcast(bits, ir.VectorType(byte, 8))
        holders = ir.Constant(ir.VectorType(ir.IntType(32), count), [bit // 8 for bit in order])
        masks = ir.Constant(ir.VectorType(byte, count), [1 << bit % 8 for bit in order])
        held = builder.and_(builder.shuffle_vector(eight, eight, holders), masks)
        chosen = builder.zext(builder.icmp_unsigned("!=", held, ir.Constant(held.type, None)), held.type)
        builder.store(chosen, builder.bitcast(builder.gep(data, [place]), held.type.as_pointer()), align=1)
        return builder.add(place, place.type(count))

    return build


def store_in_order(out: Bytes, place: int, bits: int, order: Sequence[int]) -> int:
    """Do what `storing_bits` describes, as plain Python."""
    out.reshape(-1)[place : place + len(order)] = [(bits >> bit) & 1 for bit in order]
    return place + len(order)


@intrinsic("qbqq", storing_bits(_ALL_BITS))
def store_word(out: Bytes, place: int, bits: int) -> int:
    """Write 64 bytes, one for each bit; return the place after them."""
    return store_in_order(out, place, bits, _ALL_BITS)


@inner
def has_room(out: Bytes, plane: int) -> bool:
    """Return whether 64 bytes can be written from any place of a plane on: the rest goes to planes after it."""
    return (plane + 1) * out.shape[1] + 63 <= out.size


@inner
def draw_board(out: Bytes, plane: int, low: int, high: int) -> None:
    """Write 1 for each cell of a board, else 0, where cells are numbered row by row.

    Planes are written in ascending order: what follows the plane may be overwritten.
    """
    size = out.shape[1]
    if has_room(out, plane):
        place = store_word(out, plane * size, low)
        if size > 64:
            store_word(out, place, high)
        return
    for k in range(size):
        out[plane, k] = ((low if k < 64 else high) >> (k & 63)) & 1


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
