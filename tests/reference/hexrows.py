"""Hex rows: stones on a hexagon, points for rows of four."""

from collections.abc import Collection, Hashable, Iterator
from typing import Self

from .base import Reference
from .cells import Cell, cell_name, cells_in

DIRECTIONS = ((1, 0), (0, 1), (1, 1))


def neighbours(cell: Cell) -> set[Cell]:
    """The six cells around a cell, on the board or not."""
    x, y = cell
    return {(x + sign * dx, y + sign * dy) for dx, dy in DIRECTIONS for sign in (1, -1)}


def run_lengths(stones: Collection[Cell]) -> Iterator[int]:
    """The length of every run, in all three directions, that cannot be made longer (single stones too)."""
    for dx, dy in DIRECTIONS:
        for x, y in stones:
            if (x - dx, y - dy) in stones:
                continue  # not the first stone of its run
            length = 0
            while (x + length * dx, y + length * dy) in stones:
                length += 1
            yield length


def points(stones: Collection[Cell]) -> int:
    """The points of the stones of one colour: a quarter of each run's length, rounded down."""
    return sum(length // 4 for length in run_lengths(stones))


class HexRows(Reference):
    """A game of hex rows."""

    def __init__(self, game: str, side: int, stones: int, full_rounds: bool) -> None:
        """An empty hexagon, the loose stones of each player, and whether the last round is finished."""
        self.full_rounds = full_rounds
        width = 2 * side - 1
        self.cells = {(x, y) for x in range(width) for y in range(width) if abs(x - y) <= side - 1}
        self.stones: list[set[Cell]] = [set(), set()]
        super().__init__(game, 2, [{"stone": stones}, {"stone": stones}])

    def copy(self) -> Self:
        """A twin with its own stones."""
        twin = super().copy()
        twin.stones = [set(stones) for stones in self.stones]
        return twin

    def scores(self) -> list[int]:
        """The points of each colour."""
        return [points(stones) for stones in self.stones]

    def phase(self) -> int:
        """There is no phase 2."""
        return 1

    def _moves(self) -> Iterator[str]:
        red, blue = self.stones
        if not red:
            # the first stone: not on the edge, that is, with all six cells around it on the board
            allowed = {cell for cell in self.cells if neighbours(cell) <= self.cells}
        elif not blue:
            # the second player's first stone: next to the first stone
            (first,) = red
            allowed = neighbours(first) & self.cells
        else:
            allowed = self.cells - red - blue
        return (cell_name(cell) for cell in allowed)

    def _carry_out(self, text: str) -> None:
        (cell,) = cells_in(text)
        mine, reserve = self.stones[self.mover], self.reserves[self.mover]
        before = points(mine)
        mine.add(cell)
        reserve["stone"] -= 1
        new_points = points(mine) - before
        reserve["stone"] -= min(new_points, reserve["stone"])  # set aside

    def _verdict(self) -> tuple[str, int | None] | None:
        """The game ends when a player has no loose stone left; more points win.

        Where rounds are finished, it goes on while it is the second player's turn and that player has a stone.
        """
        if all(reserve["stone"] > 0 for reserve in self.reserves):
            return None
        if self.full_rounds and self.mover == 1 and self.reserves[1]["stone"] > 0:
            return None
        red, blue = self.scores()
        if red == blue:
            return "score", None
        return "score", 0 if red > blue else 1

    def _board(self) -> Hashable:
        red, blue = self.stones
        return frozenset(red), frozenset(blue)
