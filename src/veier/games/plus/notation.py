"""How moves and boards of 4EYES+ and the pencil version are written.

A placement is the cell of one's own stone and the cell of the other: `c3c4`. A move in phase 2 has the cell of the
domino's own stone before it: `a1-c3c4`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from veier.core.board_text import format_lines, parse_lines
from veier.core.errors import BadNotation, IllegalMove
from veier.games.plus.layout import FROM
from veier.messages import message

_MOVE = re.compile(r"(?:([a-z]\d+)-)?([a-z]\d+)([a-z]\d+)")
_BOARD_WORD = re.compile(r"\.|[RNB][>^<v]|[rnb]")
_PENCIL_WORD = re.compile(r"[.rnb]")
_WAYS = ">^<v"


def format_move(number: int, names: Sequence[str], steps: Sequence[Sequence[int]]) -> str:
    """Write a move."""
    old, place = divmod(number, FROM)
    head, way = place >> 2, place & 3
    return (names[old - 1] + "-" if old else "") + names[head] + names[steps[head][way]]


def parse_move(text: str, numbers: Mapping[str, int], steps: Sequence[Sequence[int]]) -> int:
    """Read a move, whatever its case and spaces."""
    found = _MOVE.fullmatch("".join(text.split()).lower())
    if not found:
        raise BadNotation(message("plus.notation", text=text))
    for name in found.groups():
        if name and name not in numbers:
            raise BadNotation(message("notation.cell", cell=name, last=max(numbers, key=lambda name: numbers[name])))
    head, tail = numbers[found[2]], numbers[found[3]]
    if tail not in steps[head]:
        raise IllegalMove(message("plus.illegal.apart", one=found[2], two=found[3]))
    return (FROM * (1 + numbers[found[1]]) if found[1] else 0) + 4 * head + steps[head].index(tail)


def format_board(stones: Mapping[int, str], ways: Mapping[int, int], side: int) -> str:
    """Write the stones row by row from the top; a domino's head is a capital with the way to its other stone."""
    words = {cell: letter.upper() + _WAYS[ways[cell]] if cell in ways else letter for cell, letter in stones.items()}
    return format_lines(
        [words.get(side * row + column, ".") for column in range(side)] for row in reversed(range(side))
    )


def parse_board(text: str, side: int, pencil: bool) -> dict[int, tuple[str, int | None, int]]:
    """Read what `format_board` writes: each stone's letter, its way if it is a head, and its place in the text."""
    stones = {}
    for word in parse_lines(text, [side] * side, _PENCIL_WORD if pencil else _BOARD_WORD):
        if word.text != ".":
            way = _WAYS.index(word.text[1]) if len(word.text) == 2 else None
            stones[side * (side - 1 - word.line) + word.number] = (word.text[0].lower(), way, word.column)
    return stones
