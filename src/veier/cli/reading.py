"""What commands read: games, positions, moves and files, with errors that say where."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from veier.core.errors import BadNotation, BadRecord, IllegalMove, VeierError
from veier.core.position import Position
from veier.games import game
from veier.locale import message

if TYPE_CHECKING:
    from veier.record import Record

GAME = click.argument("game", metavar="GAME")
# A position string is so many words, and the second of them is the only one with a slash.
POSITION_PARTS = 6
MOVES = click.argument("moves", nargs=-1, metavar="[MOVES]...")


def read_position(start: str, moves: Iterable[str] = ()) -> Position:
    """Set up a game by its id, or a position by its position string, and play moves."""
    return read_line(start, " ".join(moves).split())[-1]


def read_line(start: str, moves: Iterable[str]) -> list[Position]:
    """Give the positions from the start on; an error says which move is wrong."""
    if " " in start.strip():
        from veier.record import parse_position

        line = [parse_position(start)]
    else:
        line = [game(start).start()]
    for number, text in enumerate(moves, 1):
        try:
            line.append(line[-1].play(text))
        except (BadNotation, IllegalMove) as error:
            raise type(error)(message("cli.error.move", number=number, move=text, reason=error.reason)) from error
    return line


def split_line(words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Part the words of a line into its start, which is a game's id or a position string, and its moves."""
    size = POSITION_PARTS if "/" in " ".join(words[1:2]) else 1
    return " ".join(words[:size]), words[size:]


def move_texts(line: Iterable[Position]) -> list[str]:
    """Give the moves of a line as they are written exactly."""
    return [position.last_move.text for position in line if position.last_move]


def read_text(path: str) -> str:
    """Read a file, or standard input for `-`."""
    raw = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise VeierError(message("cli.error.utf8", file=path, byte=error.start + 1)) from error


def read_record(text: str) -> Record:
    """Read a record in any format: what the text is shows itself."""
    from veier.record import Record, parse_position, parse_record, record_from_data

    begin = text.lstrip()[:1]
    if begin == "[":
        return parse_record(text)
    if begin == "{":
        return record_from_data(_parse_json(text))
    words = text.split()
    if len(words) == 6 and "/" in words[1]:
        start = parse_position(text)
        return Record.from_moves(start.game, (), start=start)
    line = read_line(words[0] if words else "", words[1:])
    return Record.from_moves(line[0].game, [position.last_move for position in line[1:] if position.last_move])


def _parse_json(text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise BadRecord(message("cli.error.json"), error.lineno, error.colno) from error
    except RecursionError as error:
        raise BadRecord(message("cli.error.json"), 1, 1) from error
