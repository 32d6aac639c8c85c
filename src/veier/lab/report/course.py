"""Metrics of the course of games: what the players expected before each of their moves; see docs/lab-report.md.

Values are each seat's expected share of the point. They are known from the first searched move on; the end of a game is
no value: only what was expected on the way counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import log

from veier.lab.report.estimates import Estimate, mean_of
from veier.lab.report.sample import SampledGame, Shares

Games = Sequence[SampledGame]


def drama(games: Games) -> Estimate | None:
    """Estimate by how much the later winner was behind the leader, over all plies; drawn games do not count."""
    return mean_of(_each(games, drama_of))


def lead_changes(games: Games) -> Estimate | None:
    """Estimate how often the lead changed in a game."""
    return mean_of(lead_changes_of(game) for game in games if game.values)


def decisiveness(games: Games) -> Estimate | None:
    """Estimate the share of a game that was left when it was decided; drawn games do not count."""
    return mean_of(_each(games, decisiveness_of))


def uncertainty(games: Games) -> Estimate | None:
    """Estimate how open games were, over all plies: 1 if all had equal chances, 0 if the winner was known."""
    return mean_of(uncertainty_of(game) for game in games if game.values)


def drama_of(game: SampledGame, winner: int) -> float:
    """Return by how much the winner was behind on average."""
    return sum(max(shares) - shares[winner] for shares in game.values) / len(game.values)


def lead_changes_of(game: SampledGame) -> int:
    """Return how often other seats led than at the ply before."""
    leaders = [_leaders(shares) for shares in game.values]
    return sum(before != after for before, after in pairwise(leaders))


def decisiveness_of(game: SampledGame, winner: int) -> float:
    """Return the share of the valued plies that were left when the winner first expected more than others ever did."""
    others = [share for shares in game.values for seat, share in enumerate(shares) if seat != winner]
    threshold = max(others)
    n = len(game.values)
    decided = next((ply for ply, shares in enumerate(game.values) if shares[winner] > threshold), n)
    return (n - decided) / n


def uncertainty_of(game: SampledGame) -> float:
    """Return the entropy of the expected shares, as a part of the largest there is, averaged over plies."""
    return sum(map(_entropy, game.values)) / len(game.values)


def _each(games: Games, measure: Callable[[SampledGame, int], float]) -> Iterable[float]:
    return (measure(game, game.winner) for game in games if game.winner is not None and game.values)


def _leaders(shares: Shares) -> frozenset[int]:
    return frozenset(seat for seat, share in enumerate(shares) if share == max(shares))


def _entropy(shares: Shares) -> float:
    return -sum(share * log(share) for share in shares if share > 0) / log(len(shares))
