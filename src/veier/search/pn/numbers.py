"""Proof and disproof numbers, and the tables that remember them.

A proof number says how many positions must at least be proved to prove this one, a disproof number the same for the
contrary. Both fit 24 bits and travel as one word, proof | disproof << 24; a number of 0 means done, INFINITE never.
What is proved needs no disproof number: in its place stands, counted down from INFINITE, how many plies the win takes
at most.
"""

from __future__ import annotations

from veier.kernels.bits import shift_right, wrapping_multiply
from veier.kernels.jit import inner
from veier.kernels.state import Words

INFINITE = (1 << 24) - 1
REFUTED = INFINITE

_BUCKET = 4
_SCATTER = -0x61C8864680B583EB
NUMBERS = (1 << 48) - 1
UNKNOWN = -1


@inner
def pack(proof: int, disproof: int) -> int:
    """Put two numbers into one word."""
    return proof | disproof << 24


@inner
def proof_of(numbers: int) -> int:
    """Give the proof number."""
    return numbers & INFINITE


@inner
def disproof_of(numbers: int) -> int:
    """Give the disproof number."""
    return (numbers >> 24) & INFINITE


@inner
def proved_in(plies: int) -> int:
    """Give the numbers of a win that takes so many plies at most."""
    return (INFINITE - plies) << 24


@inner
def plies_of(numbers: int) -> int:
    """Give how many plies a proved win takes at most."""
    return INFINITE - disproof_of(numbers)


def plies_of_proof(numbers: int) -> int:
    """Say for Python how many plies a win takes at most; 0 where it is not proved."""
    return 0 if numbers & INFINITE else INFINITE - (numbers >> 24 & INFINITE)


def is_refuted(numbers: int) -> bool:
    """Tell Python whether nobody wins by this."""
    return numbers >> 24 == 0


@inner
def is_decided(numbers: int) -> bool:
    """Tell whether one of the numbers is 0."""
    return proof_of(numbers) == 0 or disproof_of(numbers) == 0


@inner
def recall(table: Words, key: int) -> int:
    """Find the numbers of a key in a table of small buckets, or UNKNOWN."""
    first = shift_right(wrapping_multiply(key, _SCATTER), 16) & (table.shape[0] - _BUCKET)
    for place in range(first, first + _BUCKET):
        if table[place, 0] == key and table[place, 1]:
            return table[place, 1] & NUMBERS
    return UNKNOWN


@inner
def remember(table: Words, key: int, numbers: int, work: int) -> None:
    """Keep the numbers of a key in place of what took the least work in its bucket."""
    first = shift_right(wrapping_multiply(key, _SCATTER), 16) & (table.shape[0] - _BUCKET)
    weight = 1
    while work:
        weight += 4
        work >>= 1
    chosen, least = first, 1 << 16
    for place in range(first, first + _BUCKET):
        if table[place, 0] == key:
            chosen = place
            break
        here = table[place, 1] >> 48
        if here < least:
            chosen, least = place, here
    table[chosen, 0] = key
    table[chosen, 1] = numbers | weight << 48


@inner
def find_place(table: Words, key: int) -> int:
    """Find the place of a key in a table that forgets nothing, or the free place for it."""
    place = shift_right(wrapping_multiply(key, _SCATTER), 16) & (table.shape[0] - 1)
    while table[place, 1] and table[place, 0] != key:
        place = (place + 1) & (table.shape[0] - 1)
    return place


@inner
def add_up(children: Words, n: int, attacks: bool) -> tuple[int, int, int, int]:
    """Give of n children the most promising one, its number, the next best number, and the sum of the other kind.

    Rows of `children` end with proof and disproof number. Who attacks wants one proof, who defends one disproof.
    """
    mine, others = (2, 3) if attacks else (3, 2)
    best, least, second, total = -1, INFINITE, INFINITE, 0
    for i in range(n):
        if children[i, others]:
            total += children[i, others]
            if children[i, mine] < least:
                best, least, second = i, children[i, mine], least
            elif children[i, mine] < second:
                second = children[i, mine]
    return best, least, second, min(total, INFINITE - 1)
