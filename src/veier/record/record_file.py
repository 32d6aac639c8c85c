"""Files of many games: their records one after the other. docs/records.md describes how they are separated."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, TextIO

from veier.core.errors import BadRecord
from veier.core.type_check import wrong_type
from veier.messages import message
from veier.record.location import TEXT_LIMIT
from veier.record.reader import parse_record
from veier.record.record import Record
from veier.record.writer import format_record

# Possessive, so that no text makes them backtrack.
_TAGS = re.compile(r'(?:\s++|\[[^"{\n]*+"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"\s*+\])++')
_OTHERS = re.compile(r"\[?[^\[{]*+")
_COMMENT = re.compile(r"[^{}\\]*+(?:\\.[^{}\\]*+)*+", re.DOTALL)

Source = str | os.PathLike[str] | Iterable[str] | Iterable[bytes]


class GameText(NamedTuple):
    """The text of one of many games: its number, and the line where it begins; both count from 1."""

    text: str
    number: int
    line: int


def read_records(source: Source) -> Iterator[Record]:
    """Read games one by one, each when it is asked for, from a path, a text or an open file.

    A string is the text of the games if it begins with `[` or has several lines, and otherwise a path. A game that
    cannot be read raises BadRecord with its number and its place in the file; the iterator then goes on with the next.
    """
    return map(_parse_game, split_games(_lines(source)))


def write_records(target: str | os.PathLike[str] | TextIO, records: Iterable[Record]) -> None:
    """Write games to a path or to an open file, one by one; `read_records` reads them back."""
    if isinstance(target, str | os.PathLike):
        with Path(target).open("w", encoding="utf-8", newline="\n") as file:
            write_records(file, records)
    elif hasattr(target, "write"):
        for text in _texts(records):
            target.write(text)
    else:
        raise wrong_type("target", "str | PathLike | TextIO", target)


def format_records(records: Iterable[Record]) -> str:
    """Format games as one text; `read_records` reads them back."""
    return "".join(_texts(records))


def _texts(records: Iterable[Record]) -> Iterator[str]:
    """Return the texts of games, each followed by an empty line."""
    if not isinstance(records, Iterable):
        raise wrong_type("records", "Iterable[Record]", records)
    return (format_record(record) + "\n" for record in records)


def in_game(number: int, error: BadRecord, lines: int = 0) -> BadRecord:
    """Return the error of one of many games, `lines` after the beginning of their text."""
    reason = message("record.in_game", number=number, reason=error.problem)
    return BadRecord(reason, error.line + lines, error.column)


def _parse_game(game: GameText) -> Record:
    try:
        return parse_record(game.text)
    except BadRecord as error:
        raise in_game(game.number, error, game.line - 1) from error


def _lines(source: Source) -> Iterator[str]:
    """Return the lines of a source; what is no source is refused at once."""
    if isinstance(source, str) and (source.lstrip("\ufeff \t\r\n")[:1] in ("", "[") or "\n" in source):
        return iter(io.StringIO(source, newline="\n"))
    if isinstance(source, str | os.PathLike):
        return _decode(_read_lines(Path(source)))
    if isinstance(source, Iterable) and not isinstance(source, bytes | bytearray):
        return _decode(source)
    raise BadRecord(wrong_type("source", "str | PathLike | TextIO", source).reason, 1, 1)


def _read_lines(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        yield from file


def _decode(lines: Iterable[object]) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        if isinstance(line, bytes):
            try:
                yield line.decode("utf-8")
            except UnicodeDecodeError as error:
                raise BadRecord(message("record.utf8"), number, error.start + 1) from error
        elif isinstance(line, str):
            yield line
        else:
            raise BadRecord(wrong_type("source", "str | PathLike | TextIO", lines).reason, number, 1)


def split_games(lines: Iterable[str]) -> Iterator[GameText]:
    """Yield the texts of games.

    A game begins with a line that starts with a tag, after moves or comments of the one before it, or after an empty
    line.
    """
    game, number, begun = "", 1, 1
    ended = in_comment = False
    for place, line in enumerate(lines, 1):
        if place == 1:
            line = line.removeprefix("\ufeff")
        if ended and not in_comment and line.lstrip().startswith("["):
            yield GameText(game, number, begun)
            game, number, ended = "", number + 1, False
        if not game:
            begun = place
            if not line.strip():
                continue
        # More is not kept: it would be refused unread.
        game += line if len(game) <= TEXT_LIMIT else ""
        in_comment, has_moves = _scan(line, in_comment)
        ended |= has_moves or not line.strip()
    if game:
        yield GameText(game, number, begun)


def _scan(line: str, in_comment: bool) -> tuple[bool, bool]:
    """Return whether a comment is open at the end of a line, and whether the line has moves or comments."""
    at, has_moves = 0, in_comment
    while at < len(line):
        if in_comment:
            # A second opening brace is an error, which the reader reports; here a comment begins with it.
            at = _end(_COMMENT, line, at)
            in_comment = line[at : at + 1] != "}"
            at += 1
        elif line[at] == "{":
            has_moves = in_comment = True
            at += 1
        elif (tags := _end(_TAGS, line, at)) > at:
            at = tags
        else:
            has_moves, at = True, _end(_OTHERS, line, at)
    return in_comment, has_moves


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Return where a match ends, or where it was looked for."""
    found = pattern.match(text, at)
    return found.end() if found else at
