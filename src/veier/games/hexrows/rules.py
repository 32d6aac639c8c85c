"""The rules of hex rows beside the kernels: what states mean, what moves do and why one is illegal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from veier.core.errors import BadOption, VeierError
from veier.core.grid import grid_name
from veier.core.move import Move
from veier.core.rules import Rules
from veier.core.symmetry import CellImages, Place, map_board, map_cells, rotations_and_mirrors, sixth_turn
from veier.games.hexrows.layout import LOOSE, POINTS, STATE_SIZE, STONES, cell_points, make_tables
from veier.kernels.boards import add_cell, cells_at
from veier.kernels.state import MOVER, Kernels, Tables, Words
from veier.messages import Message, message
from veier.view.model import Colour


class HexrowsRules(Rules):
    """One variant: the number of cells on a side of the hexagon, and of stones for each player."""

    state_size = STATE_SIZE

    def __init__(self, colours: tuple[Colour, ...], options: Mapping[str, int]) -> None:
        self.colours = colours
        self.side = options["side"]
        self.stone_count = options["stones"]
        self.full_rounds = bool(options["round"])
        self.points: Sequence[Place] = cell_points(self.side)
        self.move_limit = len(self.points)
        fit = len(self.points) // 2
        if self.stone_count > fit:
            raise BadOption(message("hexrows.fit", stones=self.stone_count, side=self.side, fit=fit))

    # What kernels need.

    @cached_property
    def tables(self) -> Tables:
        return make_tables(self.side, self.full_rounds)

    @cached_property
    def kernels(self) -> Kernels:
        from veier.games.hexrows.kernels import KERNELS

        return KERNELS

    def fill_reserves(self, state: Words) -> None:
        state[LOOSE : LOOSE + 2] = self.stone_count

    # What a state means.

    @property
    def board(self) -> Message:
        return message("board.hexagon", side=self.side)

    @property
    def pieces(self) -> Message:
        return message("pieces.stones", count=self.stone_count)

    def task(self, state: Words) -> Message:
        if not state[LOOSE + 1 - state[MOVER]]:
            return message("hexrows.task_last", other=self.seat_message(1 - int(state[MOVER])))
        stones = len(self.stones(state))
        return message(("hexrows.task_first", "hexrows.task_second")[stones] if stones < 2 else "hexrows.task")

    @cached_property
    def cell_names(self) -> tuple[str, ...]:
        return tuple(grid_name(column, number) for column, number in self.points)

    @cached_property
    def columns(self) -> list[list[int]]:
        """The cells of each column, from the lowest number up."""
        columns: list[list[int]] = [[] for _ in range(2 * self.side - 1)]
        for cell, (column, _) in enumerate(self.points):
            columns[column].append(cell)
        return columns

    def stones(self, state: Words) -> dict[int, int]:
        return {cell: seat for seat in range(2) for cell in cells_at(state, STONES + 2 * seat)}

    def reserves(self, state: Words) -> tuple[dict[str, int], ...]:
        return tuple({"stone": int(state[LOOSE + seat])} for seat in range(2))

    def scores(self, state: Words) -> tuple[int, ...]:
        return int(state[POINTS]), int(state[POINTS + 1])

    @cached_property
    def symmetries(self) -> tuple[CellImages, ...]:
        return map_cells(self.points, rotations_and_mirrors(sixth_turn, 6))

    @property
    def placements(self) -> int:
        return len(self.cell_names)

    def lay(self, state: Words, seat: int, number: int) -> None:
        if not state[LOOSE + seat]:
            raise VeierError(message("position.pieces", piece="stone", total=self.stone_count))
        if number in self.stones(state):
            raise VeierError(message("illegal.taken_cell", cell=self.cell_names[number]))
        state[LOOSE + seat] -= 1
        add_cell(state, STONES + 2 * seat, number)

    def laid(self, state: Words) -> list[tuple[int, int]]:
        return [(seat, cell) for cell, seat in self.stones(state).items()]

    def map_pieces(self, state: Words, images: CellImages) -> None:
        for seat in range(2):
            map_board(state, STONES + 2 * seat, images)
            # What was set aside for points is set aside again with the derived words.
            state[LOOSE + seat] += state[POINTS + seat]

    # Moves.

    def describe_move(self, state: Words, number: int) -> Move:
        name = self.cell_names[number]
        return Move(name, number, "place", "stone", (), ((name, int(state[MOVER])),))

    def why_illegal(self, state: Words, number: int) -> Message:
        name, stones = self.cell_names[number], self.stones(state)
        if number in stones:
            return message("illegal.taken_cell", cell=name)
        if not stones:
            return message("hexrows.illegal.edge", cell=name)
        return message("hexrows.illegal.apart", cell=name, first=self.cell_names[min(stones)])
