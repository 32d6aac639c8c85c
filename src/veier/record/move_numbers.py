"""Move numbers such as `1.` and `1...`, which people write before moves; readers skip them."""

from __future__ import annotations

import re

# Possessive, so that no text makes it backtrack. An ellipsis is what some editors make of three dots.
NUMBERS = re.compile(r"(?:[0-9]{1,9}+(?:\.{1,3}+|…)(?![.…])\s*+)++")


def split_moves(text: str) -> list[str]:
    """Split a text into its moves, without the numbers before them."""
    words = (skip_numbers(word) for word in text.split())
    return [word for word in words if word]


def skip_numbers(text: str) -> str:
    """Return a text without the move numbers that it begins with."""
    found = NUMBERS.match(text)
    return text[found.end() :] if found else text
