"""The setup of a table: the game, its seats, and what was agreed before the first move.

A `Setup` never changes; later changes of seats, moves and agreements are events (`events.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from pydantic import StrictBool, StrictInt, StrictStr

from veier.core.errors import VeierError
from veier.core.game import Game
from veier.core.position import Position
from veier.games import game as find_game
from veier.messages import Message, message
from veier.table.names import clean_name
from veier.table.refusal import Refusal
from veier.table.validation import Data, validate

MINUTE = 60_000
DAY = 24 * 60 * MINUTE
_MAX_INITIAL = {"minutes": 24 * 60 * MINUTE, "days": 30 * DAY}


@dataclass(frozen=True, slots=True)
class SeatPlan(Data):
    """The player of a seat: a person, the computer at a level, or nobody yet.

    A person may have no name; the computer has a level, and is named by the client. `bot` marks a seat that a
    program of somebody else plays, in place of a person.
    """

    kind: Literal["human", "computer", "open"]
    name: StrictStr | None = None
    level: StrictInt | None = None
    bot: StrictBool = False

    def __post_init__(self) -> None:
        if self.bot and self.kind != "human":
            raise Refusal(message("table.bot_place"))
        if (self.level is not None) != (self.kind == "computer"):
            raise Refusal(message("table.level_place"))
        if self.name is not None:
            object.__setattr__(self, "name", clean_name(self.name))


@dataclass(frozen=True, slots=True)
class Clock(Data):
    """The time control, in milliseconds.

    minutes  each player has `initial_ms` for the game, plus `increment_ms` per move
    days     each move may take `initial_ms`, also while the server is down
    """

    kind: Literal["minutes", "days"]
    initial_ms: StrictInt
    increment_ms: StrictInt = 0

    def __post_init__(self) -> None:
        longest = _MAX_INITIAL[self.kind]
        fits = 1000 <= self.initial_ms <= longest and 0 <= self.increment_ms <= 60 * MINUTE
        if not fits or (self.kind == "days" and self.increment_ms):
            raise Refusal(message("table.clock"))


@dataclass(frozen=True, slots=True)
class Setup(Data):
    """A table before the first move.

    game   the game's id, with its options
    seats  the players, in the order of the colours
    swap   whether the second player may take over the first player's colour after the first move
    aids   whether threats, live squares and hints are shown, to all seats alike
    start  a position string, if the game does not begin at the usual start
    """

    game: StrictStr
    seats: tuple[SeatPlan, ...]
    swap: StrictBool = False
    clock: Clock | None = None
    aids: StrictBool = True
    start: StrictStr | None = None

    def __post_init__(self) -> None:
        game = self.find_game()
        object.__setattr__(self, "game", game.id)
        if len(self.seats) != game.players:
            raise Refusal(message("record.seats", game=game.id, count=game.players))
        if self.swap and game.players != 2:
            raise Refusal(message("table.swap_players"))

    def find_game(self) -> Game:
        """Return the game; raise Refusal if there is no such game."""
        try:
            return find_game(self.game)
        except VeierError as error:
            raise Refusal(error.reason) from error

    def first_position(self) -> Position:
        """Return the first position; raise Refusal if `start` is not a position of the game."""
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
        """Check what needs kernels: that `start` is playable and the levels exist; raise Refusal."""
        game = self.find_game()
        self.first_position()
        last = game.evaluation.level_scale.count
        for seat in self.seats:
            if seat.level is not None and not 1 <= seat.level <= last:
                raise Refusal(message("cli.error.level", level=seat.level, game=game.id, last=last))

    def house_rules(self) -> tuple[Message, ...]:
        """List what applies at this table besides the rules of the game."""
        rules = []
        if self.swap:
            rules.append(message("table.rule.swap"))
        if len(self.seats) > 2:
            rules.append(message("table.rule.three"))
        rules.append(message("table.rule.aids" if self.aids else "table.rule.no_aids"))
        return tuple(rules)

    @staticmethod
    def from_data(data: object) -> Setup:
        """Read what `to_data` returns; raise Refusal."""
        return cast(Setup, validate(Setup, data))
