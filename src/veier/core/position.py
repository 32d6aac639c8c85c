"""A position: a value that never changes. Playing a move gives another one.

A position is what its position string says: the stones and pieces, the reserves, who moves, how many have just
passed, and how often the positions of this phase have stood, which repetition needs. How it came about is not part
of it, but for `last_move`, which drawings mark and comparisons ignore.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, cast, get_args

import numpy as np
from numpy.typing import NDArray

from veier.core.errors import IllegalMove, VeierError
from veier.core.legal_moves import LegalMoves
from veier.core.move import AnyMove, Move
from veier.core.outcome import Outcome, Reason
from veier.core.patterns import Row, Square, Threat
from veier.core.position_view import make_view
from veier.core.symmetry import CellImages, map_state
from veier.core.type_check import check_seat, check_text, check_whole_number, check_word
from veier.kernels.state import (
    MOVER,
    OCCURRENCES_TO_DRAW,
    PASS,
    PASSES,
    PHASE,
    RESULT,
    Why,
    Words,
    read_result,
    result_code,
)
from veier.messages import Message, message
from veier.view import Edition, Theme, View, to_svg, to_text

if TYPE_CHECKING:
    from veier.core.game import Game


@dataclass(frozen=True, repr=False)
class Position:
    """A position of a game.

    packed  the state vector, as bytes
    seen    digests of the positions that stood since pieces can be moved, this one with them, in order of size

    `last_move` is the move that led here, where that is known; it is no part of the position.
    """

    game: Game
    packed: bytes
    seen: tuple[int, ...] = ()
    last_move: Move | None = field(default=None, compare=False)

    # Whose turn, and what there is.

    @property
    def mover(self) -> int:
        """The seat whose turn it is; after the end, the seat that would be next."""
        return int(self.state[MOVER])

    @property
    def phase(self) -> int:
        """1 while pieces are placed, 2 when they are moved."""
        return int(self.state[PHASE])

    @property
    def passes(self) -> int:
        """How many players in a row have just passed."""
        return int(self.state[PASSES])

    @cached_property
    def stones(self) -> Mapping[str, int]:
        """The seat of each stone by its cell."""
        names = self.game.rules.cell_names
        by_cell = sorted(self.game.rules.stones(self.state).items())
        return MappingProxyType({names[cell]: seat for cell, seat in by_cell})

    @cached_property
    def reserves(self) -> tuple[Mapping[str, int], ...]:
        """What each seat holds beside the board, by name of piece."""
        return tuple(MappingProxyType(held) for held in self.game.rules.reserves(self.state))

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points in hex rows; elsewhere its finished squares."""
        return self.game.rules.scores(self.state)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        code = int(self.state[RESULT])
        if not code:
            return None
        why, winner = read_result(code)
        return Outcome(winner, cast(Reason, why.name.lower()))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state[RESULT])

    # Moves.

    @cached_property
    def legal_moves(self) -> LegalMoves:
        """The moves that can be made, the pass if there is no other; none when the game is over.

        They are described when they are asked for. Text and numbers can be looked for, too: `"13@C3" in legal_moves`.
        """
        return LegalMoves(self.game, self.state, self.legal_numbers)

    @cached_property
    def legal_numbers(self) -> tuple[int, ...]:
        """The legal moves as kernels number them."""
        return tuple(self.game.rules.legal_numbers(self.state))

    def parse_move(self, move: AnyMove) -> Move:
        """Read a move of this position; raise BadNotation, IllegalMove or BadType."""
        legal = self.legal_moves
        number = legal.number_of(move)
        if number not in legal.numbers:
            raise IllegalMove(self._why_illegal(number))
        return legal.describe(number)

    def describe(self, number: int) -> Move:
        """Describe a legal move, given by its number."""
        return self.legal_moves.describe(number)

    def is_legal(self, move: AnyMove) -> bool:
        """Return whether a move can be made here; False also for what is no move."""
        return move in self.legal_moves

    def why_illegal(self, move: AnyMove) -> Message | None:
        """Say exactly why a move cannot be made here; None if it can."""
        try:
            number = self.legal_moves.number_of(move)
        except VeierError as error:
            return error.reason
        return None if number in self.legal_numbers else self._why_illegal(number)

    def play(self, *moves: AnyMove) -> Position:
        """Make one or more moves, each as text, number or `Move`, and return the position after them."""
        position = self
        for move in moves:
            position = position._play(move)
        return position

    # What players look for.

    def squares(
        self, made: bool | None = None, seat: int | None = None, through: str | None = None
    ) -> tuple[Square, ...]:
        """List the squares that a seat has or can still have.

        `made` keeps the finished ones or those still open, `seat` those of one seat, `through` those of one cell.
        """
        if through is not None:
            check_text("through", through)
            through = through.lower()
            if through not in self.game.rules.cell_numbers:
                raise VeierError(message("cell.unknown", cell=through))
        return tuple(
            square
            for square in self.game.patterns.squares(self.state)
            if (made is None or square.made == made)
            and (seat is None or square.seat == seat)
            and (through is None or through in square.cells)
        )

    def rows(self) -> tuple[Row, ...]:
        """List the rows that are worth points, in hex rows."""
        return self._rows

    @cached_property
    def _rows(self) -> tuple[Row, ...]:
        return tuple(self.game.patterns.rows(self.state))

    def threats(self, seat: int) -> tuple[Threat, ...]:
        """List what lacks one stone of a seat, with the missing cell and the moves that would complete it now."""
        check_seat(seat, self.game.players)
        return tuple(self.game.patterns.threats(self.state, seat))

    def view(self, *, threats: int | None = None, choices: bool = False) -> View:
        """Return the position as data to draw; on demand with a seat's threats and with the legal moves."""
        return make_view(self, threats, choices)

    def svg(
        self,
        *,
        width: int | None = 480,
        theme: Theme | Edition = "light",
        trays: bool = False,
        threats: int | None = None,
    ) -> str:
        """Draw the position as an SVG document; with `trays` the reserves, with `threats` those of a seat.

        `theme` is "light", "dark", or an edition for paper; without `width` the picture fills its place.
        """
        check_word("theme", theme, (*get_args(Theme), *get_args(Edition)))
        if width is not None:
            check_whole_number("width", width, 1)
        return to_svg(self.view(threats=threats), theme=theme, trays=trays, width=width)

    def array(self) -> NDArray[np.int8]:
        """Return the stones as an array of int8, as `array[row, column]` from the cell a1.

        Elements are the seat of a stone, -1 for an empty cell, and -2 for what is outside a hexagon, whose columns and
        numbers are the two coordinates. Pieces, reserves and who moves are not in it.
        """
        points = self.game.rules.points
        array = np.full((max(y for _, y in points) + 1, max(x for x, _ in points) + 1), -2, np.int8)
        stones = self.game.rules.stones(self.state)
        for cell, (x, y) in enumerate(points):
            array[y, x] = stones.get(cell, -1)
        return array

    def action_mask(self) -> NDArray[np.int8]:
        """Return 1 for each of the game's actions that is legal here, 0 for the others."""
        return self.game.encoding.mask(self.state)

    def planes(self, seat: int | None = None) -> NDArray[np.int8]:
        """Return the position as planes, `[plane, row, column]` from the cell a1, as a seat or the mover sees it.

        `Game.plane_names` says what they show; their shape is the same in all positions of a game.
        """
        if seat is not None:
            check_seat(seat, self.game.players)
        return self.game.encoding.draw(self.state, self.mover if seat is None else seat, self.occurrences)

    @property
    def occurrences(self) -> int:
        """How often this position has stood since pieces can be moved; 0 while they are placed."""
        return self.seen.count(self.digest) if self.seen else 0

    # Symmetry.

    def symmetries(self) -> tuple[Position, ...]:
        """Return the position as each symmetry of the board shows it, itself first: 8 on squares, 12 on hexagons.

        They are equal where the position is symmetric itself. In 4EYES with different numbers of tiles A and B there
        are only the 4 rotations, because a mirror makes one the other. Positions that stood before, which repetition
        counts, are not mapped: an image has stood as often as the position, and no other has.
        """
        return (self, *(self._image(images) for images in self.game.rules.symmetries[1:]))

    def canonical(self) -> Position:
        """Return the one of the symmetric positions that stands for all of them: equal for each of them."""
        return min((self._image(images) for images in self.game.rules.symmetries), key=lambda image: image.packed)

    # What makes it a value.

    @property
    def state(self) -> Words:
        """The state vector of the kernels, as a copy that the caller may change."""
        return np.frombuffer(self.packed, np.int64).copy()

    @property
    def digest(self) -> int:
        """64 bits that tell positions apart as repetition does: stones, pieces, reserves and who moves."""
        return self._digest(self.state)

    def __str__(self) -> str:
        return to_text(self.view())

    def __repr__(self) -> str:
        colour = self.game.colours[self.mover]
        status = f"over: {self.outcome.why}" if self.outcome else f"{colour} to move, phase {self.phase}"
        return f"<Position of {self.game.id}, {len(self.stones)} stones, {status}>"

    def __reduce__(self) -> tuple[object, ...]:
        return Position, (self.game, self.packed, self.seen, self.last_move)

    def _repr_svg_(self) -> str:
        return self.svg()

    # Inside.

    def _why_illegal(self, number: int) -> Message:
        if self.is_over:
            return message("illegal.over")
        if number == PASS:
            return message("illegal.pass")
        return self.game.rules.why_illegal(self.state, number)

    def _play(self, move: AnyMove) -> Position:
        made = self.parse_move(move)
        rules = self.game.rules
        state = self.state
        rules.kernels.push(rules.tables, state, made.number)
        seen: tuple[int, ...] = ()
        if state[PHASE] == 2:
            digest = self._digest(state)
            place = bisect_right(self.seen, digest)
            seen = (*self.seen[:place], digest, *self.seen[place:])
            occurrences = place + 1 - bisect_left(self.seen, digest)
            if not state[RESULT] and occurrences == OCCURRENCES_TO_DRAW:
                state[RESULT] = result_code(Why.REPETITION, None)
        return Position(self.game, state.tobytes(), seen, made)

    def _image(self, images: CellImages) -> Position:
        state = map_state(self.game.rules, self.state, images)
        return Position(self.game, state.tobytes(), (self._digest(state),) * self.occurrences)

    def _digest(self, state: Words) -> int:
        from veier.kernels.hashing import digest

        return int(digest(self.game.rules.tables, state)) & (2**64 - 1)
