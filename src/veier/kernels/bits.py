"""Bit operations that kernels need and Numba does not offer: one or two machine instructions each.

Boards of up to 128 cells are two int64 words, cell c being bit c & 63 of word c >> 6.

Numba promises the compiler that +, - and * on int64 never overflow. Where bit 63 may be set that promise is
broken and the result is undefined: such words are only touched by &, |, ^, ~, << and the functions here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import int64
from numba.extending import intrinsic

from veier.kernels.jit import inner
from veier.kernels.state import Words


def _typed_intrinsic(function: Callable[..., Any]) -> Callable[..., int]:
    """Make an intrinsic that type checkers see as a function of ints."""
    made: Callable[..., int] = intrinsic(function)
    return made


def _instruction(arguments: int, build: Callable[..., Any]) -> Any:
    """Return the signature and the code generator of an intrinsic on int64: `build(builder, *arguments)`."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return build(builder, *args)

    return int64(*[int64] * arguments), emit


@_typed_intrinsic
def count_bits(typing: Any, word: Any) -> Any:
    """Count the bits that are set."""
    return _instruction(1, lambda builder, word: builder.ctpop(word))


@_typed_intrinsic
def lowest_bit(typing: Any, word: Any) -> Any:
    """Return the index of the lowest bit that is set; 64 if there is none."""
    return _instruction(1, lambda builder, word: builder.cttz(word, ir.Constant(ir.IntType(1), 0)))


@_typed_intrinsic
def without_lowest(typing: Any, word: Any) -> Any:
    """Clear the lowest bit that is set."""
    return _instruction(1, lambda builder, word: builder.and_(word, builder.sub(word, word.type(1))))


@_typed_intrinsic
def shift_right(typing: Any, word: Any, places: Any) -> Any:
    """Shift right and fill with zeros, where `>>` would copy bit 63."""
    return _instruction(2, lambda builder, word, places: builder.lshr(word, places))


@_typed_intrinsic
def wrapping_add(typing: Any, one: Any, two: Any) -> Any:
    """Add modulo 2**64."""
    return _instruction(2, lambda builder, one, two: builder.add(one, two))


@_typed_intrinsic
def wrapping_multiply(typing: Any, one: Any, two: Any) -> Any:
    """Multiply modulo 2**64."""
    return _instruction(2, lambda builder, one, two: builder.mul(one, two))


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
    state[board + (cell >> 6)] ^= 1 << (cell & 63)
