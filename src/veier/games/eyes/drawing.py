"""The drawing of 4EYES: large fields, tiles on them and in the trays."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from veier.core.drawing import Drawing, EmptyBoard
from veier.core.grid import CELL, grid_cells, grid_frame, grid_labels
from veier.games.eyes.layout import BLUE_AFTER_RED, HELD, QUADRANTS, TYPES
from veier.games.eyes.rules import EyesRules
from veier.kernels.state import Words
from veier.view.model import Colour, Field, Label, Plate, Slot

_FIELD = 2 * CELL


class EyesDrawing(Drawing):
    """How 4EYES looks."""

    def __init__(self, rules: EyesRules) -> None:
        self._rules = rules
        self._side = rules.side

    @cached_property
    def board(self) -> EmptyBoard:
        cells = 2 * self._side
        fields = tuple(Field(self._rules.field_name(field), *self._middle(field)) for field in range(self._side**2))
        return EmptyBoard(
            "fields",
            grid_frame(cells),
            grid_cells(self._rules.points, cells),
            (*grid_labels(cells), *self._field_labels()),
            fields,
        )

    def plates(self, state: Words) -> Iterator[Plate]:
        for field, (owner, _, _) in self._rules.tiles_by_field(state).items():
            cells = tuple(self._rules.cell_names[4 * field + quadrant] for quadrant in range(4))
            yield Plate("tile", self._rules.colours[owner], *self._middle(field), cells)

    def slots(self, state: Words, seat: int) -> tuple[Slot, ...]:
        return tuple(
            Slot(name, "tile", int(state[HELD + 3 * seat + kind]), self._rules.tiles[kind], self._tile_stones(kind))
            for kind, name in enumerate(TYPES)
        )

    def _middle(self, field: int) -> tuple[float, float]:
        return _FIELD * (field % self._side) + CELL, _FIELD * (self._side - 1 - field // self._side) + CELL

    def _field_labels(self) -> Iterator[Label]:
        for k in range(self._side):
            x, y = self._middle(k * (self._side + 1))
            yield Label(self._rules.field_name(k)[0], x, -12, "field")
            yield Label(str(k + 1), _FIELD * self._side + 12, y, "field")

    def _tile_stones(self, kind: int) -> tuple[tuple[float, float, Colour], ...]:
        """Place a tile's stones around its middle, red in the upper left."""
        middles = [(CELL * right - CELL / 2, CELL / 2 - CELL * up) for right, up in QUADRANTS]
        red, blue = self._rules.colours
        return (*middles[0], red), (*middles[BLUE_AFTER_RED[kind]], blue)
