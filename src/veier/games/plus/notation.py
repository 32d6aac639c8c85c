"""The notation of 4EYES+ and its pencil version.

A placement is the cell of one's own stone and the cell of the other: `c3c4`. A move in phase 2 has the cell of the
domino's own stone before it: `a1-c3c4`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from veier.core.board_text import COLOUR_LETTERS, format_lines, parse_lines
from veier.core.errors import BadNotation, BadPosition, IllegalMove
from veier.core.notation import Notation
from veier.games.plus.layout import FROM, HELD, STONES
from veier.kernels.boards import add_cell
from veier.kernels.state import PHASE, Words
from veier.messages import Message, message

if TYPE_CHECKING:
    from veier.games.plus.rules import PlusRules

_MOVE = re.compile(r"(?:([a-z]\d+)-)?([a-z]\d+)([a-z]\d+)")
_BOARD_WORD = re.compile(r"\.|[RNB][>^<v]|[rnb]")
_PENCIL_WORD = re.compile(r"[.rnb]")
_WAYS = ">^<v"


class PlusNotation(Notation):
    """The notation of 4EYES+ and its pencil version."""

    def __init__(self, rules: PlusRules) -> None:
        self._rules = rules

    def explain_move(self, number: int) -> Message:
        names, (old, place) = self._rules.cell_names, divmod(number, FROM)
        own, other = names[place >> 2], names[self._rules.steps[place >> 2][place & 3]]
        words = {"move": self.format_move(number), "own": own, "other": other}
        if old:
            return message("plus.notation_move", old=names[old - 1], **words)
        return message("plus.notation_pencil" if self._rules.pencil else "plus.notation_place", **words)

    def format_move(self, number: int) -> str:
        return format_move(number, self._rules.cell_names, self._rules.steps)

    def parse_move(self, text: str) -> int:
        return parse_move(text, self._rules.cell_numbers, self._rules.steps)

    @cached_property
    def _letters(self) -> list[str]:
        return [COLOUR_LETTERS[colour] for colour in self._rules.colours]

    def format_board(self, state: Words) -> str:
        rules = self._rules
        ways = {head: way for seat in range(rules.players) for head, way in rules.ways(state, seat).items()}
        stones = {cell: self._letters[seat] for cell, seat in rules.stones(state).items()}
        return format_board(stones, ways, rules.side)

    def parse_board(self, text: str, state: Words) -> None:
        rules = self._rules
        pairs, incomplete = rules.supply > 0, "position.pair" if rules.pencil else "position.domino"
        stones = parse_board(text, rules.side, pairs)
        tails = set()
        for cell, (letter, way, column) in stones.items():
            if letter not in self._letters:
                raise BadPosition(message("position.board", text=letter), 1, column)
            seat = self._letters.index(letter)
            add_cell(state, STONES + 2 * seat, cell)
            if way is not None:
                tail = rules.steps[cell][way]
                after = self._letters[rules.next_seat(seat)]
                if tail in tails or stones.get(tail, ("", 0, 0))[:2] != (after, None):
                    raise BadPosition(message(incomplete, cell=rules.cell_names[cell]), 1, column)
                if not state[HELD + seat]:
                    raise BadPosition(message("position.pieces", piece=rules.piece, total=rules.supply), 1, column)
                tails.add(tail)
                rules.add_piece(state, seat, cell, way)
        loose = [(cell, column) for cell, (_, way, column) in stones.items() if way is None and cell not in tails]
        if loose and pairs:
            raise BadPosition(message(incomplete, cell=rules.cell_names[loose[0][0]]), 1, loose[0][1])
        if not rules.pencil and not state[HELD : HELD + 3].any():
            state[PHASE] = 2


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


def parse_board(text: str, side: int, pairs: bool) -> dict[int, tuple[str, int | None, int]]:
    """Read what `format_board` writes: each stone's letter, its way if it is a head, and its place in the text."""
    stones = {}
    for word in parse_lines(text, [side] * side, _BOARD_WORD if pairs else _PENCIL_WORD):
        if word.text != ".":
            way = _WAYS.index(word.text[1]) if len(word.text) == 2 else None
            stones[side * (side - 1 - word.line) + word.number] = (word.text[0].lower(), way, word.column)
    return stones
