"""Ratings from the games of a match: Bradley-Terry for two seats, Plackett-Luce's first choice for three.

Both are one model: the player i of a game wins it with probability exp(r_i) / (sum over its seats of exp(r)). A shared
point counts as that share of a win for each who shares it. Ratings are on the scale of Elo: of two players that are 400
apart, the better one wins ten times as often. Their mean is 0.

Intervals are by bootstrap over blocks, because the games of one opening are not independent: the Bayesian bootstrap
(Rubin 1981), whose weights are never 0. A prior of one game in each lineup, drawn and as uncertain as a block, keeps a
player that has won everything on the scale, as BayesElo does.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veier.lab.match import Block
from veier.lab.seating import Seating

# Elo points of one unit of r.
ELO = 400 / math.log(10)
_SAMPLES = 1000
_STEPS, _TOLERANCE = 2000, 1e-9

_Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating and the 95 % interval around it, in Elo points."""

    elo: float
    low: float
    high: float


def rate(players: int, blocks: Sequence[Block], *, seed: int = 0, samples: int = _SAMPLES) -> list[Rating]:
    """Return the ratings of players, by their place in the match; blocks are resampled for the intervals."""
    counts = _Counts(players, blocks)
    best = counts.fit(np.ones((1, len(blocks) + 1)))[0]
    drawn = counts.fit(np.random.default_rng(seed).exponential(size=(samples, len(blocks) + 1)))
    low, high = np.quantile(drawn, (0.025, 0.975), axis=0)
    return [Rating(float(elo), float(lower), float(upper)) for elo, lower, upper in zip(best, low, high, strict=True)]


def fit_ratings(players: int, seatings: Sequence[Seating], shares: Sequence[Sequence[float]]) -> _Array:
    """Return the ratings of most likelihood without a prior, given the seating and the shares of each game."""
    lineups, kinds = np.unique([_lineup(players, seating) for seating in seatings], axis=0, return_inverse=True)
    games = np.bincount(kinds.ravel(), minlength=len(lineups))[None, :].astype(np.float64)
    points = np.zeros((1, players))
    for seating, share in zip(seatings, shares, strict=True):
        np.add.at(points[0], list(seating), share)
    ratings: _Array = _fit(lineups.astype(np.float64), games, points)[0]
    return ratings


def expected_score(elo: float, seatings: Sequence[Seating]) -> float:
    """Return the share of all points that the first of two players wins if it is so many points better."""
    worth = math.exp(elo / ELO)
    shares = [
        seating.count(0) * worth / (seating.count(0) * worth + len(seating) - seating.count(0)) for seating in seatings
    ]
    return sum(shares) / len(shares)


class _Counts:
    """What the likelihood needs of each block: the games in each lineup, and the points of each player."""

    def __init__(self, players: int, blocks: Sequence[Block]) -> None:
        games = [(number, game) for number, block in enumerate(blocks) for game in block]
        found = [_lineup(players, game.seating) for _, game in games]
        lineups, kinds = np.unique(found, axis=0, return_inverse=True)
        self.lineups: _Array = lineups.astype(np.float64)
        self.games = np.zeros((len(blocks), len(lineups)))
        self.points = np.zeros((len(blocks), players))
        for (number, game), kind in zip(games, kinds.ravel().tolist(), strict=True):
            self.games[number, kind] += 1
            np.add.at(self.points[number], list(game.seating), game.shares)

    def fit(self, weights: _Array) -> _Array:
        """Return the ratings for each list of weights: of the prior, then of each block."""
        prior, rest = weights[:, :1], weights[:, 1:]
        drawn = (self.lineups / self.lineups.sum(axis=1, keepdims=True)).sum(axis=0)
        return _fit(self.lineups, rest @ self.games + prior, rest @ self.points + prior * drawn)


def _lineup(players: int, seating: Seating) -> list[int]:
    """Return how many seats each player has."""
    return [seating.count(player) for player in range(players)]


def _fit(lineups: _Array, games: _Array, points: _Array) -> _Array:
    """Return the ratings of most likelihood for each list of games by lineup and points by player.

    By minorisation-maximisation: Hunter, "MM algorithms for generalized Bradley-Terry models", 2004.
    """
    worths = np.ones_like(points)
    for _ in range(_STEPS):
        totals = worths @ lineups.T
        updated = points / ((games / totals) @ lineups)
        updated /= np.exp(np.log(updated).mean(axis=1, keepdims=True))
        if np.abs(np.log(updated / worths)).max() < _TOLERANCE:
            break
        worths = updated
    ratings: _Array = np.log(updated) * ELO
    return ratings
