"""Matches: players play the same openings in every seating, and every move is timed."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from importlib import import_module
from typing import Any

from veier.core.game import Game
from veier.core.history import History
from veier.core.position import Position
from veier.engine.errors import EngineError
from veier.games import game as find_game
from veier.lab.openings import make_openings
from veier.lab.players import Choose, Player, make_player, parse_player
from veier.lab.programs import ProgramPlayer
from veier.lab.seating import Seating, seatings, seatings_of_first
from veier.messages import Message
from veier.record.position_string import format_position, parse_position

# Longer games count as drawn; well-played games are far shorter.
PLY_LIMIT = 400


@dataclass(frozen=True, slots=True)
class Played:
    """A game of a match.

    opening  the first position, and `first`, the seat to move there
    seating  the player of each seat, by its place in the match
    winner   the seat that won; None for a draw, or if a player forfeited a game of three
    loser    the seat that forfeited the game, with `fault`, what went wrong; else None
    moves    the moves after the opening
    seconds  the time that each of these moves took
    """

    opening: str
    first: int
    seating: Seating
    winner: int | None
    why: str
    moves: tuple[str, ...]
    seconds: tuple[float, ...]
    loser: int | None = None
    fault: Message | None = None

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the point: the winner has it; a draw is shared, a forfeited game among the others."""
        seats = range(len(self.seating))
        if self.winner is not None:
            return tuple(float(seat == self.winner) for seat in seats)
        sharing = [seat for seat in seats if seat != self.loser]
        return tuple(1 / len(sharing) if seat in sharing else 0.0 for seat in seats)

    def points(self, player: int) -> float:
        """Return the points of a player, in all its seats."""
        return sum(share for mine, share in zip(self.seating, self.shares, strict=True) if mine == player)

    def times(self, player: int) -> list[float]:
        """Return the times of a player's moves."""
        movers = [self.seating[(self.first + ply) % len(self.seating)] for ply in range(len(self.seconds))]
        return [spent for mover, spent in zip(movers, self.seconds, strict=True) if mover == player]

    def to_data(self) -> dict[str, Any]:
        """Return the game as data that JSON can hold."""
        data = {name: getattr(self, name) for name in self.__slots__}
        return data | {"fault": self.fault.to_data() if self.fault else None}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Played:
        """Read what `to_data` returns."""
        lists = {name: tuple(data[name]) for name in ("seating", "moves", "seconds")}
        fault = Message.from_data(data["fault"]) if data["fault"] else None
        return cls(**{**data, **lists, "fault": fault})


# The games of one opening, which are not independent.
Block = Sequence[Played]


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays what.

    players      by name
    movetime     the seconds per move of players whose name has no limit; None: what they choose
    first_alone  with two players: the first sits alone, in each seat once; else all seatings are played
    imports      modules that `register` further kinds of players
    """

    game: str
    players: tuple[str, ...]
    movetime: float | None = None
    seed: int = 0
    first_alone: bool = False
    imports: tuple[str, ...] = ()

    def to_data(self) -> dict[str, Any]:
        """Return the match as data that JSON can hold."""
        return asdict(self) | {"players": list(self.players), "imports": list(self.imports)}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Match:
        """Read what `to_data` returns."""
        return cls(**{**data, "players": tuple(data["players"]), "imports": tuple(data["imports"])})

    def parse(self) -> list[Player]:
        """Parse the names of the players; raise VeierError for one that is wrong."""
        for module in self.imports:
            import_module(module)
        return [parse_player(name, self.movetime) for name in self.players]

    @property
    def seatings(self) -> list[Seating]:
        """The seatings in which each opening is played."""
        seats = find_game(self.game).players
        return seatings_of_first(seats) if self.first_alone else seatings(len(self.players), seats)

    def check(self) -> None:
        """Raise VeierError if a player does not exist or does not fit the game; engines are started to see it."""
        game = find_game(self.game)
        for player in self.parse():
            choose = make_player(player, game)
            if isinstance(choose, ProgramPlayer):
                choose.start()
                choose.close()


@cache
def _seated(player: Player, game: Game) -> Choose:
    """Return a player, made once per process, that has tried a move so that loading kernels is not timed.

    The move is from a position that is not in the book. An engine that fails here forfeits games if it does so again.
    """
    choose = make_player(player, game)
    with suppress(EngineError):
        choose(History(make_openings(game, 1, seed=0)[0]), 0)
    return choose


def play_game(begin: Position, choosers: Sequence[Choose], seating: Seating, seed: int) -> Played:
    """Play a game to its end, each seat with its player; an engine that fails forfeits it."""
    history = History(begin)
    seconds: list[float] = []
    fault: Message | None = None
    while not history.final.is_over and len(seconds) < PLY_LIMIT and not fault:
        begun = time.perf_counter()
        try:
            move = choosers[history.final.mover](history, seed + len(seconds))
            history = history.play(move)
        except EngineError as error:
            fault = error.reason
        seconds.append(time.perf_counter() - begun)
    start, outcome, loser = format_position(begin), history.final.outcome, None
    winner, why = (outcome.winner, str(outcome.why)) if outcome else (None, "length")
    if fault:
        loser, why = history.final.mover, "forfeit"
        winner = 1 - loser if len(seating) == 2 else None
    return Played(start, begin.mover, seating, winner, why, history.moves, tuple(seconds), loser, fault)


def play_block(match: Match, number: int, opening: str) -> list[Played]:
    """Play an opening in every seating. With limits by nodes, this depends on its arguments alone."""
    begin = parse_position(opening)
    players = match.parse()
    block = []
    for place, seating in enumerate(match.seatings):
        choosers = [_seated(players[player], begin.game) for player in seating]
        seed = 1_000_000 * match.seed + 10_000 * number + 1_000 * place
        block.append(play_game(begin, choosers, seating, seed))
    return block


def play_chunk(number: int, match: dict[str, Any], openings: list[str]) -> bytes:
    """Play a block as a chunk of a job; its result is JSON."""
    block = play_block(Match.from_data(match), number, openings[number])
    return json.dumps([played.to_data() for played in block]).encode()


def read_block(result: bytes) -> list[Played]:
    """Read the result of a chunk."""
    return [Played.from_data(data) for data in json.loads(result)]
