"""Drawings in comments: `[%draw green:c3 red:c3>e5 blue:a1-c1-c3-a3]` for a cell, an arrow and a square.

They are commands in a comment, as in PGN, so that every reader of records keeps them. A drawing is a colour and cells;
what is not written like one stays text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import cast

from veier.view.drawings import DRAWING_COLOURS, Drawing, DrawingColour

_CELL = r"[a-z][0-9]{1,2}"
_DRAWING = rf"(?:{'|'.join(DRAWING_COLOURS)}):{_CELL}(?:>{_CELL}|(?:-{_CELL}){{3}})?"
_COMMAND = re.compile(rf"\s*\[%draw((?: {_DRAWING})+)\]")


def split_comment(comment: str) -> tuple[str, tuple[Drawing, ...]]:
    """Return the words of a comment and its drawings."""
    found = [word for command in _COMMAND.findall(comment) for word in command.split()]
    return _COMMAND.sub("", comment).strip() if found else comment, tuple(map(_read, dict.fromkeys(found)))


def join_comment(words: str, drawings: Iterable[Drawing]) -> str:
    """Return a comment of words and drawings."""
    written = [_write(drawing) for drawing in drawings]
    return " ".join(filter(None, [words, f"[%draw {' '.join(written)}]" if written else ""]))


def _read(text: str) -> Drawing:
    colour, _, cells = text.partition(":")
    return Drawing(cast(DrawingColour, colour), tuple(re.split("[->]", cells)))


def _write(drawing: Drawing) -> str:
    return f"{drawing.colour}:{('>' if len(drawing.cells) == 2 else '-').join(drawing.cells)}"
