"""Transposition tables of proof searches: arrays of key and numbers.

Threat search keeps its numbers in small buckets and replaces what took the least work. The outer search must not
forget, because a strategy is read from its table: there each key has its place until the table is full.
"""

from __future__ import annotations

from veier.kernels.bits import shift_right, wrapping_multiply
from veier.kernels.decorators import inner
from veier.kernels.state import Words
from veier.search.pn.numbers import NUMBERS

UNKNOWN = -1

_BUCKET = 4
_SCATTER = -0x61C8864680B583EB


@inner
def recall(table: Words, key: int) -> int:
    """Return the numbers of a key in a table of buckets, or UNKNOWN."""
    first = shift_right(wrapping_multiply(key, _SCATTER), 16) & (table.shape[0] - _BUCKET)
    for place in range(first, first + _BUCKET):
        if table[place, 0] == key and table[place, 1]:
            return table[place, 1] & NUMBERS
    return UNKNOWN


@inner
def remember(table: Words, key: int, numbers: int, work: int) -> None:
    """Store the numbers of a key in place of the entry that took the least work in its bucket."""
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
    """Return the place of a key in a table that forgets nothing, or the free place for it."""
    place = shift_right(wrapping_multiply(key, _SCATTER), 16) & (table.shape[0] - 1)
    while table[place, 1] and table[place, 0] != key:
        place = (place + 1) & (table.shape[0] - 1)
    return place
