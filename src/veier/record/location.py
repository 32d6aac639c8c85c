"""Locations in a text, and how much of a text a message quotes. Shared by all readers of this folder."""

from __future__ import annotations

# Longer texts are refused unread; a record of 2,000 moves with a sentence on each is a quarter as long.
TEXT_LIMIT = 2**20

_QUOTED = 40


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Return the line and the column of an offset, both counted from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def shorten(text: str) -> str:
    """Return a text cut to a length that a message can quote."""
    return text if len(text) <= _QUOTED else text[: _QUOTED - 1] + "…"
