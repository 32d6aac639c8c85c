"""The digest of a position, equal where repetition counts positions as equal: stones, pieces, reserves and mover.

And what passes add to the hashes of threat search, which are made of stones alone.
"""

from __future__ import annotations

from veier.kernels.bits import wrapping_add, wrapping_multiply
from veier.kernels.decorators import kernel
from veier.kernels.rng import mix
from veier.kernels.signatures import TABLES, WORDS
from veier.kernels.state import IDENTITY, PASSES, RESULT, Tables, Words
from veier.kernels.types import signature

# An odd factor, so that equal words at different places of the state contribute differently.
_PLACE = 0x2545F4914F6CDD1D

# What is flipped in every hash of a position after an odd number of passes: its stones do not show whose turn it is.
PASSED = 0x3C6EF372FE94F82B


@kernel(signature(TABLES, WORDS))
def digest(tables: Tables, state: Words) -> int:
    """Hash the words of a state that define the position, except for passes and result.

    Position strings hold digests, so neither this nor the order of those words may change. The words are mixed one by
    one and added up, so that the processor can work on several at a time.
    """
    code = 0
    for k in range(tables.numbers[IDENTITY]):
        if k not in (PASSES, RESULT):
            code = wrapping_add(code, mix(wrapping_add(state[k], wrapping_multiply(k, _PLACE))))
    return mix(code)
