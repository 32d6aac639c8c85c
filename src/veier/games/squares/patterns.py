"""The patterns of the games won by a square: squares that are made, live or lack one stone."""

from __future__ import annotations

import numpy as np

from veier.core.move import Move
from veier.core.patterns import Patterns, Square, Threat
from veier.games.squares.geometry import Corners, pair_table, step_of
from veier.games.squares.rules import SquareRules
from veier.games.squares.symmetry import zobrist_table
from veier.kernels.state import MOVER, PASS, ThreatTables, Words


class SquarePatterns(Patterns):
    """The squares of a board."""

    kind = "squares"
    rules: SquareRules

    def __init__(self, rules: SquareRules) -> None:
        super().__init__(rules)

    @property
    def shapes(self) -> tuple[Corners, ...]:
        return self.rules.possible_squares

    def step(self, shape: tuple[int, ...]) -> tuple[int, int]:
        one, two, three, four = shape
        return step_of(self.rules.points, (one, two, three, four))

    def squares(self, state: Words) -> list[Square]:
        rules, stones = self.rules, self.rules.stones(state)
        found = []
        for corners in self.shapes:
            seats = {stones[cell] for cell in corners if cell in stones}
            if len(seats) < 2:
                found += [rules.square(corners, stones, seat) for seat in seats or range(rules.players)]
        return found

    def threats(self, state: Words, seat: int) -> list[Threat]:
        """List the squares that lack one stone of a seat.

        The missing cell is free, or holds a stone of a piece that can be moved so that the own one comes to lie there.
        """
        rules = self.rules
        turned = state.copy()
        turned[MOVER] = seat
        moves = [rules.describe_move(turned, number) for number in rules.legal_numbers(turned) if number != PASS]
        stones = rules.stones(state)
        found = []
        for corners in self.shapes:
            lacking = [cell for cell in corners if stones.get(cell) != seat]
            if len(lacking) != 1:
                continue
            cells, missing = tuple(rules.cell_names[cell] for cell in corners), rules.cell_names[lacking[0]]
            completing = tuple(move.text for move in moves if _completes(move, cells, missing))
            if completing or lacking[0] not in stones:
                found.append(Threat(seat, cells, missing, completing, self.step(corners)))
        return found

    def made_by(self, state: Words, move: Move) -> list[Square]:
        return self.rules.made_by(state, move)

    def pseudo_legal(self, state: Words) -> list[int]:
        """List the moves that could be made if no square counted: to kernels without squares, nothing is forbidden."""
        kernels, tables = self.rules.kernels, self.rules.tables
        # Masks that no stones ever fill, as many words as kernels read.
        never = np.full_like(tables.squares[:, :16], -1)
        blind = tables._replace(lengths=np.zeros_like(tables.lengths), squares=never)
        state = state.copy()
        kernels.recompute(blind, state)
        out = np.empty(self.rules.move_limit, np.int64)
        numbers: list[int] = out[: kernels.moves(blind, state, out)].tolist()
        return [number for number in numbers if number != PASS]


def make_threat_tables(rules: SquareRules) -> ThreatTables:
    """Build the tables of threat search."""
    tables, cells = rules.tables, len(rules.points)
    # Layers of features: each colour, and for tiles each colour on the tiles of each owner.
    zobrist = zobrist_table(rules.points, rules.players**2, rules.mirrors)
    return ThreatTables(tables.numbers, tables.lengths, tables.steps, pair_table(rules.all_squares, cells), zobrist)


def _completes(move: Move, cells: tuple[str, ...], missing: str) -> bool:
    """Return whether a move lays the mover's stone on the missing cell of a square and lifts none of the others."""
    return move.stones[0][0] == missing and set(move.lifted).isdisjoint(set(cells) - {missing})
