"""The ending of a game at a table, by the rules or by the players: shares, reason and a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from veier.core.descriptions import describe_outcome
from veier.core.position import Position
from veier.messages import Message, message
from veier.record.result import Result, result_of


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game.

    shares       each seat's share of the point
    winner       the seat that won; None if the point is shared
    why          the outcome's why, or "resigned", "time" or "agreed", as in records
    description  the ending as a sentence
    """

    shares: Result
    winner: int | None
    why: str
    description: Message

    def to_data(self) -> dict[str, Any]:
        """Return the ending as data for JSON."""
        shares = [str(share) for share in self.shares]
        return {"shares": shares, "winner": self.winner, "why": self.why, "told": self.description.to_data()}


def ending_by_rules(position: Position) -> Ending | None:
    """Return the ending by the rules; None while the game is running."""
    outcome = position.outcome
    if outcome is None:
        return None
    shares = result_of(outcome, position.game.players)
    return Ending(shares, outcome.winner, outcome.why, describe_outcome(position))


def ending_by_players(position: Position, why: str, loser: int | None) -> Ending:
    """Return the ending by the players: the others share the point if there is a loser, else all do."""
    players, name = position.game.players, position.game.rules.seat_message
    if loser is None:
        return Ending((Fraction(1, players),) * players, None, why, message("table.agreed"))
    others = tuple(seat for seat in range(players) if seat != loser)
    shares = tuple(Fraction(seat != loser, players - 1) for seat in range(players))
    if len(others) == 1:
        key, winner = ("table.resigned" if why == "resigned" else "table.time"), others[0]
        return Ending(shares, winner, why, message(key, colour=name(loser), winner=name(winner)))
    key = "table.resigned_three" if why == "resigned" else "table.time_three"
    return Ending(shares, None, why, message(key, colour=name(loser), others=tuple(map(name, others))))
