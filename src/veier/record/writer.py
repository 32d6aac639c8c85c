"""Writes records as text. docs/records.md describes the format; `reader` reads it back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from veier.core.game import RULES_VERSION
from veier.record.escapes import escape_comment, escape_tag
from veier.record.line import Line
from veier.record.position_string import format_position
from veier.record.record import Record, require_record
from veier.record.result import format_result
from veier.record.tags import SEAT_TAGS

_WIDTH = 80


def format_record(record: Record) -> str:
    """Format a record; within the limits of `reader`, it is read back unchanged."""
    require_record(record)
    tags = [f'[{name} "{escape_tag(value)}"]\n' for name, value in _tags(record)]
    opening = [_brace(record.comment)] if record.comment else []
    ply = record.start.mover if record.start else 0
    moves = _wrap([*opening, *_words(record.line, ply, record.game.players)])
    return "".join(tags) + (f"\n{moves}\n" if moves else "")


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    yield "Game", record.game.id
    yield "Rules", str(RULES_VERSION)
    for colour, name in zip(record.game.colours, record.seats, strict=True):
        if name:
            yield SEAT_TAGS[colour], name
    if record.date:
        yield "Date", record.date.isoformat()
    yield "Result", format_result(record.result)
    if record.termination:
        yield "Termination", record.termination
    if record.start:
        yield "Position", format_position(record.start)
    yield from record.tags


def _words(line: Line, ply: int, players: int) -> Iterator[str]:
    """Yield the words of a line whose first move has the number `ply`, counted from 0.

    A round is numbered at its first move, and again after a comment or a variation.
    """
    numbered = False
    for node in line:
        number, seat = divmod(ply, players)
        if seat == 0:
            yield f"{number + 1}. {node.text}"
        else:
            yield node.text if numbered else f"{number + 1}... {node.text}"
        if node.comment:
            yield _brace(node.comment)
        for variation in node.variations:
            yield from _bracket(_words(variation, ply, players))
        numbered = not (node.comment or node.variations)
        ply += 1


def _bracket(words: Iterable[str]) -> list[str]:
    bracketed = list(words)
    bracketed[0] = "(" + bracketed[0]
    bracketed[-1] += ")"
    return bracketed


def _brace(comment: str) -> str:
    return "{" + escape_comment(comment) + "}"


def _wrap(words: Iterable[str]) -> str:
    """Join words to lines of at most 80 characters; longer words, such as comments, are not broken."""
    parts: list[str] = []
    column = 0
    for word in words:
        first_line = word.partition("\n")[0]
        if parts:
            fits = column + 1 + len(first_line) <= _WIDTH
            parts.append(" " if fits else "\n")
            column = column + 1 if fits else 0
        parts.append(word)
        # A comment may contain line ends.
        column = len(word) - word.rfind("\n") - 1 if "\n" in word else column + len(word)
    return "".join(parts)
