"""A move as people and screens see it; kernels know it by its number alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, SupportsIndex

Kind = Literal["place", "slide", "turn", "move", "pass"]


@dataclass(frozen=True, slots=True)
class Move:
    """A move in a position.

    text    its notation, exact
    number  what kernels call it
    kind    what it does
    piece   what it uses: a piece from the reserve ("A", "domino", "stone"), "pencil", or the field or cell where
            a piece lies that is moved
    lifted  the cells whose stones it takes away
    stones  the stones that it lays: cell and seat, the mover's own first
    """

    text: str
    number: int
    kind: Kind
    piece: str = ""
    lifted: tuple[str, ...] = ()
    stones: tuple[tuple[str, int], ...] = ()

    def __hash__(self) -> int:
        # Equal moves have equal texts, whose hash Python keeps; that of all fields takes ten times as long.
        return hash(self.text)

    def __str__(self) -> str:
        return self.text


# A move as it can be given: its notation, its number, or as a position described it.
AnyMove = str | SupportsIndex | Move
