"""Functions of real numbers for kernels and Python: the same bits on every system and processor.

The C library's exp and log differ between systems in the last bit, which is enough for another choice in a tree search.
These use only operations that IEEE 754 defines exactly, in a fixed order; their errors are below one unit in the last
place.
"""

from __future__ import annotations

import math
import struct
from typing import Any

from veier.kernels.decorators import inner, intrinsic

_LOG2_E = 1.4426950408889634
# The logarithm of 2 in two parts; the first has so many zero bits that its multiples are exact.
_LN2_HIGH, _LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
_HIGHEST, _LOWEST = 709.0, -708.0
_SQRT_2 = 1.4142135623730951


def _bits_to_real(builder: Any, word: Any) -> Any:
    from llvmlite import ir

    return builder.bitcast(word, ir.DoubleType())


def _real_to_bits(builder: Any, number: Any) -> Any:
    from llvmlite import ir

    return builder.bitcast(number, ir.IntType(64))


def _square_root(builder: Any, number: Any) -> Any:
    return builder.call(builder.module.declare_intrinsic("llvm.sqrt", [number.type]), [number])


@intrinsic("dq", _bits_to_real)
def from_bits(word: int) -> float:
    """Return the number whose representation has these bits."""
    number: float = struct.unpack("<d", struct.pack("<q", word))[0]
    return number


@intrinsic("qd", _real_to_bits)
def to_bits(number: float) -> int:
    """Return the bits of a number's representation."""
    word: int = struct.unpack("<q", struct.pack("<d", number))[0]
    return word


@intrinsic("dd", _square_root)
def sqrt(number: float) -> float:
    """Return the square root, which IEEE 754 defines exactly."""
    return math.sqrt(number)


@inner
def exp(number: float) -> float:
    """Return e to a power; 0 below -708 and infinity above 709."""
    if number < _LOWEST:
        return 0.0
    if number > _HIGHEST:
        return math.inf
    # e**x = 2**k * e**r with |r| at most half the logarithm of 2; then Taylor's series.
    twos = math.floor(number * _LOG2_E + 0.5)
    r = (number - twos * _LN2_HIGH) - twos * _LN2_LOW
    total = 1 / 479001600 + r * (1 / 6227020800)
    total = 1 / 3628800 + r * (1 / 39916800 + r * total)
    total = 1 / 40320 + r * (1 / 362880 + r * total)
    total = 1 / 720 + r * (1 / 5040 + r * total)
    total = 1 / 24 + r * (1 / 120 + r * total)
    # The largest terms last, so that their rounding errors are the only ones that count.
    return (1.0 + (r + r * r * (0.5 + r * (1 / 6 + r * total)))) * from_bits((int(twos) + 1023) << 52)


@inner
def log(number: float) -> float:
    """Return the natural logarithm of a positive, normal number."""
    # x = 2**k * m with m around 1; log m = 2 artanh((m - 1) / (m + 1)), as a series.
    bits = to_bits(number)
    twos = (bits >> 52) - 1023
    mantissa = from_bits((bits & ((1 << 52) - 1)) | (1023 << 52))
    if mantissa > _SQRT_2:
        mantissa *= 0.5
        twos += 1
    f = mantissa - 1.0
    s = f / (2.0 + f)
    square = s * s
    total = 1 / 19 + square * (1 / 21)
    total = 1 / 15 + square * (1 / 17 + square * total)
    total = 1 / 11 + square * (1 / 13 + square * total)
    total = 1 / 7 + square * (1 / 9 + square * total)
    total = 1 / 3 + square * (1 / 5 + square * total)
    # f is exact and the largest term; 2s is f less f * f / 2, plus what is small.
    half = 0.5 * f * f
    return twos * _LN2_HIGH - ((half - (s * (half + 2.0 * square * total) + twos * _LN2_LOW)) - f)
