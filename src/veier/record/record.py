"""A record: a game as it was played, with names, comments and variations. An immutable value.

`reader` and `writer` convert it from and to text, `data` from and to JSON.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypedDict, Unpack

from veier.core.errors import IllegalMove, VeierError
from veier.core.game import Game
from veier.core.move import Move
from veier.core.position import Position
from veier.games import game as find_game
from veier.messages import message
from veier.record.result import Result, check_result, check_termination, result_of
from veier.record.tags import check_tags

# Readers refuse more moves, variations included, and deeper variations.
MOVE_LIMIT = 2000
NESTING_LIMIT = 100

Line = tuple["Node", ...]
Tags = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Node:
    """A move in exact notation, a comment on it, and its variations: lines that replace it."""

    move: str
    comment: str = ""
    variations: tuple[Line, ...] = ()

    def __post_init__(self) -> None:
        if not all(self.variations):
            raise VeierError(message("record.variation_empty"))


class RecordFacts(TypedDict, total=False):
    """What a record says beside its game and its moves; see `Record`."""

    seats: tuple[str, ...]
    date: datetime.date | None
    result: Result | None
    termination: str | None
    start: Position | None
    comment: str
    tags: Tags


@dataclass(frozen=True)
class Record:
    """The record of a game.

    seats        the players' names, one per seat, "" where unknown
    result       each seat's share of the point; None while the game is not finished
    termination  why it ended: the outcome's why, or "resigned", "time", "agreed" or "abandoned"
    start        the first position; None for the game's usual start
    comment      on the game as a whole
    line         the moves that were played
    tags         further facts, as pairs of a name and a value

    The moves are not checked here: `from_moves`, `play` and the readers do that.
    """

    game: Game
    seats: tuple[str, ...] = ()
    date: datetime.date | None = None
    result: Result | None = None
    termination: str | None = None
    start: Position | None = None
    comment: str = ""
    line: Line = ()
    tags: Tags = ()

    def __post_init__(self) -> None:
        # One representation for unknown names, and for the usual start.
        if not self.seats:
            object.__setattr__(self, "seats", ("",) * self.game.players)
        if self.start is not None and self.start == self.game.start():
            object.__setattr__(self, "start", None)
        self._check()

    @staticmethod
    def from_moves(game: Game | str, moves: Iterable[str | Move] | str = (), **facts: Unpack[RecordFacts]) -> Record:
        """Return the record of a game from its moves, given one by one or as words of a text, and further facts.

        Where the rules have ended the game, they determine the result and the termination; otherwise yours are taken.
        """
        game = find_game(game) if isinstance(game, str) else game
        position = facts.get("start") or game.start()
        nodes = []
        for move in moves.split() if isinstance(moves, str) else moves:
            position = position.play(move)
            nodes.append(Node(str(position.last_move)))
        return Record(game, line=tuple(nodes), **facts)._ended_at(position)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that were played."""
        return tuple(node.move for node in self.line)

    def positions(self) -> tuple[Position, ...]:
        """Return the positions of the game: the first, and the one after each move."""
        return tuple(self._walk())

    @cached_property
    def final(self) -> Position:
        """The position after the last move."""
        *_, last = self._walk()
        return last

    def play(self, move: str | Move) -> Record:
        """Return the record with one more move; raise BadNotation or IllegalMove."""
        if self.result is not None:
            raise IllegalMove(message("illegal.over"))
        position = self.final.play(move)
        record = replace(self, termination=None, line=(*self.line, Node(str(position.last_move))))
        return record._ended_at(position)

    def _walk(self) -> Iterator[Position]:
        position = self.start or self.game.start()
        yield position
        for node in self.line:
            position = position.play(node.move)
            yield position

    def _ended_at(self, position: Position) -> Record:
        """Return the record with result and termination filled in if the rules ended the game at `position`."""
        record, outcome = self, position.outcome
        if outcome:
            record = replace(self, result=result_of(outcome, self.game.players), termination=outcome.why)
        # Already known here; computing it again would replay all moves.
        record.__dict__["final"] = position
        return record

    def _check(self) -> None:
        if len(self.seats) != self.game.players:
            raise VeierError(message("record.seats", game=self.game.id, count=self.game.players))
        if self.start is not None and self.start.game != self.game:
            raise VeierError(message("record.other_game", game=self.game.id, other=self.start.game.id))
        if self.result is not None:
            check_result(self.result, self.game.players)
        if self.termination is not None:
            check_termination(self.termination)
        check_tags(name for name, _ in self.tags)
