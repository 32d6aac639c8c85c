"""The rules of 4EYES+ and its pencil version beside the kernels: what states mean, what moves do, what is illegal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from types import MappingProxyType

import numpy as np

from veier.core.errors import BadOption, VeierError
from veier.core.move import Move
from veier.core.symmetry import CellImages, map_board
from veier.games.plus import notation
from veier.games.plus.layout import (
    FROM,
    HEADS,
    HELD,
    STATE_SIZE,
    STONES,
    WAYS,
    cell_points,
    make_tables,
    move_limit,
)
from veier.games.plus.pairs import pair_stones
from veier.games.squares.geometry import Corners, Point
from veier.games.squares.rules import SquareRules
from veier.kernels.boards import add_cell, cells_at
from veier.kernels.state import MOVER, PHASE, Kernels, Tables, Words
from veier.messages import Message, message
from veier.view.model import Colour


class PlusRules(SquareRules):
    """One variant: side x side cells and a number of dominoes for each player, or pencils.

    supply  the dominoes of each player, or its turns with pencils; 0 where these have no limit
    """

    state_size = STATE_SIZE

    def __init__(self, colours: tuple[Colour, ...], options: Mapping[str, int], *, pencil: bool) -> None:
        self.colours = colours
        self.side = options["side"]
        self.pencil = pencil
        self.supply = options["turns" if pencil else "tiles"]
        self.elsewhere = bool(options.get("elsewhere", 0))
        self.no_gifts = bool(options["nogifts"])
        self.move_limit = move_limit(self.side, 0 if pencil else self.supply)
        fit = self.side**2 // (2 * len(colours))
        if not pencil and self.supply > fit:
            raise BadOption(message("plus.fit", tiles=self.supply, side=self.side, fit=fit))

    # What kernels need.

    @cached_property
    def tables(self) -> Tables:
        return make_tables(
            self.side,
            self.players,
            pencil=self.pencil,
            unlimited=not self.supply,
            elsewhere=self.elsewhere,
            no_gifts=self.no_gifts,
        )

    @cached_property
    def kernels(self) -> Kernels:
        from veier.games.plus.kernels import KERNELS

        return KERNELS

    def fill_reserves(self, state: Words) -> None:
        state[HELD : HELD + self.players] = self.supply

    # What a state means.

    @property
    def board(self) -> Message:
        return message("board.paper" if self.pencil else "board.grid", side=self.side)

    @property
    def pieces(self) -> Message:
        if self.pencil:
            return message("pieces.turns", count=self.supply) if self.supply else message("pieces.pencil")
        return message("pieces.dominoes", count=self.supply)

    def task(self, state: Words) -> Message:
        if self.pencil:
            mover = int(state[MOVER])
            other = self.seat_message(self.next_seat(mover))
            if self.supply:
                return message("plus.task_turns", other=other, count=int(state[HELD + mover]))
            return message("plus.task_pencil", other=other)
        return message("plus.task_1" if state[PHASE] == 1 else "plus.task_2")

    @cached_property
    def points(self) -> Sequence[Point]:
        return cell_points(self.side)

    @cached_property
    def possible_squares(self) -> tuple[Corners, ...]:
        # Beside each stone lies the other one of its domino: where the board has a corner, both neighbours cannot be
        # corners of the square as well.
        neighbours = [{cell for cell in steps if cell >= 0} for steps in self.steps]
        return tuple(corners for corners in self.all_squares if all(neighbours[cell] - {*corners} for cell in corners))

    def stones(self, state: Words) -> dict[int, int]:
        return {cell: seat for seat in range(self.players) for cell in cells_at(state, STONES + 2 * seat)}

    def reserves(self, state: Words) -> tuple[dict[str, int], ...]:
        if not self.supply:
            return tuple({} for _ in self.colours)
        return tuple({self.piece: int(state[HELD + seat])} for seat in range(self.players))

    @property
    def piece(self) -> str:
        """What a reserve consists of."""
        return "turn" if self.pencil else "domino"

    def ways(self, state: Words, seat: int) -> Mapping[int, int]:
        """Return the way of each of a seat's dominoes, or counted turns, by its head."""
        return self._ways(state.tobytes(), seat)

    @cached_property
    def _ways(self) -> Callable[[bytes, int], Mapping[int, int]]:
        """The same of a packed state; kept for the last few, because every move that is described asks for it."""
        return lru_cache(maxsize=8)(self._find_ways)

    def _find_ways(self, packed: bytes, seat: int) -> Mapping[int, int]:
        state = np.frombuffer(packed, np.int64)
        ones, twos = set(cells_at(state, WAYS)), set(cells_at(state, WAYS + 2))
        found = {head: (head in ones) + 2 * (head in twos) for head in cells_at(state, HEADS + 2 * seat)}
        return MappingProxyType(found)

    @property
    def placements(self) -> int:
        return FROM

    def lay(self, state: Words, seat: int, number: int) -> None:
        head, way = divmod(number, 4)
        stones = self._domino(head, way, seat)
        if self.supply and not state[HELD + seat]:
            raise VeierError(message("position.pieces", piece=self.piece, total=self.supply))
        taken = self.stones(state)
        for name, colour in stones:
            if self.cell_numbers[name] in taken:
                raise VeierError(message("illegal.taken_cell", cell=name))
            add_cell(state, STONES + 2 * colour, self.cell_numbers[name])
        if self.supply:
            self.add_piece(state, seat, head, way)
        if not self.pencil and not state[HELD : HELD + 3].any():
            state[PHASE] = 2

    def add_piece(self, state: Words, seat: int, head: int, way: int) -> None:
        """Note whose piece the stones on a head and beside it are."""
        state[HELD + seat] -= 1
        add_cell(state, HEADS + 2 * seat, head)
        for bit in range(2):
            if way >> bit & 1:
                add_cell(state, WAYS + 2 * bit, head)

    def laid(self, state: Words) -> list[tuple[int, int]]:
        if not self.supply:
            return pair_stones(self.stones(state), self.steps, self.players)
        return [(seat, 4 * head + way) for seat in range(self.players) for head, way in self.ways(state, seat).items()]

    def map_pieces(self, state: Words, images: CellImages) -> None:
        ways = [(seat, head, way) for seat in range(self.players) for head, way in self.ways(state, seat).items()]
        for seat in range(self.players):
            map_board(state, STONES + 2 * seat, images)
        state[HEADS : HEADS + 2 * self.players] = state[WAYS : WAYS + 4] = 0
        for seat, head, way in ways:
            there = images[head]
            turned = self.steps[there].index(images[self.steps[head][way]])
            add_cell(state, HEADS + 2 * seat, there)
            for bit in (bit for bit in range(2) if turned >> bit & 1):
                add_cell(state, WAYS + 2 * bit, there)

    @cached_property
    def steps(self) -> list[list[int]]:
        """The neighbour of each cell in each way, or -1."""
        steps: list[list[int]] = self.tables.steps.tolist()
        return steps

    def next_seat(self, seat: int) -> int:
        """Return the seat whose turn comes after."""
        return (seat + 1) % self.players

    # Moves.

    def describe_move(self, state: Words, number: int) -> Move:
        mover = int(state[MOVER])
        old, place = divmod(number, FROM)
        if not old:
            return self._placement(number, mover)
        head, text = old - 1, notation.format_move(number, self.cell_names, self.steps)
        stones = self._domino(place >> 2, place & 3, mover)
        lifted = tuple(cell for cell, _ in self._domino(head, self.ways(state, mover)[head], mover))
        return Move(text, number, "move", self.cell_names[head], lifted, stones)

    @cached_property
    def _placement(self) -> Callable[[int, int], Move]:
        """Describe a placement by its number and the mover; each is described once."""
        return cache(self._describe_placement)

    def _describe_placement(self, number: int, mover: int) -> Move:
        text, piece = notation.format_move(number, self.cell_names, self.steps), "pencil" if self.pencil else "domino"
        return Move(text, number, "place", piece, (), self._domino(number >> 2, number & 3, mover))

    def why_illegal(self, state: Words, number: int) -> Message:
        mover, old = int(state[MOVER]), number // FROM
        phase = int(state[PHASE])
        if old and phase == 1:
            return message("plus.illegal.pencil" if self.pencil else "plus.illegal.phase_1")
        if not old and phase == 2:
            return message("illegal.all_placed")
        if not old and self.supply and not state[HELD + mover]:
            key = "plus.illegal.turns" if self.pencil else "plus.illegal.reserve"
            return message(key, colour=self.seat_message(mover))
        if old and old - 1 not in self.ways(state, mover):
            return self._why_no_head(state, old - 1)
        move = self.describe_move(state, number)
        taken = [
            cell for cell, _ in move.stones if self.cell_numbers[cell] in self.stones(state) and cell not in move.lifted
        ]
        if taken:
            return message("illegal.taken_cell", cell=taken[0])
        own = [cell for cell, _ in move.stones if cell in move.lifted]
        if own and self.elsewhere:
            return message("plus.illegal.own_cell", cell=own[0])
        if move.lifted == tuple(cell for cell, _ in move.stones):
            return message("plus.illegal.as_it_lay")
        return self.why_banned(state, move)

    def _why_no_head(self, state: Words, cell: int) -> Message:
        """Say why no domino can be taken by this cell."""
        name, mover = self.cell_names[cell], int(state[MOVER])
        if cell not in self.stones(state):
            return message("plus.illegal.no_domino", cell=name)
        for seat in range(self.players):
            for head, way in self.ways(state, seat).items():
                if cell in (head, self.steps[head][way]) and seat != mover:
                    return message("plus.illegal.not_yours", cell=name, colour=self.seat_message(seat))
        return message("plus.illegal.other_end", cell=name, colour=self.seat_message(mover))

    def _domino(self, head: int, way: int, seat: int) -> tuple[tuple[str, int], ...]:
        """List a domino's two stones: cell and seat."""
        tail = self.steps[head][way]
        return (self.cell_names[head], seat), (self.cell_names[tail], self.next_seat(seat))
