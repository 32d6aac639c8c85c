"""Bit operations that kernels need and Numba does not offer: one or two machine instructions each.

Boards of up to 128 cells are two int64 words, cell c being bit c & 63 of word c >> 6.

Numba promises the compiler that +, - and * on int64 never overflow. Where bit 63 may be set that promise is
broken and the result is undefined: such words are only touched by &, |, ^, ~, << and the functions here.

As plain Python, words are NumPy's int64, and so are the results of the functions here.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from veier.kernels.decorators import inner, intrinsic
from veier.kernels.state import Words


def _word(number: int) -> int:
    """Return the low 64 bits of a number as NumPy's int64, which type checkers take for an int."""
    number &= 2**64 - 1
    return cast(int, np.int64(number - 2**64 if number >= 2**63 else number))


def _unsigned(word: int) -> int:
    return int(word) & (2**64 - 1)


@intrinsic("qq", lambda builder, word: builder.ctpop(word))
def count_bits(word: int) -> int:
    """Count the bits that are set."""
    return _word(_unsigned(word).bit_count())


def _count_trailing_zeros(builder: Any, word: Any) -> Any:
    from llvmlite import ir

    return builder.cttz(word, ir.Constant(ir.IntType(1), 0))


@intrinsic("qq", _count_trailing_zeros)
def lowest_bit(word: int) -> int:
    """Return the index of the lowest bit that is set; 64 if there is none."""
    bits = _unsigned(word)
    return _word((bits & -bits).bit_length() - 1 if bits else 64)


@intrinsic("qq", lambda builder, word: builder.and_(word, builder.sub(word, word.type(1))))
def without_lowest(word: int) -> int:
    """Clear the lowest bit that is set."""
    bits = _unsigned(word)
    return _word(bits & (bits - 1))


@intrinsic("qqq", lambda builder, word, places: builder.lshr(word, places))
def shift_right(word: int, places: int) -> int:
    """Shift right and fill with zeros, where `>>` would copy bit 63."""
    return _word(_unsigned(word) >> int(places))


@intrinsic("qqq", lambda builder, one, two: builder.add(one, two))
def wrapping_add(one: int, two: int) -> int:
    """Add modulo 2**64."""
    return _word(int(one) + int(two))


@intrinsic("qqq", lambda builder, one, two: builder.mul(one, two))
def wrapping_multiply(one: int, two: int) -> int:
    """Multiply modulo 2**64."""
    return _word(int(one) * int(two))


@intrinsic("qq", lambda builder, place: builder.shl(place.type(1), builder.and_(place, place.type(63))))
def one_bit(place: int) -> int:
    """Return the word with one bit set, that of a cell or place; cells from 64 on are those of a second word."""
    return _word(1 << (int(place) & 63))


@inner
def has_bit(low: int, high: int, cell: int) -> int:
    """Return 1 if the two-word board holds the cell, else 0."""
    word = low if cell < 64 else high
    return (word >> (cell & 63)) & 1


@inner
def nth_bit(word: int, n: int) -> int:
    """Return the index of the n-th set bit, counted from 0."""
    for _ in range(n):
        word = without_lowest(word)
    return lowest_bit(word)


@inner
def holds(state: Words, board: int, cell: int) -> bool:
    """Return whether the board that starts at a word of the state holds the cell."""
    return has_bit(state[board], state[board + 1], cell) != 0


@inner
def flip(state: Words, board: int, cell: int) -> None:
    """Add a cell to the board that starts at a word of the state, or remove it."""
    state[board + (cell >> 6)] ^= one_bit(cell)
