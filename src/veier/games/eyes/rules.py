"""The rules of 4EYES beside the kernels: what its states mean, what moves do and why one is illegal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from types import MappingProxyType

import numpy as np

from veier.core.errors import BadOption, VeierError
from veier.core.move import Move
from veier.core.symmetry import CellImages, map_board
from veier.games.eyes import notation
from veier.games.eyes.layout import (
    BLUE_AFTER_RED,
    FIELDS,
    HELD,
    MOVE_LIMIT,
    SLIDE,
    STATE_SIZE,
    STONES,
    TURN,
    TYPES,
    cell_points,
    make_tables,
)
from veier.games.squares.geometry import Corners, Point
from veier.games.squares.rules import SquareRules
from veier.kernels.boards import add_cell, cells_at
from veier.kernels.state import MOVER, PHASE, Kernels, Tables, Words
from veier.messages import Message, message
from veier.view.model import Colour


class EyesRules(SquareRules):
    """One variant of 4EYES: side x side large fields and a number of tiles of each type."""

    state_size = STATE_SIZE
    move_limit = MOVE_LIMIT

    def __init__(self, colours: tuple[Colour, ...], options: Mapping[str, int]) -> None:
        self.colours = colours
        self.side = options["side"]
        self.tiles = (options["a"], options["b"], options["d"])
        self.no_gifts = bool(options["nogifts"])
        fit = self.side**2 // 2
        if not 1 <= sum(self.tiles) <= fit:
            raise BadOption(message("eyes.fit", tiles=sum(self.tiles), side=self.side, fit=fit))

    # What kernels need.

    @cached_property
    def tables(self) -> Tables:
        return make_tables(self.side, self.no_gifts)

    @cached_property
    def kernels(self) -> Kernels:
        from veier.games.eyes.kernels import KERNELS

        return KERNELS

    @property
    def mirrors(self) -> bool:
        # A mirror turns tiles A into B.
        return self.tiles[0] == self.tiles[1]

    def fill_reserves(self, state: Words) -> None:
        state[HELD : HELD + 6] = self.tiles * 2

    # What a state means.

    @property
    def board(self) -> Message:
        return message("board.fields", side=self.side)

    @property
    def pieces(self) -> Message:
        return message("pieces.tiles", count=sum(self.tiles), a=self.tiles[0], b=self.tiles[1], d=self.tiles[2])

    def task(self, state: Words) -> Message:
        return message("eyes.task_1" if state[PHASE] == 1 else "eyes.task_2")

    @cached_property
    def points(self) -> Sequence[Point]:
        return cell_points(self.side)

    @cached_property
    def possible_squares(self) -> tuple[Corners, ...]:
        # A tile has one stone of each colour, so that a field never holds two corners of a square.
        return tuple(corners for corners in self.all_squares if len({cell >> 2 for cell in corners}) == len(corners))

    def stones(self, state: Words) -> dict[int, int]:
        return {cell: colour for colour in range(2) for cell in cells_at(state, STONES + 2 * colour)}

    def reserves(self, state: Words) -> tuple[dict[str, int], ...]:
        held = state[HELD : HELD + 6].tolist()
        return dict(zip(TYPES, held[:3], strict=True)), dict(zip(TYPES, held[3:], strict=True))

    def tiles_by_field(self, state: Words) -> Mapping[int, tuple[int, int, int]]:
        """Return each tile's owner and its stones' quadrants by its field."""
        return self._tiles(state.tobytes())

    @cached_property
    def _tiles(self) -> Callable[[bytes], Mapping[int, tuple[int, int, int]]]:
        """The same of a packed state; kept for the last few, because every move that is described asks for it."""
        return lru_cache(maxsize=8)(self._find_tiles)

    def _find_tiles(self, packed: bytes) -> Mapping[int, tuple[int, int, int]]:
        state = np.frombuffer(packed, np.int64)
        at = {(cell >> 2, colour): cell & 3 for cell, colour in self.stones(state).items()}
        owners = {
            field: seat for seat in range(2) for field in range(self.side**2) if state[FIELDS + seat] >> field & 1
        }
        found = {field: (seat, at[field, 0], at[field, 1]) for field, seat in sorted(owners.items())}
        return MappingProxyType(found)

    @property
    def placements(self) -> int:
        return SLIDE

    def lay(self, state: Words, seat: int, number: int) -> None:
        kind, red = divmod(number, 100)
        field, held = red >> 2, HELD + 3 * seat + kind
        if not state[held]:
            raise VeierError(message("position.pieces", piece=TYPES[kind], total=self.tiles[kind]))
        if (state[FIELDS] | state[FIELDS + 1]) >> field & 1:
            raise VeierError(message("illegal.taken_field", field=self.field_name(field)))
        state[held] -= 1
        state[FIELDS + seat] |= 1 << field
        add_cell(state, STONES, red)
        add_cell(state, STONES + 2, 4 * field + ((red + BLUE_AFTER_RED[kind]) & 3))
        if not state[HELD : HELD + 6].any():
            state[PHASE] = 2

    def laid(self, state: Words) -> list[tuple[int, int]]:
        return [
            (owner, 100 * BLUE_AFTER_RED.index((blue - red) & 3) + 4 * field + red)
            for field, (owner, red, blue) in self.tiles_by_field(state).items()
        ]

    def map_pieces(self, state: Words, images: CellImages) -> None:
        for seat in range(2):
            map_board(state, STONES + 2 * seat, images)
            fields = [field for field in range(self.side**2) if state[FIELDS + seat] >> field & 1]
            state[FIELDS + seat] = sum(1 << (images[4 * field] >> 2) for field in fields)
            if (images[1] - images[0]) & 3 != 1:
                # In a mirror, tiles A are tiles B.
                first = HELD + 3 * seat
                state[first : first + 2] = state[first : first + 2][::-1].copy()

    # Moves.

    def describe_move(self, state: Words, number: int) -> Move:
        mover = int(state[MOVER])
        if number < SLIDE:
            return self._placement(number, mover)
        text = notation.format_move(number, self.side)
        slides = number < TURN
        field, target = divmod(number - SLIDE, 25) if slides else ((number - TURN) >> 1,) * 2
        _, red, blue = self.tiles_by_field(state)[field]
        turn = 0 if slides else 2 * ((number - TURN) & 1) - 1
        lifted = tuple(cell for cell, _ in self._stones_of_tile(mover, field, red, blue))
        stones = self._stones_of_tile(mover, target, (red + turn) & 3, (blue + turn) & 3)
        return Move(text, number, "slide" if slides else "turn", self.field_name(field), lifted, stones)

    @cached_property
    def _placement(self) -> Callable[[int, int], Move]:
        """Describe a placement by its number and the mover; each is described once."""
        return cache(self._describe_placement)

    def _describe_placement(self, number: int, mover: int) -> Move:
        kind, cell = divmod(number, 100)
        stones = self._stones_of_tile(mover, cell >> 2, cell & 3, (cell + BLUE_AFTER_RED[kind]) & 3)
        return Move(notation.format_move(number, self.side), number, "place", TYPES[kind], (), stones)

    def why_illegal(self, state: Words, number: int) -> Message:
        mover, tiles = int(state[MOVER]), self.tiles_by_field(state)
        if number < SLIDE:
            kind, field = number // 100, number % 100 >> 2
            if state[PHASE] == 2:
                return message("illegal.all_placed")
            if not state[HELD + 3 * mover + kind]:
                return message("eyes.illegal.reserve", type=TYPES[kind], colour=self.seat_message(mover))
            if field in tiles:
                return message("illegal.taken_field", field=self.field_name(field))
            return self.why_banned(state, self.describe_move(state, number))
        slides = number < TURN
        field, target = divmod(number - SLIDE, 25) if slides else ((number - TURN) >> 1,) * 2
        if state[PHASE] == 1:
            return message("eyes.illegal.phase_1")
        if field not in tiles:
            return message("eyes.illegal.no_tile", field=self.field_name(field))
        if tiles[field][0] != mover:
            return message("eyes.illegal.not_yours", field=self.field_name(field), colour=self.seat_message(1 - mover))
        if slides and not int(self.tables.steps[field, 0]) >> target & 1:
            return message("eyes.illegal.too_far", field=self.field_name(field), target=self.field_name(target))
        if slides and target in tiles:
            return message("illegal.taken_field", field=self.field_name(target))
        return self.why_banned(state, self.describe_move(state, number))

    def _stones_of_tile(self, mover: int, field: int, red: int, blue: int) -> tuple[tuple[str, int], ...]:
        """List a tile's stones as they stand on a field, the mover's own first."""
        stones = (self.cell_names[4 * field + red], 0), (self.cell_names[4 * field + blue], 1)
        return stones if mover == 0 else stones[::-1]

    def field_name(self, field: int) -> str:
        """Name a field."""
        return notation.field_name(field, self.side)
