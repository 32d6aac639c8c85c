"""The formats in which a game can be given: a record as text or JSON, a line of moves, a position string."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from veier.core.errors import BadNotation, IllegalMove
from veier.core.position import Position
from veier.games import game
from veier.messages import message
from veier.record.data import record_from_data
from veier.record.position_string import parse_position
from veier.record.reader import parse_record
from veier.record.record import Record

# The number of words of a position string; only the second word of a line can have a slash.
_POSITION_PARTS = 6


def read_record(text: str, parse_json: Callable[[str], object]) -> Record:
    """Read a record in any format; its first character tells which."""
    begin = text.lstrip()[:1]
    if begin == "[":
        return parse_record(text)
    if begin == "{":
        return record_from_data(parse_json(text))
    start, moves = split_line(text.split())
    first, *rest = read_line(start, moves)
    return Record.from_moves(first.game, move_texts(rest), start=first if " " in start else None)


def split_line(words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Split the words of a line into its start, a game's id or a position string, and its moves."""
    size = _POSITION_PARTS if "/" in " ".join(words[1:2]) else 1
    return " ".join(words[:size]), words[size:]


def read_line(start: str, moves: Iterable[str]) -> list[Position]:
    """Return the positions from the start through the moves; an error says which move is wrong."""
    line = [parse_position(start) if " " in start.strip() else game(start).start()]
    for number, text in enumerate(moves, 1):
        try:
            line.append(line[-1].play(text))
        except (BadNotation, IllegalMove) as error:
            raise type(error)(message("record.line_move", number=number, move=text, reason=error.reason)) from error
    return line


def move_texts(line: Iterable[Position]) -> list[str]:
    """Return the moves of a line in exact notation."""
    return [position.last_move.text for position in line if position.last_move]
