"""The rules of notakto beside the kernels, and its drawing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np

from veier.core.drawing import Drawing, EmptyBoard
from veier.core.grid import grid_cells, grid_frame, grid_labels, grid_name
from veier.core.move import Move
from veier.core.rules import Rules
from veier.kernels.state import FIRST, MOVER, Kernels, Tables, Words
from veier.messages import Message, message
from veier.view.model import Colour

_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class NotaktoRules(Rules):
    """A board of side x side cells."""

    state_size = FIRST + 2

    def __init__(self, colours: tuple[Colour, ...], options: Mapping[str, int]) -> None:
        self.colours = colours
        self.side = options["side"]
        self.wins = options["wins"]
        self.move_limit = self.side**2
        self.points = [(cell % self.side, cell // self.side) for cell in range(self.side**2)]

    @property
    def board(self) -> Message:
        return message("board.grid", side=self.side)

    @property
    def pieces(self) -> Message:
        return message("notakto.pieces")

    @cached_property
    def cell_names(self) -> tuple[str, ...]:
        return tuple(grid_name(*point) for point in self.points)

    @cached_property
    def kernels(self) -> Kernels:
        from toy.notakto.kernels import KERNELS

        return KERNELS

    @cached_property
    def tables(self) -> Tables:
        numbers = np.array([self.state_size, 2 ** (self.side**2) - 1, self.wins], np.int64)
        lines = np.array([[sum(1 << cell for cell in line)] for line in self._lines()], np.int64)
        unused = np.zeros((1, 1, 1), np.int64)
        return Tables(numbers, unused[0, 0], unused, unused[0], lines)

    def _lines(self) -> list[list[int]]:
        cells = {point: cell for cell, point in enumerate(self.points)}
        lines = [[(x + k * dx, y + k * dy) for k in range(3)] for x, y in self.points for dx, dy in _DIRECTIONS]
        return [[cells[point] for point in line] for line in lines if all(point in cells for point in line)]

    def stones(self, state: Words) -> dict[int, int]:
        return {cell: seat for seat in range(2) for cell in range(self.side**2) if int(state[FIRST + seat]) >> cell & 1}

    def task(self, state: Words) -> Message:
        return message("notakto.task")

    def describe_move(self, state: Words, number: int) -> Move:
        name = self.cell_names[number]
        return Move(name, number, "place", "stone", (), ((name, int(state[MOVER])),))

    def why_illegal(self, state: Words, number: int) -> Message:
        return message("illegal.taken_cell", cell=self.cell_names[number])


class NotaktoDrawing(Drawing):
    """A grid with stones on it."""

    def __init__(self, rules: NotaktoRules) -> None:
        self._rules = rules

    @cached_property
    def board(self) -> EmptyBoard:
        side = self._rules.side
        return EmptyBoard("grid", grid_frame(side), grid_cells(self._rules.points, side), grid_labels(side))
