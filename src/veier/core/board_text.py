"""Boards as text in position strings: lines joined by /, one word for each place. Families choose the words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from veier.core.errors import BadPosition
from veier.messages import message

COLOUR_LETTERS = {"red": "r", "brown": "n", "blue": "b"}


class Word(NamedTuple):
    """A word of a board: its line and number in it, both from 0, and where it stands in the text, from 1."""

    line: int
    number: int
    text: str
    column: int


def format_lines(lines: Iterable[Iterable[str]]) -> str:
    """Write lines of words as a board."""
    return "/".join("".join(line) for line in lines)


def parse_lines(text: str, lengths: Sequence[int], pattern: re.Pattern[str]) -> Iterator[Word]:
    """Read lines with the given numbers of words; raise BadPosition where something else stands."""
    line = number = start = 0
    while start < len(text):
        if number == lengths[line]:
            if text[start] != "/" or line + 1 == len(lengths):
                raise BadPosition(message("position.extra", text=text[start]), 1, start + 1)
            line, number, start = line + 1, 0, start + 1
            continue
        found = pattern.match(text, start)
        if not found:
            raise BadPosition(message("position.board", text=text[start]), 1, start + 1)
        yield Word(line, number, found[0], start + 1)
        number, start = number + 1, found.end()
    if line + 1 < len(lengths) or number < lengths[line]:
        raise BadPosition(message("position.short"), 1, len(text) + 1)
