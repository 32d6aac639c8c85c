"""Intervals for shares."""

from __future__ import annotations

from math import sqrt

# The quantile of the normal distribution for intervals of 95 %.
NORMAL_95 = 1.959963984540054


def wilson(successes: int, n: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson, 1927): never below 0 or above 1, and right for few cases, too."""
    if n == 0:
        return 0.0, 1.0
    share, square = successes / n, NORMAL_95 * NORMAL_95
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = NORMAL_95 * sqrt(share * (1 - share) / n + square / (4 * n * n)) / (1 + square / n)
    return max(0.0, middle - half), min(1.0, middle + half)
