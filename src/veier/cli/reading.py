"""What commands read: games, positions, moves and files, with errors that say where."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from veier.core.errors import BadNotation, IllegalMove, VeierError
from veier.core.position import Position
from veier.games import game
from veier.locale import message

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
