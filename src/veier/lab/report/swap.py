"""The swap rule, computed from games after each first move: one player makes it, the other chooses the colour.

Who chooses takes the better side, so who makes the first move chooses one that is as fair as possible: one of the
fairest few, because nobody knows them exactly. Both choices and their worth must not be read off the same games, or
luck would look like skill: moves and colours are chosen by one half of the games and measured by the other, and the
other way round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from veier.lab.report.estimates import Estimate, share_of
from veier.lab.report.sample import SampledGame

# The number of fairest first moves of which one is made.
_FAIREST = 5


@dataclass(frozen=True, slots=True)
class Swap:
    """What the swap rule comes to.

    points  per game of the player who makes the first move
    move    the first move that is nearest to fair, by all games
    """

    points: Estimate
    move: str


def swap_rule(games: Mapping[str, Sequence[SampledGame]]) -> Swap | None:
    """Return what the swap rule comes to, given the games after each first move; None without games."""
    halves = [{move: [game.shares[0] for game in played[half::2]] for move, played in games.items()} for half in (0, 1)]
    if not games or not all(scores for half in halves for scores in half.values()):
        return None
    values = [*_measure(halves[0], halves[1]), *_measure(halves[1], halves[0])]
    points = share_of(values)
    assert points
    fairest, *_ = _fairest({move: [game.shares[0] for game in played] for move, played in games.items()})
    return Swap(points, fairest)


def _fairest(scores: Mapping[str, Sequence[float]]) -> list[str]:
    """List the first moves that are nearest to fair, the nearest first."""
    return sorted(scores, key=lambda move: abs(fmean(scores[move]) - 0.5))[:_FAIREST]


def _measure(choose: Mapping[str, Sequence[float]], measure: Mapping[str, Sequence[float]]) -> list[float]:
    """Return the points of the first player in games that had no part in the choice of move and colour."""
    found = []
    for move in _fairest(choose):
        swapped = fmean(choose[move]) > 0.5
        found += [1 - points if swapped else points for points in measure[move]]
    return found
