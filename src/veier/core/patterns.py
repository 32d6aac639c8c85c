"""What players look for on the board: squares, rows, and what lacks one stone."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Square:
    """A square that a seat has, or still can have: no other colour stands on its corners.

    cells    its corners in order around it
    missing  the corners without a stone; none when the square is made
    step     how a side runs: (5, 3) goes 5 along and 3 across, (4, 0) is upright, (3, 3) a diamond
    """

    seat: int
    cells: tuple[str, str, str, str]
    missing: tuple[str, ...]
    step: tuple[int, int]

    @property
    def made(self) -> bool:
        """Whether all four stones stand."""
        return not self.missing


@dataclass(frozen=True, slots=True)
class Row:
    """A straight, unbroken run of four stones or more of one seat, and the points it is worth."""

    seat: int
    cells: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Threat:
    """A square or row that lacks one stone.

    cells    the square's corners, or the row as it would be, with the missing cell
    missing  the cell that lacks the stone
    moves    the moves that would complete it now, if it were the seat's turn; there may be none
    step     how a square's side runs; None for a row
    """

    seat: int
    cells: tuple[str, ...]
    missing: str
    moves: tuple[str, ...]
    step: tuple[int, int] | None = None
