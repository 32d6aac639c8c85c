"""A remark: one exact statement about a move or a position, for whoever explains or shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from veier.core.patterns import Row, Square
from veier.locale import Message


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
        """Give the remark as dicts, lists, numbers and text, ready for JSON; on demand with its sentence."""
        data = {
            **_message_data(self.text),
            "cells": list(self.cells),
            "squares": [_plain(asdict(square)) for square in self.squares],
            "line": list(self.line),
        }
        return data | {"text": self.text.text(language)} if language else data


def _message_data(text: Message) -> dict[str, Any]:
    return {"key": text.key, "params": _plain(text.params)}


def _plain(value: object) -> Any:
    """Turn what a sentence is filled with into plain data; a message within becomes its key and params."""
    if isinstance(value, Message):
        return _message_data(value)
    if isinstance(value, Mapping):
        return {str(name): _plain(part) for name, part in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return value
