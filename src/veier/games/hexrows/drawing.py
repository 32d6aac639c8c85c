"""The drawing of hex rows: a hexagon of hexagons, and loose stones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import cos, pi, sin

from veier.core.drawing import Drawing, EmptyBoard
from veier.core.grid import FRAME
from veier.games.hexrows.layout import LOOSE, STONES
from veier.games.hexrows.rules import HexrowsRules
from veier.kernels.boards import cells_at
from veier.kernels.state import Words
from veier.view.model import Cell, Label, Slot

# Flat-topped hexagons of radius 22: columns are 33 apart, the cells of a column 38.1.
_COLUMN, _STEP = 33.0, 38.1


class HexrowsDrawing(Drawing):
    """How hex rows look."""

    def __init__(self, rules: HexrowsRules) -> None:
        self._rules = rules

    @cached_property
    def board(self) -> EmptyBoard:
        rules = self._rules
        cells = tuple(
            Cell(name, *self._middle(*point)) for name, point in zip(rules.cell_names, rules.points, strict=True)
        )
        radius = _STEP * (2 * rules.side - 1) / 2 + FRAME
        frame = tuple((radius * sin(k * pi / 3), -radius * cos(k * pi / 3)) for k in range(6))
        return EmptyBoard("hexagon", frame, cells, tuple(self._labels()))

    def slots(self, state: Words, seat: int) -> tuple[Slot, ...]:
        look = ((0.0, 0.0, self._rules.colours[seat]),)
        return (Slot("stone", "stone", int(state[LOOSE + seat]), self._rules.stone_count, look),)

    def aside(self, state: Words, seat: int) -> int:
        return self._rules.stone_count - int(state[LOOSE + seat]) - len(cells_at(state, STONES + 2 * seat))

    def _middle(self, column: int, number: int) -> tuple[float, float]:
        middle = self._rules.side - 1
        return _COLUMN * (column - middle), -_STEP * ((number - middle) - (column - middle) / 2)

    def _labels(self) -> Iterator[Label]:
        """Write the letters below each column and the numbers where each line (1, 0) begins, at the upper left."""
        rules = self._rules
        for cells in rules.columns:
            x, y = self._middle(*rules.points[cells[0]])
            yield Label(rules.cell_names[cells[0]][0], x, y + 30.5, "cell")
        for number in range(2 * rules.side - 1):
            x, y = self._middle(max(0, number - rules.side + 1), number)
            yield Label(str(number + 1), x - 26.5, y - 14, "cell")
