"""Arguments and files that several commands read, with errors that say where the fault is."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from veier.cli.completion import complete_game
from veier.core.errors import BadRecord, VeierError
from veier.core.history import History
from veier.core.position import Position
from veier.messages import message
from veier.record import Record, input_formats
from veier.record.move_numbers import split_moves

GAME = click.argument("game", metavar="GAME", shell_complete=complete_game)
MOVES = click.argument("moves", nargs=-1, metavar="[MOVES]...")


def read_position(start: str, moves: Iterable[str] = ()) -> Position:
    """Return the position after moves from a game's start, given its id, or from a position string."""
    return read_history(start, moves).final


def read_history(start: str, moves: Iterable[str] = ()) -> History:
    """Return the moves from a game's start, given its id, or from a position string, which tells no moves."""
    first, *rest = input_formats.read_line(start, split_moves(" ".join(moves)))
    return History(first, input_formats.move_texts(rest))


def read_text(path: str) -> str:
    """Read a file, or standard input for `-`."""
    raw = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise VeierError(message("cli.error.utf8", file=path, byte=error.start + 1)) from error


def read_records(text: str) -> list[Record]:
    """Read one or many games in any input format."""
    return input_formats.read_all(text, _parse_json)


def _parse_json(text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise BadRecord(message("cli.error.json"), error.lineno, error.colno) from error
    except RecursionError as error:
        raise BadRecord(message("cli.error.json"), 1, 1) from error
