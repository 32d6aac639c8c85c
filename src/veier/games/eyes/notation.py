"""The notation of 4EYES.

A tile as it lies is red's quadrant and blue's quadrant, 1 to 4 clockwise from the upper left: `13`. Fields are capital
letters and numbers, A1 at the lower left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from string import ascii_uppercase
from typing import TYPE_CHECKING

from veier.core.board_text import format_lines, parse_lines
from veier.core.errors import BadNotation, BadPosition, VeierError
from veier.core.notation import Notation
from veier.games.eyes.layout import BLUE_AFTER_RED, SLIDE, TURN
from veier.kernels.state import Words
from veier.messages import Message, message

if TYPE_CHECKING:
    from veier.games.eyes.rules import EyesRules

_PLACE = re.compile(r"([1-4])([1-4])@([A-Z])(\d{1,9})")
_SLIDE = re.compile(r"([A-Z])(\d{1,9})([A-Z])(\d{1,9})")
_TURN = re.compile(r"([A-Z])(\d{1,9})([LR])")
_BOARD_WORD = re.compile(r"\.|[rb][1-4][1-4]")
_OWNERS = "rb"


class EyesNotation(Notation):
    """The notation of 4EYES."""

    def __init__(self, rules: EyesRules) -> None:
        self._rules = rules

    def explain_move(self, number: int) -> Message:
        text = self.format_move(number)
        if number < SLIDE:
            return message("eyes.notation_place", move=text, red=text[0], blue=text[1], field=text[3:])
        if number < TURN:
            return message("eyes.notation_slide", move=text, field=text[:2], target=text[2:])
        return message("eyes.notation_right" if text[-1] == "r" else "eyes.notation_left", move=text, field=text[:-1])

    def format_move(self, number: int) -> str:
        return format_move(number, self._rules.side)

    def parse_move(self, text: str) -> int:
        return parse_move(text, self._rules.side)

    def format_board(self, state: Words) -> str:
        return format_board(self._rules.tiles_by_field(state), self._rules.side)

    def parse_board(self, text: str, state: Words) -> None:
        for field, owner, red, blue, column in parse_board(text, self._rules.side):
            kind = BLUE_AFTER_RED.index((blue - red) & 3)
            try:
                self._rules.lay(state, owner, 100 * kind + 4 * field + red)
            except VeierError as error:
                raise BadPosition(error.reason, 1, column) from error


def field_name(field: int, side: int) -> str:
    """Name a field: A1 is the lower left one."""
    return f"{ascii_uppercase[field % side]}{field // side + 1}"


def tile_text(red: int, blue: int) -> str:
    """Write a tile by the quadrants of its stones, counted from 0 here and from 1 in writing."""
    return f"{red + 1}{blue + 1}"


def format_move(number: int, side: int) -> str:
    """Write a move."""
    if number < SLIDE:
        kind, red = divmod(number, 100)
        quadrant = red & 3
        return f"{tile_text(quadrant, (quadrant + BLUE_AFTER_RED[kind]) & 3)}@{field_name(red >> 2, side)}"
    if number < TURN:
        field, target = divmod(number - SLIDE, 25)
        return field_name(field, side) + field_name(target, side)
    return field_name((number - TURN) >> 1, side) + "lr"[(number - TURN) & 1]


def parse_move(text: str, side: int) -> int:
    """Read a move, whatever its case and spaces."""
    compact = "".join(text.split()).upper()
    if found := _PLACE.fullmatch(compact):
        red, blue = int(found[1]) - 1, int(found[2]) - 1
        if red == blue:
            raise BadNotation(message("notation.tile", tile=found[1] + found[2]))
        kind = BLUE_AFTER_RED.index((blue - red) & 3)
        return 100 * kind + 4 * _field(found[3], found[4], side) + red
    if found := _SLIDE.fullmatch(compact):
        return SLIDE + 25 * _field(found[1], found[2], side) + _field(found[3], found[4], side)
    if found := _TURN.fullmatch(compact):
        return TURN + 2 * _field(found[1], found[2], side) + (found[3] == "R")
    raise BadNotation(message("eyes.notation", text=text))


def _field(letter: str, number: str, side: int) -> int:
    letters, numbers = ascii_uppercase[:side], [str(row + 1) for row in range(side)]
    if letter not in letters or number not in numbers:
        raise BadNotation(message("notation.field", field=letter + number, last=field_name(side * side - 1, side)))
    return side * numbers.index(number) + letters.index(letter)


def format_board(tiles: Mapping[int, tuple[int, int, int]], side: int) -> str:
    """Write the tiles by field, each its owner and its stones' quadrants, row by row from the top."""
    words = {field: _OWNERS[owner] + tile_text(red, blue) for field, (owner, red, blue) in tiles.items()}
    return format_lines(
        [words.get(side * row + column, ".") for column in range(side)] for row in reversed(range(side))
    )


def parse_board(text: str, side: int) -> Iterator[tuple[int, int, int, int, int]]:
    """Read what `format_board` writes: a tile's field, owner and quadrants, and where in the text it stands."""
    for word in parse_lines(text, [side] * side, _BOARD_WORD):
        if word.text == ".":
            continue
        owner, red, blue = _OWNERS.index(word.text[0]), int(word.text[1]) - 1, int(word.text[2]) - 1
        if red == blue:
            raise BadPosition(message("notation.tile", tile=word.text[1:]), 1, word.column)
        yield side * (side - 1 - word.line) + word.number, owner, red, blue, word.column
