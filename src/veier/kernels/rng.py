"""Random numbers for kernels: SplitMix64 (Steele, Lea and Flood, 2014), one int64 word of state.

The state is the first element of an array, so that kernels can pass it on.
"""

from __future__ import annotations

from veier.kernels.bits import shift_right, wrapping_add, wrapping_multiply
from veier.kernels.decorators import inner
from veier.kernels.state import Words

# The constants of SplitMix64, written as signed 64-bit numbers.
_STEP = -0x61C8864680B583EB
_MIX_1 = -0x40A7B892E31B1A47
_MIX_2 = -0x6B2FB644ECCEEE15


@inner
def mix(word: int) -> int:
    """Add SplitMix64's step and scramble: a good 64-bit hash."""
    word = wrapping_add(word, _STEP)
    word = wrapping_multiply(word ^ shift_right(word, 30), _MIX_1)
    word = wrapping_multiply(word ^ shift_right(word, 27), _MIX_2)
    return word ^ shift_right(word, 31)


@inner
def next_word(state: Words) -> int:
    """Advance the generator and return 64 random bits."""
    word = state[0]
    state[0] = wrapping_add(word, _STEP)
    return mix(word)


@inner
def below(state: Words, limit: int) -> int:
    """Draw a number from 0 to limit - 1, for a limit under 2**31."""
    return (shift_right(next_word(state), 32) * limit) >> 32
