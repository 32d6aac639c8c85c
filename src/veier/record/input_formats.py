"""The formats in which games can be given: records as text or JSON, lines of moves, position strings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from io import StringIO
from itertools import islice

from veier.core.errors import BadNotation, BadRecord, IllegalMove, VeierError
from veier.core.position import Position
from veier.games import all_specs, game
from veier.messages import message
from veier.record.data import record_from_data
from veier.record.move_numbers import split_moves
from veier.record.position_string import parse_position
from veier.record.reader import parse_record
from veier.record.record import Record
from veier.record.record_file import in_game, read_records, split_games

# The number of words of a position string; only the second word of a line can have a slash.
_POSITION_PARTS = 6
# What a list of objects begins with; a tag begins with a name.
_JSON_LIST = re.compile(r"\s*\[\s*[{\]]")


def read_all(text: str, parse_json: Callable[[str], object]) -> list[Record]:
    """Read one or many games in any format: records one after the other, a list in JSON, or lines.

    With many games, errors have the number of the game.
    """
    begin = text.lstrip()[:1]
    if _JSON_LIST.match(text):
        data = parse_json(text)
        return [_read_data(each, number) for number, each in enumerate(data if isinstance(data, list) else [], 1)]
    if begin == "[":
        return _read_text(text)
    games = [text] if begin == "{" else _split_lines(text)
    if len(games) == 1:
        return [read_record(text, parse_json)]
    return [_read_moves(game, number) for number, game in enumerate(games, 1)]


def read_record(text: str, parse_json: Callable[[str], object]) -> Record:
    """Read a record in any format; its first character tells which."""
    begin = text.lstrip()[:1]
    if begin == "[":
        return parse_record(text)
    if begin == "{":
        return record_from_data(parse_json(text))
    return _from_line(text)


def _read_text(text: str) -> list[Record]:
    try:
        return [parse_record(text)]
    except BadRecord:
        if len(list(islice(split_games(StringIO(text, newline="\n")), 2))) == 1:
            raise
    return list(read_records(text))


def _read_data(data: object, number: int) -> Record:
    try:
        return record_from_data(data)
    except BadRecord as error:
        raise in_game(number, error) from error


def _read_moves(text: str, number: int) -> Record:
    try:
        return _from_line(text)
    except VeierError as error:
        raise VeierError(message("record.in_game", number=number, reason=error.reason)) from error


def _split_lines(text: str) -> list[str]:
    """Split a text where a line begins with the name of a game."""
    first, *rest = text.strip().splitlines() or [""]
    games = [[first]]
    for line in rest:
        word = "".join(line.split(maxsplit=1)[:1])
        if word.partition("?")[0].lower() in all_specs():
            games.append([])
        games[-1].append(line)
    return ["\n".join(lines) for lines in games]


def _from_line(text: str) -> Record:
    start, moves = split_line(text.split())
    first, *rest = read_line(start, split_moves(" ".join(moves)))
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
