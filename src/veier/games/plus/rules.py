"""4EYES+ and its pencil version for `Position` and the drawings: what their states say, beside the kernels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from veier.core.board_text import COLOUR_LETTERS
from veier.core.errors import BadOption, BadPosition
from veier.core.grid import CELL, grid_cells, grid_frame, grid_labels
from veier.core.level_scale import LevelScale
from veier.core.mcts_params import MctsParams
from veier.core.move import Move
from veier.core.rules import Drawing
from veier.games.plus import notation
from veier.games.plus.layout import (
    FROM,
    HEADS,
    HELD,
    ROW_SIZE,
    STONES,
    WAYS,
    cell_points,
    make_tables,
    move_limit,
)
from veier.games.plus.weights import MCTS_PARAMS, find_level_scale, make_eval_tables
from veier.games.squares.geometry import Point
from veier.games.squares.rules import SquareRules
from veier.kernels.boards import add_cell, cells_at
from veier.kernels.state import MOVER, PHASE, EvalKernels, EvalTables, Kernels, Tables, ThreatKernels, Words
from veier.messages import Message, message
from veier.view.model import Colour, Plate, Slot


class PlusRules(SquareRules):
    """One variant: side x side cells and so many dominoes a player, or pencils."""

    state_size = ROW_SIZE

    def __init__(self, colours: tuple[Colour, ...], options: Mapping[str, int], *, pencil: bool) -> None:
        self.colours = colours
        self.side = options["side"]
        self.pencil = pencil
        self.dominoes = options.get("tiles", 0)
        self.move_limit = move_limit(self.side, self.dominoes)
        fit = self.side**2 // (2 * len(colours))
        if self.dominoes > fit:
            raise BadOption(message("plus.fit", tiles=self.dominoes, side=self.side, fit=fit))

    # What kernels need.

    @cached_property
    def tables(self) -> Tables:
        return make_tables(self.side, self.players, self.pencil)

    @cached_property
    def kernels(self) -> Kernels:
        from veier.games.plus.kernels import KERNELS

        return KERNELS

    @cached_property
    def threat_kernels(self) -> ThreatKernels | None:
        if self.players != 2:
            return None
        from veier.games.plus.threats import THREAT_KERNELS

        return THREAT_KERNELS

    @cached_property
    def eval_kernels(self) -> EvalKernels:
        from veier.games.plus.evaluation import EVAL_KERNELS

        return EVAL_KERNELS

    @cached_property
    def eval_tables(self) -> EvalTables:
        return make_eval_tables(self.side, self.players, self.threat_tables)

    @property
    def mcts_params(self) -> MctsParams:
        return MCTS_PARAMS

    @property
    def level_scale(self) -> LevelScale:
        return find_level_scale(self.players, self.side)

    def fill_reserves(self, state: Words) -> None:
        state[HELD : HELD + self.players] = self.dominoes

    # What a state says.

    @property
    def board(self) -> Message:
        return message("board.paper" if self.pencil else "board.grid", side=self.side)

    @property
    def pieces(self) -> Message:
        return message("pieces.pencil") if self.pencil else message("pieces.dominoes", count=self.dominoes)

    @property
    def notation_help(self) -> Message:
        return message("plus.notation_help")

    def task(self, state: Words) -> Message:
        if self.pencil:
            return message("plus.task_pencil", other=self.seat_message(self._next_seat(int(state[MOVER]))))
        return message("plus.task_1" if state[PHASE] == 1 else "plus.task_2")

    @cached_property
    def points(self) -> Sequence[Point]:
        return cell_points(self.side)

    def stones(self, state: Words) -> dict[int, int]:
        return {cell: seat for seat in range(self.players) for cell in cells_at(state, STONES + 2 * seat)}

    def reserves(self, state: Words) -> tuple[dict[str, int], ...]:
        if self.pencil:
            return tuple({} for _ in self.colours)
        return tuple({"domino": int(state[HELD + seat])} for seat in range(self.players))

    def _ways(self, state: Words, seat: int) -> dict[int, int]:
        """Give the way of each of a seat's dominoes by its head."""
        ones, twos = set(cells_at(state, WAYS)), set(cells_at(state, WAYS + 2))
        return {head: (head in ones) + 2 * (head in twos) for head in cells_at(state, HEADS + 2 * seat)}

    @cached_property
    def _steps(self) -> list[list[int]]:
        steps: list[list[int]] = self.tables.steps.tolist()
        return steps

    def _next_seat(self, seat: int) -> int:
        return (seat + 1) % self.players

    # Moves.

    def format_move(self, number: int) -> str:
        return notation.format_move(number, self.cell_names, self._steps)

    def parse_move(self, text: str) -> int:
        return notation.parse_move(text, self.cell_numbers, self._steps)

    def describe_move(self, state: Words, number: int) -> Move:
        mover = int(state[MOVER])
        old, place = divmod(number, FROM)
        stones = self._domino(place >> 2, place & 3, mover)
        text = self.format_move(number)
        if not old:
            return Move(text, number, "place", "pencil" if self.pencil else "domino", (), stones)
        head = old - 1
        lifted = tuple(cell for cell, _ in self._domino(head, self._ways(state, mover)[head], mover))
        return Move(text, number, "move", self.cell_names[head], lifted, stones)

    def why_illegal(self, state: Words, number: int) -> Message:
        mover, old = int(state[MOVER]), number // FROM
        phase = int(state[PHASE])
        if old and phase == 1:
            return message("plus.illegal.pencil" if self.pencil else "plus.illegal.phase_1")
        if not old and phase == 2:
            return message("illegal.all_placed")
        if not old and not self.pencil and not state[HELD + mover]:
            return message("plus.illegal.reserve", colour=self.seat_message(mover))
        if old and old - 1 not in self._ways(state, mover):
            return self._why_no_head(state, old - 1)
        move = self.describe_move(state, number)
        taken = [
            cell for cell, _ in move.stones if self.cell_numbers[cell] in self.stones(state) and cell not in move.lifted
        ]
        if taken:
            return message("illegal.taken_cell", cell=taken[0])
        if move.lifted == tuple(cell for cell, _ in move.stones):
            return message("plus.illegal.as_it_lay")
        return self.why_banned(state, move)

    def _why_no_head(self, state: Words, cell: int) -> Message:
        """Say why no domino can be taken by this cell."""
        name, mover = self.cell_names[cell], int(state[MOVER])
        if cell not in self.stones(state):
            return message("plus.illegal.no_domino", cell=name)
        for seat in range(self.players):
            for head, way in self._ways(state, seat).items():
                if cell in (head, self._steps[head][way]) and seat != mover:
                    return message("plus.illegal.not_yours", cell=name, colour=self.seat_message(seat))
        return message("plus.illegal.other_end", cell=name, colour=self.seat_message(mover))

    def _domino(self, head: int, way: int, seat: int) -> tuple[tuple[str, int], ...]:
        """Give a domino's two stones: cell and seat."""
        tail = self._steps[head][way]
        return (self.cell_names[head], seat), (self.cell_names[tail], self._next_seat(seat))

    # Position strings.

    @cached_property
    def _letters(self) -> list[str]:
        return [COLOUR_LETTERS[colour] for colour in self.colours]

    def format_board(self, state: Words) -> str:
        ways = {head: way for seat in range(self.players) for head, way in self._ways(state, seat).items()}
        stones = {cell: self._letters[seat] for cell, seat in self.stones(state).items()}
        return notation.format_board(stones, ways, self.side)

    def parse_board(self, text: str, state: Words) -> None:
        stones = notation.parse_board(text, self.side, self.pencil)
        tails = set()
        for cell, (letter, way, column) in stones.items():
            if letter not in self._letters:
                raise BadPosition(message("position.board", text=letter), 1, column)
            seat = self._letters.index(letter)
            add_cell(state, STONES + 2 * seat, cell)
            if way is not None:
                tail = self._steps[cell][way]
                after = self._letters[self._next_seat(seat)]
                if tail in tails or stones.get(tail, ("", 0, 0))[:2] != (after, None):
                    raise BadPosition(message("position.domino", cell=self.cell_names[cell]), 1, column)
                if not state[HELD + seat]:
                    raise BadPosition(message("position.pieces", piece="domino", total=self.dominoes), 1, column)
                tails.add(tail)
                self._add_domino(state, seat, cell, way)
        loose = [(cell, column) for cell, (_, way, column) in stones.items() if way is None and cell not in tails]
        if loose and not self.pencil:
            raise BadPosition(message("position.domino", cell=self.cell_names[loose[0][0]]), 1, loose[0][1])
        if not self.pencil and not state[HELD : HELD + 3].any():
            state[PHASE] = 2

    def _add_domino(self, state: Words, seat: int, head: int, way: int) -> None:
        state[HELD + seat] -= 1
        add_cell(state, HEADS + 2 * seat, head)
        for bit in range(2):
            if way >> bit & 1:
                add_cell(state, WAYS + 2 * bit, head)

    # Drawing.

    @cached_property
    def drawing(self) -> Drawing:
        cells, labels = grid_cells(self.points, self.side), grid_labels(self.side)
        return Drawing("paper" if self.pencil else "grid", grid_frame(self.side), cells, labels)

    def plates(self, state: Words) -> Iterator[Plate]:
        places = self.drawing.cells
        for seat, colour in enumerate(self.colours):
            for head, way in self._ways(state, seat).items():
                tail = self._steps[head][way]
                x, y = (places[head].x + places[tail].x) / 2, (places[head].y + places[tail].y) / 2
                names = (self.cell_names[head], self.cell_names[tail])
                yield Plate("domino", colour, x, y, names, turned=bool(way & 1), marked=self.players == 2)

    def slots(self, state: Words, seat: int) -> tuple[Slot, ...]:
        if self.pencil:
            return ()
        after = self.colours[self._next_seat(seat)]
        stones = (0.0, -CELL / 2, self.colours[seat]), (0.0, CELL / 2, after)
        return (Slot("domino", "domino", int(state[HELD + seat]), self.dominoes, stones, marked=self.players == 2),)
