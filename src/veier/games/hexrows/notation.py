"""The notation of hex rows: a move is its cell, `f6`; a board is written column by column, each from below."""

from __future__ import annotations

import re

from veier.core.board_text import COLOUR_LETTERS, format_lines, parse_lines
from veier.core.errors import BadNotation, BadPosition, VeierError
from veier.core.notation import Notation
from veier.games.hexrows.rules import HexrowsRules
from veier.kernels.state import Words
from veier.messages import Message, message

_MOVE = re.compile(r"[a-z]\d+")
_WORD = re.compile(r"[.rb]")


class HexrowsNotation(Notation):
    """The notation of hex rows."""

    def __init__(self, rules: HexrowsRules) -> None:
        self._rules = rules

    def explain_move(self, number: int) -> Message:
        return message("hexrows.notation_place", move=self.format_move(number))

    def format_move(self, number: int) -> str:
        return self._rules.cell_names[number]

    def parse_move(self, text: str) -> int:
        name = "".join(text.split()).lower()
        if not _MOVE.fullmatch(name):
            raise BadNotation(message("hexrows.notation", text=text))
        if name not in self._rules.cell_numbers:
            raise BadNotation(message("notation.hexagon", cell=name, side=self._rules.side))
        return self._rules.cell_numbers[name]

    def format_board(self, state: Words) -> str:
        rules = self._rules
        letters = {cell: COLOUR_LETTERS[rules.colours[seat]] for cell, seat in rules.stones(state).items()}
        return format_lines([letters.get(cell, ".") for cell in column] for column in rules.columns)

    def parse_board(self, text: str, state: Words) -> None:
        rules = self._rules
        letters = [COLOUR_LETTERS[colour] for colour in rules.colours]
        for word in parse_lines(text, [len(column) for column in rules.columns], _WORD):
            if word.text == ".":
                continue
            cell = rules.columns[word.line][word.number]
            try:
                rules.lay(state, letters.index(word.text), cell)
            except VeierError as error:
                raise BadPosition(error.reason, 1, word.column) from error
