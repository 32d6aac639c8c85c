"""Rules that the games won by a square share, beside their kernels."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np

from veier.core.grid import grid_name
from veier.core.move import Move
from veier.core.patterns import Square
from veier.core.rules import Rules
from veier.core.symmetry import CellImages, map_cells, quarter_turn, rotations, rotations_and_mirrors
from veier.games.squares.geometry import Corners, find_squares, step_of
from veier.kernels.state import MOVER, Words
from veier.messages import Message, message


class SquareRules(Rules):
    """Rules of a game on the cells of a square grid."""

    @property
    def mirrors(self) -> bool:
        """Whether a mirrored game is the same game."""
        return True

    @cached_property
    def symmetries(self) -> tuple[CellImages, ...]:
        maps = rotations_and_mirrors(quarter_turn, 4) if self.mirrors else rotations(quarter_turn, 4)
        return map_cells(self.points, maps)

    @cached_property
    def all_squares(self) -> tuple[Corners, ...]:
        """Every square of the board's grid: what kernels look up and searches count."""
        return tuple(find_squares(self.points))

    @property
    def possible_squares(self) -> tuple[Corners, ...]:
        """The squares that pieces can make: what people are shown.

        Searches without the others are no faster, and levels play no better (4EYES: random games and proofs within
        2 %, level 2 scored 0.45 of 300 games).
        """
        return self.all_squares

    @cached_property
    def cell_names(self) -> tuple[str, ...]:
        """The cells' names by number: a1 is the lower left one."""
        return tuple(grid_name(column, row) for column, row in self.points)

    def scores(self, state: Words) -> tuple[int, ...]:
        """Count each seat's finished squares."""
        seats = np.full(len(self.points), -1)
        for cell, seat in self.stones(state).items():
            seats[cell] = seat
        corners = seats[self._corners]
        first = corners[:, 0]
        made = (first >= 0) & (corners == first[:, None]).all(axis=1)
        return tuple(np.bincount(first[made], minlength=self.players).tolist())

    @cached_property
    def _corners(self) -> Words:
        """The corners of all squares, one row per square."""
        return np.array(self.all_squares, np.int64).reshape(-1, 4)

    def made_by(self, state: Words, move: Move) -> list[Square]:
        """List the squares that a pseudo-legal move would make."""
        stones = self.stones(state)
        for name in move.lifted:
            del stones[self.cell_numbers[name]]
        laid = {self.cell_numbers[name]: seat for name, seat in move.stones}
        stones |= laid
        return [
            self.square(corners, stones, stones[corners[0]])
            for corners in self.all_squares
            if not laid.keys().isdisjoint(corners) and len({stones.get(cell, -1) for cell in corners}) == 1
        ]

    def why_banned(self, state: Words, move: Move) -> Message:
        """Name the squares that a forbidden move would make: one of each colour, or another player's alone."""
        made = {square.seat: square for square in self.made_by(state, move)}
        own, other = made.pop(int(state[MOVER]), None), made.popitem()[1]
        if own is None:
            return message("illegal.gift", colour=self.seat_message(other.seat), square="-".join(other.cells))
        return message(
            "illegal.both",
            colour=self.seat_message(own.seat),
            square="-".join(own.cells),
            other_colour=self.seat_message(other.seat),
            other_square="-".join(other.cells),
        )

    def square(self, corners: Corners, stones: Mapping[int, int], seat: int) -> Square:
        """Return a square of a seat, given the stones by cell."""
        one, two, three, four = (self.cell_names[cell] for cell in corners)
        missing = tuple(self.cell_names[cell] for cell in corners if cell not in stones)
        return Square(seat, (one, two, three, four), missing, step_of(self.points, corners))
