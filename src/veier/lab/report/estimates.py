"""Estimates with 95 % intervals, by bootstrap over blocks of games.

The Bayesian bootstrap (Rubin 1981): blocks are weighted at random, as often as there are samples, and the interval
holds the middle 95 % of the weighted means. Of a share, which is between 0 and 1, two more blocks are weighted with
them, one of 0 and one of 1. For games that are won or not, that is exactly the Beta distribution that follows from a
uniform prior, so that 0 of 20 does not look certain. The estimate itself is the plain mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

SAMPLES = 1000
_INSIDE = (0.025, 0.975)

_Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and the 95 % interval around it, from `n` blocks."""

    mean: float
    low: float
    high: float
    n: int

    @property
    def margin(self) -> float:
        """The larger distance from the mean to an end of the interval."""
        return max(self.mean - self.low, self.high - self.mean)

    def mirrored(self) -> Estimate:
        """Return the estimate of 1 minus the share."""
        return Estimate(1 - self.mean, 1 - self.high, 1 - self.low, self.n)


def share_of(values: Iterable[float | bool]) -> Estimate | None:
    """Estimate the mean of values from 0 to 1, one per game; None if there are none."""
    return ratio_of([(float(value), 1.0) for value in values], share=True)


def mean_of(values: Iterable[float]) -> Estimate | None:
    """Estimate the mean of any values, one per game; None if there are none."""
    return ratio_of([(float(value), 1.0) for value in values], share=False)


def ratio_of(blocks: Sequence[tuple[float, float]], *, share: bool) -> Estimate | None:
    """Estimate the sum of the first numbers divided by that of the second; None if the latter is 0."""
    counted = np.array([block for block in blocks if block[1]], dtype=np.float64).reshape(-1, 2)
    n = len(counted)
    if n == 0:
        return None
    mean = float(counted[:, 0].sum() / counted[:, 1].sum())
    if share:
        # As large as a block is on average.
        size = counted[:, 1].mean()
        counted = np.vstack([counted, [(0.0, size), (size, size)]])
    drawn = _weights(len(counted)) @ counted
    low, high = np.quantile(drawn[:, 0] / drawn[:, 1], _INSIDE).tolist()
    return Estimate(mean, min(low, mean), max(high, mean), n)


def difference_of(shares: Sequence[Sequence[float]]) -> Estimate | None:
    """Estimate the largest difference between the mean shares of two seats, given all seats' shares in each game.

    One more game won by each seat is weighted with them, as two are with a single share.
    """
    if not shares:
        return None
    rows = np.array(shares, dtype=np.float64)
    means = rows.mean(axis=0)
    mean = float(means.max() - means.min())
    rows = np.vstack([rows, np.eye(rows.shape[1])])
    weights = _weights(len(rows))
    drawn = (weights @ rows) / weights.sum(axis=1, keepdims=True)
    low, high = np.quantile(drawn.max(axis=1) - drawn.min(axis=1), _INSIDE).tolist()
    return Estimate(mean, min(low, mean), max(high, mean), len(shares))


@lru_cache(maxsize=8)
def _weights(n: int) -> _Array:
    """Return random weights of n blocks, a row per sample; always the same, so that reports are repeatable."""
    return np.random.default_rng(n).exponential(size=(SAMPLES, n))
