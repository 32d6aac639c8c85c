"""A remark: one exact statement about a move or a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from veier.core.data import to_plain
from veier.core.patterns import Row, Square
from veier.messages import Message


@dataclass(frozen=True, slots=True)
class Remark:
    """One statement, which can be said in any language: `remark.text.text("lb")`; `str(remark)` is English.

    cells    the cells that it speaks of
    squares  the squares that it speaks of, or the rows in hex rows
    line     moves that show it, from the position that is explained, or from the one after the explained move
    """

    text: Message
    cells: tuple[str, ...] = ()
    squares: tuple[Square | Row, ...] = ()
    line: tuple[str, ...] = ()

    def __str__(self) -> str:
        return str(self.text)

    def to_data(self, language: str | None = None) -> dict[str, Any]:
        """Return the remark as data that JSON can hold; with a language, also its sentence."""
        data = {
            "message": self.text.to_data(),
            "cells": list(self.cells),
            "squares": [to_plain(square) for square in self.squares],
            "line": list(self.line),
        }
        return data | {"text": self.text.text(language)} if language else data
