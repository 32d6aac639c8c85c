"""A tournament as an immutable value. Players are numbered from 0 in the order in which they were entered.

Results are not part of it: they are those of the tables, except where the organiser has set one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, cast

from pydantic import StrictBool, StrictInt, StrictStr

from veier.core.game import Game
from veier.games import game as find_game
from veier.messages import message
from veier.table.refusal import Refusal
from veier.table.validation import Data, validate
from veier.tournament.names import distinct_names
from veier.tournament.plan import Plan

System = Literal["round_robin", "swiss"]

FEWEST_PLAYERS, MOST_PLAYERS = 2, 40

# The shares of finished games by the ids of their tables, in the order of the seats.
Results = Mapping[str, Sequence[Fraction]]


@dataclass(frozen=True, slots=True)
class Player(Data):
    """A player.

    away   whether the player is left out of the next rounds
    links  how often the player's link was replaced by another one
    """

    name: StrictStr
    away: StrictBool = False
    links: StrictInt = 0


@dataclass(frozen=True, slots=True)
class Pairing(Data):
    """Players at one table, in the order of the seats; the computer has the seats that are left.

    result  each player's share of the point as a fraction, once it is settled; None: as the table says
    """

    players: tuple[StrictInt, ...]
    table: StrictStr
    result: tuple[StrictStr, ...] | None = None


@dataclass(frozen=True, slots=True)
class Round(Data):
    """A round: when it began, in milliseconds since 1970, its pairings, and who is free, which is worth a point."""

    began: StrictInt
    pairings: tuple[Pairing, ...]
    free: tuple[StrictInt, ...] = ()


@dataclass(frozen=True, slots=True)
class Tournament(Data):
    """Players who play several games, each against others than before.

    game     the game's id, with its options
    system   whether everybody plays everybody, or always those who have about as many points
    planned  the number of rounds that are planned
    minutes  the minutes that a round should take
    seed     makes draws by lot repeatable
    over     whether the organiser has ended it
    handed   how often it was handed on to another device of the organiser
    """

    game: StrictStr
    system: System
    planned: StrictInt
    minutes: StrictInt
    seed: StrictInt
    players: tuple[Player, ...]
    rounds: tuple[Round, ...] = ()
    over: StrictBool = False
    handed: StrictInt = 0

    @staticmethod
    def start(game: str, names: Sequence[str], plan: Plan, seed: int) -> Tournament:
        """Return a tournament before its first round; raise VeierError."""
        if not FEWEST_PLAYERS <= len(names) <= MOST_PLAYERS:
            raise Refusal(message("tournament.players", fewest=FEWEST_PLAYERS, most=MOST_PLAYERS, count=len(names)))
        players = tuple(Player(name) for name in distinct_names(names))
        return Tournament(find_game(game).id, plan.system, plan.rounds, plan.minutes, seed, players)

    @staticmethod
    def from_data(data: object) -> Tournament:
        """Read what `to_data` returns; raise Refusal."""
        return cast(Tournament, validate(Tournament, data))

    def find_game(self) -> Game:
        """Return the game that is played."""
        return find_game(self.game)

    @property
    def present(self) -> tuple[int, ...]:
        """The players who play in the next round."""
        return tuple(number for number, player in enumerate(self.players) if not player.away)

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables of all rounds."""
        return tuple(pairing.table for round_ in self.rounds for pairing in round_.pairings)


def shares_of(pairing: Pairing, results: Results) -> tuple[Fraction, ...] | None:
    """Return each player's share of the point; None while the game is running."""
    if pairing.result is not None:
        return tuple(map(Fraction, pairing.result))
    found = results.get(pairing.table)
    return None if found is None else tuple(found[: len(pairing.players)])
