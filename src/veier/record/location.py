"""Where in a text something stands, and how much of it a message quotes. All readers of this folder use it."""

from __future__ import annotations

# Longer texts are refused unread: a record of 2,000 moves with a sentence on each takes a quarter of it.
TEXT_LIMIT = 2**20

_QUOTED = 40


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Give the line and the column of an offset, both from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def shorten(text: str) -> str:
    """Give the start of a text, short enough to be quoted in a message."""
    return text if len(text) <= _QUOTED else text[: _QUOTED - 1] + "…"
