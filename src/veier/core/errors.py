"""What can go wrong, for programs to catch and people to read.

    VeierError(ValueError)
    ├── BadType(TypeError) a value of another type than is asked for
    ├── UnknownGame        no game of that name
    ├── BadOption          an option that does not exist, is out of range, or pieces that do not fit
    ├── BadNotation        text that cannot be read as a move of this game
    ├── IllegalMove        a move that can be read but not made here; `reason` says why
    └── ParseError         text of a position or record that cannot be read; `line` and `column` say where
        ├── BadPosition
        └── BadRecord

Each carries a `Message`, so that it can be shown in any language; `str(error)` is English.
"""

from __future__ import annotations

from veier.messages import Message


class VeierError(ValueError):
    """Something that the caller gave cannot be used."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason

    def text(self, language: str) -> str:
        """Say what is wrong in a language."""
        return self.reason.text(language)

    def __str__(self) -> str:
        return str(self.reason)


class BadType(VeierError, TypeError):
    """A value of another type than is asked for."""


class UnknownGame(VeierError):
    """There is no game of that name."""


class BadOption(VeierError):
    """An option that does not exist, is out of range, or does not fit the others."""


class BadNotation(VeierError):
    """Text that is no move of this game."""


class IllegalMove(VeierError):
    """A move that cannot be made in this position."""


class ParseError(VeierError):
    """Text that cannot be read, and where: `line` and `column` count from 1."""

    def __init__(self, reason: Message, line: int, column: int) -> None:
        super().__init__(Message("parse.at", {"line": line, "column": column, "reason": reason}))
        self.line = line
        self.column = column
        self.problem = reason

    def __reduce__(self) -> tuple[type[ParseError], tuple[Message, int, int]]:
        return type(self), (self.problem, self.line, self.column)


class BadPosition(ParseError):
    """Text that is no position string."""


class BadRecord(ParseError):
    """Text that is no record of a game."""
