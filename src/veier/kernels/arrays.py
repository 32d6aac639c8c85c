"""Small loops over arrays for kernels, where NumPy's own would make new arrays."""

from __future__ import annotations

from veier.kernels.decorators import inner
from veier.kernels.state import Reals, Words


@inner
def copy_words(source: Words | Reals, target: Words | Reals) -> None:
    """Copy all of `source`, word by word; the arrays must not overlap."""
    for k in range(source.size):
        target[k] = source[k]


@inner
def count_equal(words: Words, n: int, wanted: int) -> int:
    """Count the occurrences of a word among the first n."""
    count = 0
    for k in range(n):
        count += words[k] == wanted
    return count


@inner
def bring_forward(words: Words, n: int, first: int) -> None:
    """Put a word at the head of the first n, if it is among them, in exchange for the one there."""
    for k in range(n):
        if words[k] == first:
            words[k] = words[0]
            words[0] = first


@inner
def is_listed(words: Words, n: int, wanted: int) -> bool:
    """Return whether a word is among the first n."""
    found = False
    for k in range(n):
        found |= words[k] == wanted
    return found


@inner
def place_of_least(words: Words) -> int:
    """Return the index of the smallest word, the first of equals."""
    best = 0
    for k in range(1, words.size):
        if words[k] < words[best]:
            best = k
    return best


@inner
def find_sorted(words: Words, wanted: int) -> int:
    """Return the index of a word among words in ascending order, or -1."""
    low, high = 0, words.size
    while low < high:
        middle = (low + high) // 2
        if words[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low if low < words.size and words[low] == wanted else -1
