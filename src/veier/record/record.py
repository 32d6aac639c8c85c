"""A record: a game as it was played, with names, comments and variations. An immutable value.

`reader` and `writer` convert it from and to text, `data` from and to JSON.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TypedDict, Unpack

from veier.core.errors import IllegalMove, VeierError
from veier.core.game import Game
from veier.core.move import Move
from veier.core.position import Position
from veier.core.type_check import wrong_type
from veier.games import game as find_game
from veier.messages import message
from veier.record.line import (
    CheckedLine,
    Line,
    Node,
    Path,
    as_line,
    change_at,
    name_path,
    node_at,
    position_before,
    read_moves,
    replay,
    resolve_path,
)
from veier.record.result import BY_RULES, Result, as_result, check_result, check_termination, format_result, result_of
from veier.record.tags import Tags, as_tags, check_tags


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
    final        the position after the last move

    Every move is checked by the rules, in variations too. Where the rules have ended the game, result and termination
    may be left out.
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
    final: Position = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._check_types()
        # One representation for unknown names, for the usual start, for results and for moves.
        self._set("seats", tuple(self.seats) or ("",) * self.game.players)
        self._set("result", as_result(self.result))
        self._set("tags", as_tags(self.tags))
        if self.start is not None and self.start == self.game.start():
            self._set("start", None)
        self._check_facts()
        first, line = self.start or self.game.start(), as_line(self.line, "line")
        known = self.line.final if isinstance(self.line, CheckedLine) else None
        line, final = (line, known) if known else replay(line, first, "line")
        self._set("line", line)
        self._set("final", final)
        self._resolve_end()

    @staticmethod
    def from_moves(
        game: Game | str, moves: Iterable[str | Move | Node] | str = (), **facts: Unpack[RecordFacts]
    ) -> Record:
        """Return the record of a game from its moves, given one by one or as words of a text, and further facts.

        Where the rules have ended the game, they determine the result and the termination; otherwise yours are taken.
        """
        game = find_game(game) if isinstance(game, str) else game
        start = Record(game, start=facts.get("start")).final
        line, final = replay(read_moves(moves), start, "moves")
        if final.is_over:
            facts["result"] = facts["termination"] = None
        return Record(game, line=CheckedLine(line, final), **facts)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that were played."""
        return tuple(node.move for node in self.line)

    def positions(self) -> tuple[Position, ...]:
        """Return the positions of the game: the first, and the one after each move."""
        positions = [self._first]
        for node in self.line:
            positions.append(positions[-1].play(node.move))
        return tuple(positions)

    def play(self, move: str | Move) -> Record:
        """Return the record with one more move; raise BadNotation or IllegalMove."""
        if self.result is not None:
            raise IllegalMove(message("illegal.over"))
        position = self.final.play(move)
        line = CheckedLine((*self.line, Node(str(position.last_move))), position)
        return replace(self, termination=None, line=line)

    # Marks, comments and variations. A path leads to a move: 2 is line[2], (2, 0, 1) is line[2].variations[0][1].

    def node_at(self, path: Path) -> Node:
        """Return the move at a path, with what is noted about it."""
        return node_at(self.line, resolve_path(self.line, path))

    def position_before(self, path: Path) -> Position:
        """Return the position in which the move at a path is made."""
        return position_before(self.line, resolve_path(self.line, path), self._first)

    def annotate(self, path: Path = (), *, comment: str | None = None, mark: str | None = None) -> Record:
        """Return the record with another comment or mark on a move; without a path, with a comment on the game.

        The marks are ! ? !! ?? !? ?!, None keeps what there is, and "" removes it.
        """
        if path == ():
            if mark is not None:
                raise VeierError(message("record.mark_place"))
            return replace(self, comment=self.comment if comment is None else comment, line=self._checked(self.line))

        def change(node: Node) -> Node:
            return replace(
                node,
                comment=node.comment if comment is None else comment,
                mark=node.mark if mark is None else mark,
            )

        return replace(self, line=self._checked(change_at(self.line, resolve_path(self.line, path), change)))

    def add_variation(self, path: Path, moves: Iterable[str | Move | Node] | str) -> Record:
        """Return the record with one more line that could have been played instead of the move at a path.

        Its moves are given one by one or as words of a text; nodes keep their marks, comments and variations.
        """
        place = resolve_path(self.line, path)
        number, depth = len(node_at(self.line, place).variations), len(place) // 2 + 1
        name = f"{name_path(place)}.variations[{number}]"
        variation, _ = replay(read_moves(moves), position_before(self.line, place, self._first), name, depth)
        line = change_at(self.line, place, lambda node: replace(node, variations=(*node.variations, variation)))
        return replace(self, line=self._checked(line))

    # Inside.

    @property
    def _first(self) -> Position:
        return self.start or self.game.start()

    def _checked(self, line: Line) -> CheckedLine:
        """Return a line with the moves of this record's own."""
        return CheckedLine(line, self.final)

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def _check_types(self) -> None:
        optional = {"date": datetime.date, "termination": str, "start": Position}
        needed = {"game": Game, "comment": str}
        for name, kind in (optional | needed).items():
            value = getattr(self, name)
            # A moment is a date to Python, but records have days.
            wrong = not isinstance(value, kind) or isinstance(value, datetime.datetime)
            if wrong and not (value is None and name in optional):
                raise wrong_type(name, kind.__name__, value)
        if not isinstance(self.seats, tuple | list) or not all(isinstance(name, str) for name in self.seats):
            raise wrong_type("seats", "tuple[str, ...]", self.seats)

    def _check_facts(self) -> None:
        if len(self.seats) != self.game.players:
            raise VeierError(message("record.seats", game=self.game.id, count=self.game.players))
        if self.start is not None and self.start.game != self.game:
            raise VeierError(message("record.other_game", game=self.game.id, other=self.start.game.id))
        if self.result is not None:
            check_result(self.result, self.game.players)
        if self.termination is not None:
            check_termination(self.termination)
        check_tags(name for name, _ in self.tags)

    def _resolve_end(self) -> None:
        """Fill in the end by the rules; refuse another one."""
        outcome = self.final.outcome
        if outcome is None:
            if self.termination in BY_RULES:
                raise VeierError(message("record.not_over", why=self.termination))
            return
        result = result_of(outcome, self.game.players)
        if self.result not in (None, result):
            raise VeierError(message("record.contradiction", expected=format_result(result)))
        if self.termination not in (None, outcome.why):
            raise VeierError(message("record.contradiction", expected=outcome.why))
        self._set("result", result)
        self._set("termination", outcome.why)


def require_record(value: object) -> None:
    """Raise VeierError for anything but a record."""
    if not isinstance(value, Record):
        raise wrong_type("record", "Record", value)
