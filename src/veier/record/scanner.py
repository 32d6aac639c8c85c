"""Splits the text of a record into tokens: tags, then moves, comments and brackets. `reader` parses them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from veier.core.errors import BadRecord
from veier.messages import Message, message
from veier.record.escapes import find_bad_escape, unescape
from veier.record.location import line_and_column, shorten
from veier.record.move_numbers import NUMBERS
from veier.record.tags import TAG_NAME

# Possessive throughout, so that no text makes them backtrack.
_SPACE = re.compile(r"\s*+")
_VALUE = re.compile(r'[^"\\\n]*+(?:\\.[^"\\\n]*+)*+')
_COMMENT = re.compile(r"[^{}\\]*+(?:\\.[^{}\\]*+)*+", re.DOTALL)
_MOVE = re.compile(r"[^\s(){}\[\]]++")


class Tag(NamedTuple):
    """A tag: its name and the offset of it, its value as written and the offset of that."""

    name: str
    offset: int
    raw: str
    value_offset: int


class Word(NamedTuple):
    """A move or a comment, or a bracket that opens or closes a variation."""

    kind: Literal["move", "comment", "open", "close"]
    text: str
    offset: int


class Scanner:
    """Scans a text once from start to end: first all `tags`, then all `words`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._at = 0

    def problem(self, reason: Message, offset: int) -> BadRecord:
        """Return the error for an offset of the text."""
        return BadRecord(reason, *line_and_column(self.text, offset))

    def tags(self) -> Iterator[Tag]:
        """Yield the tags."""
        while self._peek() == "[":
            self._at += 1
            yield self._tag()

    def words(self) -> Iterator[Word]:
        """Yield what follows the tags, without move numbers."""
        while character := self._peek():
            if character == "{":
                yield self._comment()
            elif character in "()":
                yield Word("open" if character == "(" else "close", character, self._at)
                self._at += 1
            elif found := NUMBERS.match(self.text, self._at):
                self._at = found.end()
            else:
                yield self._move()

    def _peek(self) -> str:
        """Skip white space and return the next character, "" at the end."""
        self._skip(_SPACE)
        return self.text[self._at : self._at + 1]

    def _skip(self, pattern: re.Pattern[str]) -> str:
        """Consume and return what matches here, "" if nothing does."""
        found = pattern.match(self.text, self._at)
        self._at = found.end() if found else self._at
        return found[0] if found else ""

    def _tag(self) -> Tag:
        self._peek()
        offset = self._at
        name = self._skip(TAG_NAME)
        if not name or self._peek() != '"':
            raise self.problem(message("record.tag"), self._at)
        opened = self._at
        self._at += 1
        raw = self._skip(_VALUE)
        if self.text[self._at : self._at + 1] != '"':
            raise self.problem(message("record.quote_open"), opened)
        self._at += 1
        if self._peek() != "]":
            raise self.problem(message("record.tag"), self._at)
        self._at += 1
        self._check_escapes(raw, opened + 1)
        return Tag(name, offset, raw, opened + 1)

    def _comment(self) -> Word:
        opened = self._at
        self._at += 1
        raw = self._skip(_COMMENT)
        # A second opening brace means that a closing one is missing; otherwise the moves between would be lost.
        if self.text[self._at : self._at + 1] != "}":
            raise self.problem(message("record.comment_open"), opened)
        self._at += 1
        self._check_escapes(raw, opened + 1)
        return Word("comment", unescape(raw), opened)

    def _move(self) -> Word:
        offset = self._at
        move = self._skip(_MOVE)
        if not move:
            keys = {"[": "record.tag_late", "]": "record.tag_close", "}": "record.comment_close"}
            raise self.problem(message(keys[self.text[offset]]), offset)
        return Word("move", move, offset)

    def _check_escapes(self, raw: str, offset: int) -> None:
        bad = find_bad_escape(raw)
        if bad is not None:
            raise self.problem(message("record.escape", text=shorten(raw[bad : bad + 2])), offset + bad)
