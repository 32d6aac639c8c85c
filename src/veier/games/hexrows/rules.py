"""Hex rows for `Position` and the drawings: what its rows say, beside the kernels. A move is written as its cell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from math import cos, pi, sin
from random import Random

from veier.core.board_text import COLOUR_LETTERS, format_lines, parse_lines
from veier.core.errors import BadNotation, BadOption, BadPosition
from veier.core.grid import FRAME, grid_name
from veier.core.level_scale import LevelScale
from veier.core.mcts_params import MctsParams
from veier.core.move import Move
from veier.core.patterns import Row, Threat
from veier.core.rules import Drawing, Rules
from veier.games.hexrows.layout import LOOSE, POINTS, ROW_SIZE, STONES, cell_points, make_tables
from veier.games.hexrows.windows import LEVEL_SCALE, MCTS_PARAMS, NO_CELLS, WALLS, make_eval_tables
from veier.kernels.boards import add_cell, cells_at
from veier.kernels.state import MOVER, EvalKernels, EvalTables, Kernels, Tables, Words
from veier.messages import Message, message
from veier.view.model import Cell, Colour, Label, Plate, Slot

# Flat-topped hexagons of radius 22: columns are 33 apart, the cells of a column 38.1.
_COLUMN, _STEP = 33.0, 38.1
# How hard rows are to see in each direction, from 0 to 1; columns stand upright.
_DIFFICULTIES = (0.8, 0.4, 0.8)
_WORD = re.compile(r"[.rb]")


class HexrowsRules(Rules):
    """One variant: a hexagon with so many cells a side, and so many stones a player."""

    state_size = ROW_SIZE

    def __init__(self, colours: tuple[Colour, ...], options: Mapping[str, int]) -> None:
        self.colours = colours
        self.side = options["side"]
        self.stone_count = options["stones"]
        self.points = cell_points(self.side)
        self.move_limit = len(self.points)
        fit = len(self.points) // 2
        if self.stone_count > fit:
            raise BadOption(message("hexrows.fit", stones=self.stone_count, side=self.side, fit=fit))

    # What kernels need.

    @cached_property
    def tables(self) -> Tables:
        return make_tables(self.side)

    @cached_property
    def kernels(self) -> Kernels:
        from veier.games.hexrows.kernels import KERNELS

        return KERNELS

    @cached_property
    def eval_kernels(self) -> EvalKernels:
        from veier.games.hexrows.evaluation import EVAL_KERNELS

        return EVAL_KERNELS

    @cached_property
    def eval_tables(self) -> EvalTables:
        return make_eval_tables(self.side)

    def glimpse(self, state: Words, blindness: float, random: Random) -> tuple[Tables, EvalTables, Words]:
        """Leave out the lines that are overlooked: more of the slanting ones than of the columns."""
        eval_tables = self.eval_tables
        windows = eval_tables.windows.copy()
        for direction, difficulty in enumerate(_DIFFICULTIES):
            for line in range(windows.shape[1]):
                if random.random() < blindness * difficulty:
                    windows[WALLS + direction, line] = NO_CELLS
        return self.tables, eval_tables._replace(windows=windows), state.copy()

    @property
    def mcts_params(self) -> MctsParams:
        return MCTS_PARAMS

    @property
    def level_scale(self) -> LevelScale:
        return LEVEL_SCALE

    def fill_reserves(self, state: Words) -> None:
        state[LOOSE : LOOSE + 2] = self.stone_count

    # What a row says.

    @property
    def board(self) -> Message:
        return message("board.hexagon", side=self.side)

    @property
    def pieces(self) -> Message:
        return message("pieces.stones", count=self.stone_count)

    @property
    def notation_help(self) -> Message:
        return message("hexrows.notation_help")

    def task(self, state: Words) -> Message:
        stones = len(self.stones(state))
        return message(("hexrows.task_first", "hexrows.task_second")[stones] if stones < 2 else "hexrows.task")

    @cached_property
    def cell_names(self) -> tuple[str, ...]:
        return tuple(grid_name(column, number) for column, number in self.points)

    def stones(self, state: Words) -> dict[int, int]:
        return {cell: seat for seat in range(2) for cell in cells_at(state, STONES + 2 * seat)}

    def reserves(self, state: Words) -> tuple[dict[str, int], ...]:
        return tuple({"stone": int(state[LOOSE + seat])} for seat in range(2))

    def scores(self, state: Words) -> tuple[int, ...]:
        return int(state[POINTS]), int(state[POINTS + 1])

    def rows(self, state: Words) -> list[Row]:
        return [
            Row(seat, tuple(self.cell_names[cell] for cell in run), len(run) // 4)
            for seat in range(2)
            for run in self._runs(set(cells_at(state, STONES + 2 * seat)))
        ]

    def threats(self, state: Words, seat: int) -> list[Threat]:
        stones, taken = set(cells_at(state, STONES + 2 * seat)), self.stones(state)
        turned = state.copy()
        turned[MOVER] = seat
        legal = set(self.legal_numbers(turned))
        found = []
        for cell in (cell for cell in range(len(self.points)) if cell not in taken):
            for direction in range(3):
                behind, ahead = self._walk(cell, direction + 3, stones), self._walk(cell, direction, stones)
                run = [*reversed(behind), cell, *ahead]
                if len(run) // 4 > len(behind) // 4 + len(ahead) // 4:
                    name = self.cell_names[cell]
                    cells = tuple(self.cell_names[each] for each in run)
                    found.append(Threat(seat, cells, name, (name,) if cell in legal else ()))
        return found

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
        """Go on from a cell, over stones only; give those that were met."""
        met = []
        while (cell := self._steps[cell][direction]) in stones:
            met.append(cell)
        return met

    @cached_property
    def _steps(self) -> list[list[int]]:
        steps: list[list[int]] = self.tables.steps.tolist()
        return steps

    # Moves.

    def format_move(self, number: int) -> str:
        return self.cell_names[number]

    def parse_move(self, text: str) -> int:
        name = "".join(text.split()).lower()
        if not re.fullmatch(r"[a-z]\d+", name):
            raise BadNotation(message("hexrows.notation", text=text))
        if name not in self.cell_numbers:
            raise BadNotation(message("notation.hexagon", cell=name, side=self.side))
        return self.cell_numbers[name]

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

    # Position strings: column by column, from the lowest number up.

    def format_board(self, state: Words) -> str:
        letters = {cell: COLOUR_LETTERS[self.colours[seat]] for cell, seat in self.stones(state).items()}
        return format_lines([letters.get(cell, ".") for cell in column] for column in self._columns)

    def parse_board(self, text: str, state: Words) -> None:
        letters = [COLOUR_LETTERS[colour] for colour in self.colours]
        for word in parse_lines(text, [len(column) for column in self._columns], _WORD):
            if word.text == ".":
                continue
            seat = letters.index(word.text)
            if not state[LOOSE + seat]:
                raise BadPosition(message("position.pieces", piece="stone", total=self.stone_count), 1, word.column)
            state[LOOSE + seat] -= 1
            add_cell(state, STONES + 2 * seat, self._columns[word.line][word.number])

    @cached_property
    def _columns(self) -> list[list[int]]:
        columns: list[list[int]] = [[] for _ in range(2 * self.side - 1)]
        for cell, (column, _) in enumerate(self.points):
            columns[column].append(cell)
        return columns

    # Drawing.

    @cached_property
    def drawing(self) -> Drawing:
        cells = tuple(
            Cell(name, *self._middle(*point)) for name, point in zip(self.cell_names, self.points, strict=True)
        )
        radius = _STEP * (2 * self.side - 1) / 2 + FRAME
        frame = tuple((radius * sin(k * pi / 3), -radius * cos(k * pi / 3)) for k in range(6))
        return Drawing("hexagon", frame, cells, tuple(self._labels()))

    def plates(self, state: Words) -> tuple[Plate, ...]:
        return ()

    def slots(self, state: Words, seat: int) -> tuple[Slot, ...]:
        look = ((0.0, 0.0, self.colours[seat]),)
        return (Slot("stone", "stone", int(state[LOOSE + seat]), self.stone_count, look),)

    def aside(self, state: Words, seat: int) -> int:
        return self.stone_count - int(state[LOOSE + seat]) - len(cells_at(state, STONES + 2 * seat))

    def _middle(self, column: int, number: int) -> tuple[float, float]:
        middle = self.side - 1
        return _COLUMN * (column - middle), -_STEP * ((number - middle) - (column - middle) / 2)

    def _labels(self) -> Iterator[Label]:
        """Write the letters below each column and the numbers where each line (1, 0) begins, at the upper left."""
        for cells in self._columns:
            x, y = self._middle(*self.points[cells[0]])
            yield Label(self.cell_names[cells[0]][0], x, y + 30.5, "cell")
        for number in range(2 * self.side - 1):
            x, y = self._middle(max(0, number - self.side + 1), number)
            yield Label(str(number + 1), x - 26.5, y - 14, "cell")
