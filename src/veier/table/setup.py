"""How a table is set up: the game, who sits where, and what was agreed on before the first move.

A `Setup` never changes; who sits down later, moves and agreements are events (`events.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from veier.core.data import to_plain
from veier.core.errors import VeierError
from veier.core.game import Game
from veier.core.position import Position
from veier.games import game as find_game
from veier.messages import Message, message
from veier.table.names import clean_name
from veier.table.plain import from_plain
from veier.table.refusal import Refusal

MINUTE = 60_000
DAY = 24 * 60 * MINUTE
_LONGEST = {"minutes": 24 * 60 * MINUTE, "days": 30 * DAY}


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who sits on a seat: a person, the computer at a level, or nobody yet.

    A person may have no name; the computer has a level, and its name is left to whoever shows it.
    """

    kind: Literal["human", "computer", "open"]
    name: str | None = None
    level: int | None = None

    def __post_init__(self) -> None:
        if (self.level is not None) != (self.kind == "computer"):
            raise Refusal(message("table.level_place"))
        if self.name is not None:
            object.__setattr__(self, "name", clean_name(self.name))


@dataclass(frozen=True, slots=True)
class Clock:
    """How much time there is, in milliseconds.

    minutes  each player has `initial_ms` for the game, and gains `increment_ms` with every move
    days     each move may take `initial_ms`
    """

    kind: Literal["minutes", "days"]
    initial_ms: int
    increment_ms: int = 0

    def __post_init__(self) -> None:
        longest = _LONGEST[self.kind]
        fits = 1000 <= self.initial_ms <= longest and 0 <= self.increment_ms <= 60 * MINUTE
        if not fits or (self.kind == "days" and self.increment_ms):
            raise Refusal(message("table.clock"))


@dataclass(frozen=True, slots=True)
class Setup:
    """A table before the first move.

    game   the game's id, with its options
    seats  who sits where, in the order of the colours
    swap   whether the second player may take over the first player's colour after the first move
    aids   whether threats, live squares and hints are shown, to every seat alike
    start  a position string, if the game does not begin at its usual start
    """

    game: str
    seats: tuple[SeatPlan, ...]
    swap: bool = False
    clock: Clock | None = None
    aids: bool = True
    start: str | None = None

    def __post_init__(self) -> None:
        game = self.find_game()
        object.__setattr__(self, "game", game.id)
        if len(self.seats) != game.players:
            raise Refusal(message("record.seats", game=game.id, count=game.players))
        if self.swap and game.players != 2:
            raise Refusal(message("table.swap_players"))

    def find_game(self) -> Game:
        """Give the game that is played."""
        try:
            return find_game(self.game)
        except VeierError as error:
            raise Refusal(error.reason) from error

    def first_position(self) -> Position:
        """Give the position where the game begins; raise Refusal if the text is no such position."""
        if self.start is None:
            return self.find_game().start()
        from veier.record import parse_position

        try:
            position = parse_position(self.start)
        except VeierError as error:
            raise Refusal(error.reason) from error
        if position.game.id != self.game:
            raise Refusal(message("record.other_game", game=self.game, other=position.game.id))
        if position.is_over:
            raise Refusal(message("illegal.over"))
        return position

    def check(self) -> None:
        """See also to what takes the kernels: that the start can be played and the levels exist; raise Refusal."""
        game = self.find_game()
        self.first_position()
        last = game.rules.level_scale.count
        for seat in self.seats:
            if seat.level is not None and not 1 <= seat.level <= last:
                raise Refusal(message("cli.error.level", level=seat.level, game=game.id, last=last))

    def house_rules(self) -> tuple[Message, ...]:
        """Say what holds at this table beside the rules of the game."""
        rules = []
        if self.swap:
            rules.append(message("table.rule.swap"))
        if len(self.seats) > 2:
            rules.append(message("table.rule.three"))
        rules.append(message("table.rule.aids" if self.aids else "table.rule.no_aids"))
        return tuple(rules)

    def to_data(self) -> dict[str, Any]:
        """Give the setup as data that JSON can hold."""
        data: dict[str, Any] = to_plain(self)
        return data

    @staticmethod
    def from_data(data: object) -> Setup:
        """Read what `to_data` gives; raise Refusal."""
        return from_plain(Setup, data)
