"""A sequential test: play until it is known whether a player is better by so much, and no longer.

The generalized sequential probability ratio test of fishtest, on the scores of blocks: the likelihood ratio of two
hypotheses about the mean score, each with the distribution over the observed scores that suits it best. It is
independent of what the scores of a block are made of, so that draws and games that depend on each other do no harm.

Michel Van den Bergh, "A practical introduction to the GSPRT" (cantate.be/Fishtest/GSPRT_approximation.pdf).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from veier.core.errors import VeierError
from veier.messages import message

# So much of a block is added with each extreme score, so that any mean is possible (fishtest's number).
_REGULARISED = 1e-3
_STEPS = 60

Verdict = Literal["better", "not_better", "open"]


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """Two hypotheses about the mean score of a block, from 0 to 1, and how often each may be rejected by mistake.

    low, high  the mean score if the first player is not better, and if it is
    alpha      the probability of "better" if the mean is `low`
    beta       the probability of "not better" if the mean is `high`
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not 0 < self.low < self.high < 1:
            raise VeierError(message("lab.sprt", low=self.low, high=self.high))

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test ends: not better, better."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, scores: Iterable[float]) -> float:
        """Return the log-likelihood ratio of the two hypotheses, given the scores of blocks."""
        counts = {0.0: _REGULARISED, 1.0: _REGULARISED}
        for score in scores:
            rounded = round(score, 9)
            counts[rounded] = counts.get(rounded, 0.0) + 1
        total = sum(counts.values())
        shares = {score: count / total for score, count in counts.items()}
        unlikely, likely = (_tilt(shares, mean) for mean in (self.low, self.high))
        return total * sum(
            share * math.log((1 + unlikely * (score - self.low)) / (1 + likely * (score - self.high)))
            for score, share in shares.items()
        )

    def verdict(self, scores: Sequence[float]) -> Verdict:
        """Return what is known after the scores of blocks, in the order of their openings."""
        ratio, (lower, upper) = self.ratio(scores), self.bounds
        return "not_better" if ratio <= lower else "better" if ratio >= upper else "open"


def _tilt(shares: dict[float, float], mean: float) -> float:
    """Return t such that shares / (1 + t * (score - mean)) has that mean: the most likely distribution that does.

    The condition, sum of share * (score - mean) / (1 + t * (score - mean)) = 0, falls with t between two poles.
    """
    offsets = [(score - mean, share) for score, share in shares.items()]
    low = -1 / max(offset for offset, _ in offsets)
    high = -1 / min(offset for offset, _ in offsets)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if sum(share * offset / (1 + middle * offset) for offset, share in offsets) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
