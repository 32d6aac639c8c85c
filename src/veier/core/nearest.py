"""The words that somebody may have meant who wrote another one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

_MOST = 3


def nearest(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the known words most like a word, the nearest first; none if it is like none of them."""
    # No known word is as long; comparing takes time that grows with the square of the length.
    return tuple(get_close_matches(word.lower()[:60], list(known), _MOST))
