"""A remark with the positions that it speaks of, and its parameters by type: what checkers of sentences are given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from benchmarks.played_out import Cells, cell_sets
from veier.core.position import Position
from veier.explain.remark import Remark
from veier.messages import Message


@dataclass(frozen=True)
class Told:
    """A remark on a move, or on a position: then `move` is None and `after` is `before`."""

    before: Position
    move: str | None
    after: Position
    remark: Remark

    @property
    def key(self) -> str:
        """The remark's key."""
        return self.remark.text.key

    @property
    def line(self) -> tuple[str, ...]:
        """The remark's moves."""
        return self.remark.line

    @property
    def mover(self) -> int:
        """Who moves, or has moved."""
        return self.before.mover

    @property
    def squares(self) -> frozenset[Cells]:
        """The remark's squares."""
        return cell_sets(self.remark.squares)

    def text(self, name: str) -> str:
        """Return a parameter that is a text."""
        return str(self.remark.text.params[name])

    def count(self, name: str = "count") -> int:
        """Return a parameter that is a number."""
        return cast(int, self.remark.text.params[name])

    def seat(self, name: str) -> int:
        """Return the seat of a parameter that is a colour."""
        messages = [self.before.game.rules.seat_message(seat) for seat in range(self.before.game.players)]
        return messages.index(cast(Message, self.remark.text.params[name]))


Checker = Callable[[Told], bool]
