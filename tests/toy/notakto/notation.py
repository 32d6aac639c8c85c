"""The notation of notakto: a move is its cell, `b2`; a board is written row by row from the top."""

from __future__ import annotations

import re

from toy.notakto.rules import NotaktoRules
from veier.core.board_text import COLOUR_LETTERS, format_lines, parse_lines
from veier.core.errors import BadNotation
from veier.core.notation import Notation
from veier.kernels.state import FIRST, Words
from veier.messages import Message, message

_WORD = re.compile(r"[.rb]")


class NotaktoNotation(Notation):
    """The notation of notakto."""

    def __init__(self, rules: NotaktoRules) -> None:
        self._rules = rules
        self._letters = [COLOUR_LETTERS[colour] for colour in rules.colours]

    def explain_move(self, number: int) -> Message:
        return message("notakto.notation_help", move=self.format_move(number))

    def format_move(self, number: int) -> str:
        return self._rules.cell_names[number]

    def parse_move(self, text: str) -> int:
        name = "".join(text.split()).lower()
        if name not in self._rules.cell_numbers:
            raise BadNotation(message("notakto.notation", text=text, last=self._rules.cell_names[-1]))
        return self._rules.cell_numbers[name]

    def format_board(self, state: Words) -> str:
        side, stones = self._rules.side, self._rules.stones(state)
        letters = {cell: self._letters[seat] for cell, seat in stones.items()}
        return format_lines(
            [letters.get(side * row + column, ".") for column in range(side)] for row in reversed(range(side))
        )

    def parse_board(self, text: str, state: Words) -> None:
        side = self._rules.side
        for word in parse_lines(text, [side] * side, _WORD):
            if word.text != ".":
                cell = side * (side - 1 - word.line) + word.number
                state[FIRST + self._letters.index(word.text)] |= 1 << cell
