"""The patterns of hex rows: runs that are worth points, cells that would make one, and lines that are overlooked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import groupby
from random import Random

from veier.core.evaluation import BlindTables
from veier.core.patterns import Patterns, Row, RowValue, Threat
from veier.games.hexrows.layout import LOOSE, STONES
from veier.games.hexrows.rules import HexrowsRules
from veier.games.hexrows.windows import NO_CELLS, WALLS
from veier.kernels.boards import cells_at
from veier.kernels.state import MOVER, EvalTables, Words

# How hard rows are to see in each direction, from 0 to 1; columns stand upright.
_DIFFICULTIES = (0.8, 0.4, 0.8)


class RowPatterns(Patterns):
    """The rows of a hexagon."""

    kind = "rows"
    rules: HexrowsRules

    def __init__(self, rules: HexrowsRules) -> None:
        super().__init__(rules)

    @property
    def row_values(self) -> tuple[RowValue, ...]:
        # A row's points but the last cost stones, too: with 8 stones nobody makes a row of 8.
        across, stones = 2 * self.rules.side - 1, self.rules.stone_count
        lengths = [length for length in range(4, across + 1) if length + length // 4 - 1 <= stones]
        worth = {points: list(same) for points, same in groupby(lengths, lambda length: length // 4)}
        return tuple(RowValue(min(same), max(same), points) for points, same in worth.items())

    def rows(self, state: Words) -> list[Row]:
        return [
            Row(seat, tuple(self.rules.cell_names[cell] for cell in run), len(run) // 4)
            for seat in range(2)
            for run in self._runs(set(cells_at(state, STONES + 2 * seat)))
        ]

    def threats(self, state: Words, seat: int) -> list[Threat]:
        rules = self.rules
        if not state[LOOSE + seat]:
            return []
        stones, taken = set(cells_at(state, STONES + 2 * seat)), rules.stones(state)
        turned = state.copy()
        turned[MOVER] = seat
        legal = set(rules.legal_numbers(turned))
        # A cell that makes a point is beside an own stone.
        beside = {cell for stone in stones for cell in self._steps[stone][:6] if cell >= 0 and cell not in taken}
        found = []
        for cell in sorted(beside):
            for direction in range(3):
                behind, ahead = self._walk(cell, direction + 3, stones), self._walk(cell, direction, stones)
                run = [*reversed(behind), cell, *ahead]
                if len(run) // 4 > len(behind) // 4 + len(ahead) // 4:
                    name = rules.cell_names[cell]
                    cells = tuple(rules.cell_names[each] for each in run)
                    found.append(Threat(seat, cells, name, (name,) if cell in legal else ()))
        return found

    def pseudo_legal(self, state: Words) -> list[int]:
        """List all free cells; the first two stones have their own rule."""
        taken = self.rules.stones(state)
        return [cell for cell in range(len(self.rules.points)) if cell not in taken]

    def _runs(self, stones: set[int]) -> Iterator[list[int]]:
        """Find the straight runs of four and more."""
        for direction in range(3):
            for first in sorted(stones):
                if self._steps[first][direction + 3] in stones:
                    continue
                run = [first, *self._walk(first, direction, stones)]
                if len(run) >= 4:
                    yield run

    def _walk(self, cell: int, direction: int, stones: set[int]) -> list[int]:
        """List the stones that follow a cell in a direction without a gap."""
        met = []
        while (cell := self._steps[cell][direction]) in stones:
            met.append(cell)
        return met

    @cached_property
    def _steps(self) -> list[list[int]]:
        steps: list[list[int]] = self.rules.tables.steps.tolist()
        return steps


def overlook_lines(
    rules: HexrowsRules, eval_tables: EvalTables, state: Words, blindness: float, random: Random
) -> BlindTables:
    """Leave out the lines that are overlooked: more of the slanting ones than of the columns."""
    windows = eval_tables.windows.copy()
    for direction, difficulty in enumerate(_DIFFICULTIES):
        for line in range(windows.shape[1]):
            if random.random() < blindness * difficulty:
                windows[WALLS + direction, line] = NO_CELLS
    return rules.tables, eval_tables._replace(windows=windows), state.copy()
