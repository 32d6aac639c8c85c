"""The legal moves of a position, as a sequence that describes a move when it is asked for.

A position has hundreds of moves, and describing one takes as long as making it. Moves are known by number; they can be
looked for as text, as number or as `Move`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from veier.core.errors import BadNotation, VeierError
from veier.core.move import Move
from veier.core.type_check import wrong_type
from veier.kernels.state import PASS, Words
from veier.messages import message

if TYPE_CHECKING:
    from veier.core.game import Game

# The moves that `repr` names.
_NAMED = 6


def check_move_type(given: object) -> None:
    """Raise BadType for what cannot be a move: no text, number or `Move`."""
    if not isinstance(given, str | Move):
        _index_of(given)


def _index_of(given: Any) -> int:
    """Return what Python takes for a whole number; raise BadType."""
    if not hasattr(given, "__index__") or isinstance(given, bool):
        raise wrong_type("move", "str | int | Move", given)
    return int(given.__index__())


# Not Sequence[Move]: type checkers would object to looking for text.
class LegalMoves(Sequence[Any]):
    """The moves that can be made in a position: equal to the tuple of them, and as immutable.

    numbers  the moves as kernels number them
    """

    __slots__ = ("_described", "_game", "_state", "numbers")

    def __init__(self, game: Game, state: Words, numbers: tuple[int, ...]) -> None:
        self.numbers = numbers
        self._game = game
        self._state = state
        self._described: dict[int, Move] = {}

    def describe(self, number: int) -> Move:
        """Describe a move, given by its number."""
        move = self._described.get(number)
        if move is None:
            is_pass = number == PASS
            move = Move("pass", PASS, "pass") if is_pass else self._game.rules.describe_move(self._state, number)
            self._described[number] = move
        return move

    def number_of(self, move: object) -> int:
        """Return the number of a move, legal or not; raise BadNotation, BadType, or IllegalMove if it never is."""
        if isinstance(move, Move):
            # A move of another game may have this number.
            if move.number in self.numbers and self._game.notation.move_text(move.number) == move.text:
                return move.number
            move = move.text
        if isinstance(move, str):
            return PASS if move.strip().lower() == "pass" else self._game.notation.parse_move(move)
        number = _index_of(move)
        if number != PASS and number not in self.numbers and not self._game.notation.is_move(number):
            raise BadNotation(message("notation.number", number=number))
        return number

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...

    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(index, slice):
            return tuple(map(self.describe, self.numbers[index]))
        return self.describe(self.numbers[index])

    def __iter__(self) -> Iterator[Move]:
        return map(self.describe, self.numbers)

    def __contains__(self, move: object) -> bool:
        try:
            return self.number_of(move) in self.numbers
        except VeierError:
            return False

    def index(self, move: object, start: int = 0, stop: int | None = None) -> int:
        """Return the place of a move in the sequence; raise ValueError if it is not legal."""
        if move not in self:
            raise ValueError(f"{move!r} is not legal")
        return self.numbers.index(self.number_of(move), start, len(self) if stop is None else stop)

    def count(self, move: object) -> int:
        """Return 1 for a legal move, else 0."""
        return int(move in self)

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, LegalMoves | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        named = [self._game.notation.move_text(number) for number in self.numbers[:_NAMED]]
        more = " …" if len(self) > _NAMED else ""
        return f"<{len(self)} legal moves: {' '.join(named)}{more}>"

    def __reduce__(self) -> tuple[object, ...]:
        return LegalMoves, (self._game, self._state, self.numbers)
