"""Proof and disproof numbers.

A proof number is a lower bound on the number of positions that must be proved to prove this one, a disproof number the
same for the contrary. Both fit 24 bits and travel as one word, proof | disproof << 24; 0 means done, INFINITE never.
A proved position needs no disproof number: in its place stands, counted down from INFINITE, an upper bound on the plies
that the win takes.
"""

from __future__ import annotations

from veier.kernels.decorators import inner

INFINITE = (1 << 24) - 1
REFUTED = INFINITE
# The bits of both numbers; as limits of a search: none.
NUMBERS = NO_LIMITS = (1 << 48) - 1


@inner
def pack(proof: int, disproof: int) -> int:
    """Return two numbers as one word."""
    return proof | disproof << 24


@inner
def proof_of(numbers: int) -> int:
    """Return the proof number."""
    return numbers & INFINITE


@inner
def disproof_of(numbers: int) -> int:
    """Return the disproof number."""
    return (numbers >> 24) & INFINITE


@inner
def proved_in(plies: int) -> int:
    """Return the numbers of a win that takes at most `plies` plies."""
    return (INFINITE - plies) << 24


@inner
def plies_of(numbers: int) -> int:
    """Return the most plies that a proved win takes."""
    return INFINITE - disproof_of(numbers)


@inner
def is_decided(numbers: int) -> bool:
    """Return whether one of the numbers is 0."""
    return proof_of(numbers) == 0 or disproof_of(numbers) == 0


# The same for Python, which does not call inner functions.


def plies_of_proof(numbers: int) -> int:
    """Return the most plies that a win takes; 0 where it is not proved."""
    return 0 if numbers & INFINITE else INFINITE - (numbers >> 24 & INFINITE)


def is_refuted(numbers: int) -> bool:
    """Return whether it is proved that the attacker does not win."""
    return numbers >> 24 == 0
