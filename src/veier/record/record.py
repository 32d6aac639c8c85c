"""A record: a game as it was played, with names, comments and variations. A value that never changes.

`reader` and `writer` know it as text, `data` as JSON; the table, the lab and the command line keep games in it.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from veier.core.errors import IllegalMove, VeierError
from veier.core.game import Game
from veier.core.move import Move
from veier.core.position import Position
from veier.games import game as find_game
from veier.messages import message
from veier.record.result import Result, check_result, check_termination, result_of
from veier.record.tags import check_tags

# What readers refuse: more moves, variations included, or variations nested deeper.
MOVE_LIMIT = 2000
NESTING_LIMIT = 100

Line = tuple["Node", ...]
Tags = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Node:
    """A move of a record in exact notation, a comment on it, and the lines that could have been played instead."""

    move: str
    comment: str = ""
    variations: tuple[Line, ...] = ()

    def __post_init__(self) -> None:
        if not all(self.variations):
            raise VeierError(message("record.variation_empty"))


@dataclass(frozen=True)
class Record:
    """The record of a game.

    seats        the players' names, one a seat, "" where it is not known
    result       each seat's share of the point; None while the game is not finished
    termination  why it ended: the outcome's why, or "resigned", "time", "agreed" or "abandoned"
    start        where it began; None for the usual start
    comment      on the game as a whole
    line         the moves that were played
    tags         further facts, as pairs of a name and a value

    The moves are taken as given: `from_moves`, `play` and the readers check them.
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
        # There is one way to say that no name is known, or that the start is the usual one.
        if not self.seats:
            object.__setattr__(self, "seats", ("",) * self.game.players)
        if self.start is not None and self.start == self.game.start():
            object.__setattr__(self, "start", None)
        self._check()

    @staticmethod
    def from_moves(
        game: Game | str,
        moves: Iterable[str | Move] | str = (),
        *,
        seats: tuple[str, ...] = (),
        date: datetime.date | None = None,
        result: Result | None = None,
        termination: str | None = None,
        start: Position | None = None,
        comment: str = "",
        tags: Tags = (),
    ) -> Record:
        """Make the record of a game from its moves, given one by one or as words of a text.

        Where the rules have ended the game, they say the result and the termination; else yours are taken.
        """
        game = find_game(game) if isinstance(game, str) else game
        position = start or game.start()
        nodes = []
        for move in moves.split() if isinstance(moves, str) else moves:
            position = position.play(move)
            nodes.append(Node(str(position.last_move)))
        record = Record(game, seats, date, result, termination, start, comment, tuple(nodes), tags)
        return record._ended_at(position)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that were played."""
        return tuple(node.move for node in self.line)

    def positions(self) -> tuple[Position, ...]:
        """Give the positions of the game, the first one and those after each move."""
        return tuple(self._walk())

    @cached_property
    def final(self) -> Position:
        """The position after the last move."""
        *_, last = self._walk()
        return last

    def play(self, move: str | Move) -> Record:
        """Go on with the game and give the record with one more move; raise BadNotation or IllegalMove."""
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
        """Fill in how the game ended, if the rules have ended it at its last position."""
        record, outcome = self, position.outcome
        if outcome:
            record = replace(self, result=result_of(outcome, self.game.players), termination=outcome.why)
        # It has just been found; to find it again, all moves would have to be played.
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
