"""How a game at a table ended: the shares, the reason and a sentence. The rules end it, or the players do."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from veier.core.descriptions import tell_outcome
from veier.core.position import Position
from veier.messages import Message, message
from veier.record.result import Result, result_of


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game.

    shares  each seat's share of the point
    winner  the seat that has it all; None if it is shared
    why     the outcome's why, or "resigned", "time" or "agreed", as in records
    told    the end as a sentence
    """

    shares: Result
    winner: int | None
    why: str
    told: Message

    def to_data(self) -> dict[str, Any]:
        """Give the ending as it is sent."""
        shares = [str(share) for share in self.shares]
        return {"shares": shares, "winner": self.winner, "why": self.why, "told": self.told.to_data()}


def ending_by_rules(position: Position) -> Ending | None:
    """Tell how the rules ended the game; None while it goes on."""
    outcome = position.outcome
    if outcome is None:
        return None
    shares = result_of(outcome, position.game.players)
    return Ending(shares, outcome.winner, outcome.why, tell_outcome(position))


def ending_by_players(position: Position, why: str, loser: int | None) -> Ending:
    """Tell how the players ended the game: the loser gets nothing and the others share, or all agreed and share."""
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
