"""What the games that are won by a square have in common, beside their kernels."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from math import hypot
from random import Random

from veier.core.grid import grid_name
from veier.core.move import Move
from veier.core.patterns import Square, Threat
from veier.core.rules import Rules
from veier.games.squares.geometry import Corners, Point, find_squares, masks_by_cell, pair_table, square_masks, step_of
from veier.games.squares.symmetry import zobrist_table
from veier.games.squares.weights import squares_by_cell
from veier.kernels.state import MOVER, PASS, EvalTables, Tables, ThreatTables, Words
from veier.messages import Message, message


class SquareRules(Rules):
    """Rules of a game on the cells of a square grid."""

    @property
    @abstractmethod
    def points(self) -> Sequence[Point]:
        """The column and row of each cell, both from 0."""

    @cached_property
    def all_squares(self) -> tuple[Corners, ...]:
        """Every square of the board."""
        return tuple(find_squares(self.points))

    @cached_property
    def cell_names(self) -> tuple[str, ...]:
        """The cells' names by number: a1 is the lower left one."""
        return tuple(grid_name(column, row) for column, row in self.points)

    @property
    def mirrors(self) -> bool:
        """Whether a mirrored game is the same game."""
        return True

    @cached_property
    def threat_tables(self) -> ThreatTables:
        tables, cells = self.tables, len(self.points)
        # Layers of features: each colour, and for tiles each colour on the tiles of each owner.
        zobrist = zobrist_table(self.points, self.players**2, self.mirrors)
        return ThreatTables(tables.numbers, tables.lengths, tables.steps, pair_table(self.all_squares, cells), zobrist)

    def glimpse(self, state: Words, blindness: float, random: Random) -> tuple[Tables, EvalTables, Words]:
        """Leave out the squares that are overlooked: more of the tilted and of the large ones."""
        seen = [
            corners
            for corners in self.all_squares
            if random.random() >= blindness * difficulty(step_of(self.points, corners))
        ]
        cells = len(self.points)
        lengths, masks = masks_by_cell(seen, cells)
        tables = self.tables._replace(lengths=lengths, masks=masks, squares=square_masks(seen))
        dim = state.copy()
        self.kernels.recompute(tables, dim)
        return tables, self.eval_tables._replace(windows=squares_by_cell(seen, cells)), dim

    def squares(self, state: Words) -> list[Square]:
        """List the squares that somebody has or can still have; an empty one once for each seat."""
        stones = self.stones(state)
        found = []
        for corners in self.all_squares:
            seats = {stones[cell] for cell in corners if cell in stones}
            if len(seats) < 2:
                found += [self._square(corners, stones, seat) for seat in seats or range(self.players)]
        return found

    def scores(self, state: Words) -> tuple[int, ...]:
        """Count each seat's finished squares."""
        stones = self.stones(state)
        made = [0] * self.players
        for one, two, three, four in self.all_squares:
            seat = stones.get(one)
            if seat is not None and seat == stones.get(two) == stones.get(three) == stones.get(four):
                made[seat] += 1
        return tuple(made)

    def threats(self, state: Words, seat: int) -> list[Threat]:
        """List the squares that lack one stone of a seat.

        The missing cell is free, or holds a stone of a piece that can be moved so that the own one comes to lie there.
        """
        turned = state.copy()
        turned[MOVER] = seat
        moves = [self.describe_move(turned, number) for number in self.legal_numbers(turned) if number != PASS]
        stones = self.stones(state)
        found = []
        for corners in self.all_squares:
            lacking = [cell for cell in corners if stones.get(cell) != seat]
            if len(lacking) != 1:
                continue
            cells, missing = tuple(self.cell_names[cell] for cell in corners), self.cell_names[lacking[0]]
            completing = tuple(move.text for move in moves if _completes(move, cells, missing))
            if completing or lacking[0] not in stones:
                found.append(Threat(seat, cells, missing, completing, step_of(self.points, corners)))
        return found

    def made_by(self, state: Words, move: Move) -> list[Square]:
        """List the squares that a move would make, legal or not."""
        stones = self.stones(state)
        for name in move.lifted:
            del stones[self.cell_numbers[name]]
        laid = {self.cell_numbers[name]: seat for name, seat in move.stones}
        stones |= laid
        return [
            self._square(corners, stones, stones[corners[0]])
            for corners in self.all_squares
            if not laid.keys().isdisjoint(corners) and len({stones.get(cell, -1) for cell in corners}) == 1
        ]

    def why_banned(self, state: Words, move: Move) -> Message:
        """Name the two squares that a forbidden move would make."""
        made = {square.seat: square for square in self.made_by(state, move)}
        own, other = made.pop(int(state[MOVER])), made.popitem()[1]
        return message(
            "illegal.both",
            colour=self.seat_message(own.seat),
            square="-".join(own.cells),
            other_colour=self.seat_message(other.seat),
            other_square="-".join(other.cells),
        )

    def _square(self, corners: Corners, stones: Mapping[int, int], seat: int) -> Square:
        one, two, three, four = (self.cell_names[cell] for cell in corners)
        missing = tuple(self.cell_names[cell] for cell in corners if cell not in stones)
        return Square(seat, (one, two, three, four), missing, step_of(self.points, corners))


def difficulty(step: tuple[int, int]) -> float:
    """Tell how hard a square is to see, from 0 to 1: upright ones are easy, then those on a corner, then the others."""
    along, across = step
    tilt = 0.3 if across == 0 else 0.65 if across == along else 1.0
    return tilt * min(1.0, 0.5 + hypot(along, across) / 8)


def _completes(move: Move, cells: tuple[str, ...], missing: str) -> bool:
    """Tell whether a move lays the mover's stone on the missing cell of a square and lifts none of the others."""
    return move.stones[0][0] == missing and set(move.lifted).isdisjoint(set(cells) - {missing})
