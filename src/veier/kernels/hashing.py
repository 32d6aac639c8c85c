"""A number that tells positions apart as repetition does: by stones, pieces, reserves and who moves."""

from __future__ import annotations

from numba import int64

from veier.kernels.bits import wrapping_add, wrapping_multiply
from veier.kernels.jit import kernel
from veier.kernels.rng import mix
from veier.kernels.signatures import TABLES, WORDS
from veier.kernels.state import IDENTITY, PASSES, RESULT, Tables, Words

# An odd number that makes words at different places of the state count differently.
_PLACE = 0x2545F4914F6CDD1D


@kernel(int64(TABLES, WORDS))
def digest(tables: Tables, state: Words) -> int:
    """Hash the words of a state that make the position, but for who has just passed and whether the game is over.

    Position strings hold digests, so this must not change, nor the order of those words. The words are scrambled one
    by one and added up, so that the processor can work on several at a time.
    """
    code = 0
    for k in range(tables.numbers[IDENTITY]):
        if k not in (PASSES, RESULT):
            code = wrapping_add(code, mix(wrapping_add(state[k], wrapping_multiply(k, _PLACE))))
    return mix(code)
