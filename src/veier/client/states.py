"""States of tables as typed values, read from what the server sends: light states and full ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from veier.core.history import History
from veier.core.position import Position
from veier.games import game as find_game
from veier.record import parse_position


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: "human", "computer" or "open"; `bot` if a program of somebody plays it."""

    kind: str
    name: str | None
    level: int | None
    bot: bool


@dataclass(frozen=True, slots=True)
class Clocks:
    """Each seat's remaining milliseconds, and the seat whose clock runs."""

    remaining: tuple[int, ...]
    running: int | None


@dataclass(frozen=True, slots=True)
class Offer:
    """A pending offer, of a "draw", "takeback" or "rematch": the seat that made it, and those that have agreed."""

    what: str
    by: int
    answers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game: each seat's share of the point, the seat that won, and why it ended."""

    shares: tuple[Fraction, ...]
    winner: int | None
    why: str


@dataclass(frozen=True, slots=True)
class TableState:
    """A table as a session sees it.

    version   goes up with each change; commands are sent with it
    game      the game's id
    position  the position as a string; `board` is the same as a value
    start     the position that `moves` begin from, if that is not the usual one
    mine      the session's seats
    mover     the seat to move; None when the game is over
    swapable  whether the session may take over the first player's colour now
    rematch   the id of the table of the next game
    choices   the legal moves, where they were asked for
    """

    id: str
    version: int
    game: str
    position: str
    start: str | None
    moves: tuple[str, ...]
    seats: tuple[Seat, ...]
    mine: tuple[int, ...]
    mover: int | None
    clocks: Clocks | None
    offers: tuple[Offer, ...]
    swapable: bool
    result: Result | None
    rematch: str | None
    choices: tuple[str, ...] = ()

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> TableState:
        """Read a light state or a full one."""
        board = data.get("board")
        result, clocks = data["result"], data["clocks"]
        view = board["view"] if board else {}
        return cls(
            id=data["id"],
            version=data["version"],
            game=data["game"]["id"] if board else data["game"],
            position=board["position"] if board else data["position"],
            start=data["setup"]["start"] if board else data["start"],
            moves=tuple(move["text"] for move in data["moves"]) if board else tuple(data["moves"]),
            seats=tuple(Seat(each["kind"], each["name"], each["level"], each["bot"]) for each in data["seats"]),
            mine=tuple(data["mine"]),
            mover=data["mover"] if not board else None if result else view["mover"],
            clocks=Clocks(tuple(clocks["remaining"]), clocks["running"]) if clocks else None,
            offers=tuple(Offer(each["what"], each["by"], tuple(each["answers"])) for each in data["offers"]),
            swapable=data["swapable"],
            result=Result(tuple(map(Fraction, result["shares"])), result["winner"], result["why"]) if result else None,
            rematch=data["rematch"],
            choices=tuple(choice["text"] for choice in view.get("choices") or ()),
        )

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    @property
    def is_my_turn(self) -> bool:
        """Whether one of the session's seats is to move."""
        return self.mover is not None and self.mover in self.mine

    @property
    def board(self) -> Position:
        """The position."""
        return parse_position(self.position)

    @property
    def history(self) -> History:
        """The moves so far, which searches among three learn from."""
        start = parse_position(self.start) if self.start else find_game(self.game).start()
        return History(start, self.moves)

    def offers_to_me(self) -> tuple[Offer, ...]:
        """List the offers that wait for an answer of the session."""
        return tuple(offer for offer in self.offers if set(self.mine) - set(offer.answers))
