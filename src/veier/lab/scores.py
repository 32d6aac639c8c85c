"""Scores with confidence intervals, from blocks of games that share an opening."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

_NINETY_FIVE = 1.96


@dataclass(frozen=True, slots=True)
class Score:
    """A mean from 0 to 1 and the 95 % interval around it."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.3f} [{self.low:.3f}, {self.high:.3f}]"


def score_of(blocks: Sequence[float]) -> Score:
    """Return the mean score of blocks, with Wilson's interval for their effective number of games.

    The variance is that of the blocks, not of the games, because games from one opening are not independent. One more
    block, half a point off, is added to it, so that a few equal blocks do not look certain. Wilson's interval is the
    normal approximation that still holds near 0 and 1.
    """
    n = len(blocks)
    if n == 0:
        return Score(math.nan, 0.0, 1.0)
    mean = sum(blocks) / n
    variance = (sum((block - mean) ** 2 for block in blocks) + 0.25) / n
    worth = max(n, mean * (1 - mean) * n / variance)
    z = _NINETY_FIVE
    shrink = 1 + z * z / worth
    centre = (mean + z * z / (2 * worth)) / shrink
    half = z / shrink * math.sqrt(mean * (1 - mean) / worth + z * z / (4 * worth * worth))
    return Score(mean, max(0.0, centre - half), min(1.0, centre + half))
