"""What players look for on the board: squares, rows, what lacks one stone; and how a game finds them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from veier.core.move import Move
from veier.core.rules import Rules
from veier.kernels.state import PASS, Words


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


class RowValue(NamedTuple):
    """What a row of `low` to `high` stones is worth."""

    low: int
    high: int
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


class Patterns:
    """How the patterns of a game are found. This one finds none: it is for games that have no patterns.

    kind        names the explainers and checks of lessons that understand these patterns; see `explain/explainers.py`
    shapes      every set of cells that wins once one seat has stones on all of them
    row_values  what rows are worth, up to the longest one that can be made; none where rows do not count
    """

    kind: str = "none"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @property
    def shapes(self) -> tuple[tuple[int, ...], ...]:
        return ()

    @property
    def row_values(self) -> tuple[RowValue, ...]:
        return ()

    def step(self, shape: tuple[int, ...]) -> tuple[int, int] | None:
        """Say how the sides of a shape run, if it is a square."""
        return None

    def squares(self, state: Words) -> list[Square]:
        """List the squares that a seat has or can still have; an empty one once for each seat."""
        return []

    def rows(self, state: Words) -> list[Row]:
        """List the runs that are worth points."""
        return []

    def threats(self, state: Words, seat: int) -> list[Threat]:
        """List what lacks one stone of a seat."""
        return []

    def made_by(self, state: Words, move: Move) -> list[Square]:
        """List the squares that a pseudo-legal move would make."""
        return []

    def pseudo_legal(self, state: Words) -> list[int]:
        """List the moves that look possible on the board, also those that the rules forbid; no pass."""
        return [number for number in self.rules.legal_numbers(state) if number != PASS]
