"""The drawing of 4EYES+ and its pencil version: a grid or a sheet of paper, and dominoes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from veier.core.drawing import Drawing, EmptyBoard
from veier.core.grid import CELL, grid_cells, grid_frame, grid_labels
from veier.games.plus.layout import HELD
from veier.games.plus.rules import PlusRules
from veier.kernels.state import Words
from veier.view.model import Plate, Slot


class PlusDrawing(Drawing):
    """How 4EYES+ and its pencil version look."""

    def __init__(self, rules: PlusRules) -> None:
        self._rules = rules

    @cached_property
    def board(self) -> EmptyBoard:
        side = self._rules.side
        cells, labels = grid_cells(self._rules.points, side), grid_labels(side)
        return EmptyBoard("paper" if self._rules.pencil else "grid", grid_frame(side), cells, labels)

    def plates(self, state: Words) -> Iterator[Plate]:
        rules, cells = self._rules, self.board.cells
        if rules.pencil:
            return
        for seat, colour in enumerate(rules.colours):
            for head, way in rules.ways(state, seat).items():
                tail = rules.steps[head][way]
                x, y = (cells[head].x + cells[tail].x) / 2, (cells[head].y + cells[tail].y) / 2
                names = (rules.cell_names[head], rules.cell_names[tail])
                yield Plate("domino", colour, x, y, names, turned=bool(way & 1), marked=rules.players == 2)

    def slots(self, state: Words, seat: int) -> tuple[Slot, ...]:
        rules = self._rules
        if rules.pencil:
            return ()
        after = rules.colours[rules.next_seat(seat)]
        stones = (0.0, -CELL / 2, rules.colours[seat]), (0.0, CELL / 2, after)
        return (Slot("domino", "domino", int(state[HELD + seat]), rules.supply, stones, marked=rules.players == 2),)
