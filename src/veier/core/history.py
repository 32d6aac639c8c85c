"""A history: the moves of a game so far, which a position does not know.

A search of three players estimates from it how well each of them plays (`search/opponent_model.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from veier.core.move import AnyMove
from veier.core.position import Position
from veier.core.type_check import check_position


@dataclass(frozen=True)
class History:
    """The moves from a first position on, in exact notation; raises BadNotation or IllegalMove.

        history = History(game.start(), ["c3c4", "d4d5"])
        think(history.final, history=history)

    positions  the first position, and the one after each move
    """

    start: Position
    moves: tuple[str, ...] = ()
    positions: tuple[Position, ...] = field(init=False, repr=False, compare=False)

    def __init__(self, start: Position, moves: Iterable[AnyMove] = ()) -> None:
        check_position(start)
        positions, texts = [start], []
        for move in moves:
            made = positions[-1].parse_move(move)
            positions.append(positions[-1].play(made))
            texts.append(made.text)
        object.__setattr__(self, "start", start)
        object.__setattr__(self, "moves", tuple(texts))
        object.__setattr__(self, "positions", tuple(positions))

    @property
    def final(self) -> Position:
        """The position after the last move."""
        return self.positions[-1]

    def play(self, *moves: AnyMove) -> History:
        """Return the history with more moves."""
        added = History(self.final, moves)
        # Made without replaying the moves so far.
        longer = object.__new__(History)
        object.__setattr__(longer, "start", self.start)
        object.__setattr__(longer, "moves", self.moves + added.moves)
        object.__setattr__(longer, "positions", self.positions + added.positions[1:])
        return longer

    def until(self, plies: int) -> History:
        """Return the history of the first moves."""
        return History(self.start, self.moves[:plies])

    def __reduce__(self) -> tuple[object, ...]:
        return History, (self.start, self.moves)
