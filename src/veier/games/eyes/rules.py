"""4EYES for `Position` and the drawings: what its states say, beside the kernels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from veier.core.errors import BadOption, BadPosition
from veier.core.grid import CELL, grid_cells, grid_frame, grid_labels
from veier.core.level_scale import LevelScale
from veier.core.mcts_params import MctsParams
from veier.core.move import Move
from veier.core.rules import Drawing
from veier.games.eyes import notation
from veier.games.eyes.layout import (
    BLUE_AFTER_RED,
    FIELDS,
    HELD,
    MOVE_LIMIT,
    QUADRANTS,
    ROW_SIZE,
    SLIDE,
    STONES,
    TURN,
    TYPES,
    cell_points,
    make_tables,
)
from veier.games.eyes.weights import BEGINNERS_LEVEL_SCALE, LEVEL_SCALE, MCTS_PARAMS, make_eval_tables
from veier.games.squares.geometry import Point
from veier.games.squares.rules import SquareRules
from veier.kernels.boards import add_cell, cells_at
from veier.kernels.state import MOVER, PHASE, EvalKernels, EvalTables, Kernels, Tables, ThreatKernels, Words
from veier.messages import Message, message
from veier.view.model import Colour, Field, Label, Plate, Slot

_FIELD = 2 * CELL


class EyesRules(SquareRules):
    """One variant of 4EYES: side x side large fields and so many tiles of each type."""

    state_size = ROW_SIZE
    move_limit = MOVE_LIMIT
    sees_phase_2 = True

    def __init__(self, colours: tuple[Colour, ...], options: Mapping[str, int]) -> None:
        self.colours = colours
        self.side = options["side"]
        self.tiles = (options["a"], options["b"], options["d"])
        fit = self.side**2 // 2
        if not 1 <= sum(self.tiles) <= fit:
            raise BadOption(message("eyes.fit", tiles=sum(self.tiles), side=self.side, fit=fit))

    # What kernels need.

    @cached_property
    def tables(self) -> Tables:
        return make_tables(self.side)

    @cached_property
    def kernels(self) -> Kernels:
        from veier.games.eyes.kernels import KERNELS

        return KERNELS

    @cached_property
    def threat_kernels(self) -> ThreatKernels | None:
        from veier.games.eyes.threats import THREAT_KERNELS

        return THREAT_KERNELS

    @cached_property
    def eval_kernels(self) -> EvalKernels:
        from veier.games.eyes.evaluation import EVAL_KERNELS

        return EVAL_KERNELS

    @cached_property
    def eval_tables(self) -> EvalTables:
        return make_eval_tables(self.side, self.threat_tables)

    @property
    def mcts_params(self) -> MctsParams:
        return MCTS_PARAMS

    @property
    def level_scale(self) -> LevelScale:
        return BEGINNERS_LEVEL_SCALE if self.side < 5 else LEVEL_SCALE

    @property
    def mirrors(self) -> bool:
        # A mirror turns tiles A into B.
        return self.tiles[0] == self.tiles[1]

    def fill_reserves(self, state: Words) -> None:
        state[HELD : HELD + 6] = self.tiles * 2

    # What a state says.

    @property
    def board(self) -> Message:
        return message("board.fields", side=self.side)

    @property
    def pieces(self) -> Message:
        return message("pieces.tiles", count=sum(self.tiles), a=self.tiles[0], b=self.tiles[1], d=self.tiles[2])

    @property
    def notation_help(self) -> Message:
        return message("eyes.notation_help")

    def task(self, state: Words) -> Message:
        return message("eyes.task_1" if state[PHASE] == 1 else "eyes.task_2")

    @cached_property
    def points(self) -> Sequence[Point]:
        return cell_points(self.side)

    def stones(self, state: Words) -> dict[int, int]:
        return {cell: colour for colour in range(2) for cell in cells_at(state, STONES + 2 * colour)}

    def reserves(self, state: Words) -> tuple[dict[str, int], ...]:
        held = state[HELD : HELD + 6].tolist()
        return dict(zip(TYPES, held[:3], strict=True)), dict(zip(TYPES, held[3:], strict=True))

    def _tiles(self, state: Words) -> dict[int, tuple[int, int, int]]:
        """Give each tile's owner and its stones' quadrants by its field."""
        at = {(cell >> 2, colour): cell & 3 for cell, colour in self.stones(state).items()}
        owned = [
            (field, seat) for seat in range(2) for field in range(self.side**2) if state[FIELDS + seat] >> field & 1
        ]
        return {field: (seat, at[field, 0], at[field, 1]) for field, seat in sorted(owned)}

    # Moves.

    def format_move(self, number: int) -> str:
        return notation.format_move(number, self.side)

    def parse_move(self, text: str) -> int:
        return notation.parse_move(text, self.side)

    def describe_move(self, state: Words, number: int) -> Move:
        text = self.format_move(number)
        if number < SLIDE:
            kind, cell = divmod(number, 100)
            stones = self._stones_of_tile(state, cell >> 2, cell & 3, (cell + BLUE_AFTER_RED[kind]) & 3)
            return Move(text, number, "place", TYPES[kind], (), stones)
        slides = number < TURN
        field, target = divmod(number - SLIDE, 25) if slides else ((number - TURN) >> 1,) * 2
        _, red, blue = self._tiles(state)[field]
        turn = 0 if slides else 2 * ((number - TURN) & 1) - 1
        lifted = tuple(cell for cell, _ in self._stones_of_tile(state, field, red, blue))
        stones = self._stones_of_tile(state, target, (red + turn) & 3, (blue + turn) & 3)
        return Move(text, number, "slide" if slides else "turn", self._name(field), lifted, stones)

    def why_illegal(self, state: Words, number: int) -> Message:
        mover, tiles = int(state[MOVER]), self._tiles(state)
        if number < SLIDE:
            kind, field = number // 100, number % 100 >> 2
            if state[PHASE] == 2:
                return message("illegal.all_placed")
            if not state[HELD + 3 * mover + kind]:
                return message("eyes.illegal.reserve", type=TYPES[kind], colour=self.seat_message(mover))
            if field in tiles:
                return message("illegal.taken_field", field=self._name(field))
            return self.why_banned(state, self.describe_move(state, number))
        slides = number < TURN
        field, target = divmod(number - SLIDE, 25) if slides else ((number - TURN) >> 1,) * 2
        if state[PHASE] == 1:
            return message("eyes.illegal.phase_1")
        if field not in tiles:
            return message("eyes.illegal.no_tile", field=self._name(field))
        if tiles[field][0] != mover:
            return message("eyes.illegal.not_yours", field=self._name(field), colour=self.seat_message(1 - mover))
        if slides and not int(self.tables.steps[field, 0]) >> target & 1:
            return message("eyes.illegal.too_far", field=self._name(field), target=self._name(target))
        if slides and target in tiles:
            return message("illegal.taken_field", field=self._name(target))
        return self.why_banned(state, self.describe_move(state, number))

    def _stones_of_tile(self, state: Words, field: int, red: int, blue: int) -> tuple[tuple[str, int], ...]:
        """Give a tile's stones as they stand on a field, the mover's own first."""
        stones = (self.cell_names[4 * field + red], 0), (self.cell_names[4 * field + blue], 1)
        return stones if state[MOVER] == 0 else stones[::-1]

    def _name(self, field: int) -> str:
        return notation.field_name(field, self.side)

    # Position strings.

    def format_board(self, state: Words) -> str:
        return notation.format_board(self._tiles(state), self.side)

    def parse_board(self, text: str, state: Words) -> None:
        for field, owner, red, blue, column in notation.parse_board(text, self.side):
            kind = BLUE_AFTER_RED.index((blue - red) & 3)
            if not state[HELD + 3 * owner + kind]:
                raise BadPosition(message("position.pieces", piece=TYPES[kind], total=self.tiles[kind]), 1, column)
            state[HELD + 3 * owner + kind] -= 1
            state[FIELDS + owner] |= 1 << field
            for colour, cell in enumerate((4 * field + red, 4 * field + blue)):
                add_cell(state, STONES + 2 * colour, cell)
        if not state[HELD : HELD + 6].any():
            state[PHASE] = 2

    # Drawing.

    @cached_property
    def drawing(self) -> Drawing:
        cells = 2 * self.side
        fields = tuple(Field(self._name(field), *self._middle(field)) for field in range(self.side**2))
        return Drawing(
            "fields",
            grid_frame(cells),
            grid_cells(self.points, cells),
            (*grid_labels(cells), *self._field_labels()),
            fields,
        )

    def plates(self, state: Words) -> Iterator[Plate]:
        for field, (owner, _, _) in self._tiles(state).items():
            cells = tuple(self.cell_names[4 * field + quadrant] for quadrant in range(4))
            yield Plate("tile", self.colours[owner], *self._middle(field), cells)

    def slots(self, state: Words, seat: int) -> tuple[Slot, ...]:
        return tuple(
            Slot(name, "tile", int(state[HELD + 3 * seat + kind]), self.tiles[kind], self._tile_stones(kind))
            for kind, name in enumerate(TYPES)
        )

    def _middle(self, field: int) -> tuple[float, float]:
        return _FIELD * (field % self.side) + CELL, _FIELD * (self.side - 1 - field // self.side) + CELL

    def _field_labels(self) -> Iterator[Label]:
        for k in range(self.side):
            x, y = self._middle(k * (self.side + 1))
            yield Label(self._name(k)[0], x, -12, "field")
            yield Label(str(k + 1), _FIELD * self.side + 12, y, "field")

    def _tile_stones(self, kind: int) -> tuple[tuple[float, float, Colour], ...]:
        """Place a tile's stones around its middle, red in the upper left."""
        middles = [(CELL * right - CELL / 2, CELL / 2 - CELL * up) for right, up in QUADRANTS]
        return (*middles[0], self.colours[0]), (*middles[BLUE_AFTER_RED[kind]], self.colours[1])
