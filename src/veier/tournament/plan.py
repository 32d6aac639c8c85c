"""What fits into a school hour or an evening: the system, the number of rounds, and the minutes for each."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log2
from typing import Literal

# A round shorter than this leaves no time to play; one of the Swiss system should have more.
_SHORT, _USUAL = 7, 10


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan: the system, the rounds, and the minutes of a round."""

    system: Literal["round_robin", "swiss"]
    rounds: int
    minutes: int


def make_plan(players: int, seats: int, minutes: int, system: Literal["round_robin", "swiss"] | None = None) -> Plan:
    """Plan a tournament at tables with so many seats; without a system, everybody plays everybody if there is time."""
    everybody = _rounds_for_all(players, seats)
    if system is None:
        system = "round_robin" if everybody * _SHORT <= minutes else "swiss"
    rounds = everybody
    if system == "swiss":
        # So many rounds part the first from all others; one more makes it certain.
        rounds = max(1, min(everybody, minutes // _USUAL, ceil(log2(max(players, 2))) + 1))
    return Plan(system, rounds, max(1, minutes // rounds))


def _rounds_for_all(players: int, seats: int) -> int:
    """Return how many rounds it takes until all have met."""
    if seats == 2:
        return players - 1 + players % 2
    return max(1, ceil((players - 1) / (seats - 1)))
