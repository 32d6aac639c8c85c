"""A sheet of characters, each with a style, on which boxes that touch share their lines."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby

Run = tuple[str, str]

_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8
# The character for each set of arms; ASCII has only three.
_LINES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_ASCII_LINES = " |-+||++-+-+++++"


@dataclass(slots=True)
class Canvas:
    """Characters by line and column; both may be negative until the sheet is read."""

    unicode: bool = True
    _backgrounds: dict[tuple[int, int], str] = field(default_factory=dict)
    _dots: dict[tuple[int, int], str] = field(default_factory=dict)
    _arms: dict[tuple[int, int], int] = field(default_factory=dict)
    _texts: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)

    def fill(self, top: int, left: int, bottom: int, right: int, background: str) -> None:
        """Fill the background of a rectangle, edges included."""
        for line in range(top, bottom + 1):
            for column in range(left, right + 1):
                self._backgrounds[line, column] = background

    def dot(self, line: int, column: int, character: str) -> None:
        """Put a character where neither lines nor text will come."""
        self._dots[line, column] = character

    def box(self, top: int, left: int, bottom: int, right: int) -> None:
        """Draw a box; where boxes touch, their lines join."""
        for column in range(left, right):
            for line in (top, bottom):
                self._add_arm(line, column, _RIGHT)
                self._add_arm(line, column + 1, _LEFT)
        for line in range(top, bottom):
            for column in (left, right):
                self._add_arm(line, column, _DOWN)
                self._add_arm(line + 1, column, _UP)

    def write(self, line: int, column: int, text: str, style: str) -> None:
        """Write text over whatever is there."""
        for offset, character in enumerate(text):
            self._texts[line, column + offset] = (character, style)

    def lines(self) -> list[list[Run]]:
        """Read the sheet as runs of one style, from its first used line and column; blank ends are cut."""
        used = self._texts.keys() | self._arms.keys() | self._backgrounds.keys()
        if not used:
            return []
        rows, columns = [line for line, _ in used], [column for _, column in used]
        width = range(min(columns), max(columns) + 1)
        return [self._runs(line, width) for line in range(min(rows), max(rows) + 1)]

    def _add_arm(self, line: int, column: int, arm: int) -> None:
        self._arms[line, column] = self._arms.get((line, column), 0) | arm

    def _runs(self, line: int, columns: range) -> list[Run]:
        characters = [self._character(line, column) for column in columns]
        while characters and characters[-1] == (" ", ""):
            characters.pop()
        return [
            ("".join(text for text, _ in run), style)
            for style, run in groupby(characters, key=lambda character: character[1])
        ]

    def _character(self, line: int, column: int) -> Run:
        place = (line, column)
        background = self._backgrounds.get(place, "")
        if place in self._texts:
            text, style = self._texts[place]
        elif place in self._arms:
            text, style = (_LINES if self.unicode else _ASCII_LINES)[self._arms[place]], "line"
        elif place in self._dots:
            text, style = self._dots[place], "line"
        else:
            text, style = " ", ""
        return text, " ".join(filter(None, (style, background)))
