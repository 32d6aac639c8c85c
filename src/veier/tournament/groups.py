"""Groups of three: who has met least sits together, and who has about as many points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, product

# What a group costs; lower is better.
Cost = Callable[[Sequence[int]], float]


def group_up(order: Sequence[int], cost: Cost) -> list[tuple[int, ...]]:
    """Group players, given in order of preference, in threes; one or two groups are pairs if that does not divide.

    Starting from neighbours, two players of different groups change places for as long as that makes the sum of the
    costs smaller.
    """
    groups = _neighbours(order)
    costs = [cost(group) for group in groups]
    improved = True
    while improved:
        improved = False
        for one, other in combinations(range(len(groups)), 2):
            for first, second in product(range(len(groups[one])), range(len(groups[other]))):
                changed, changed_other = list(groups[one]), list(groups[other])
                changed[first], changed_other[second] = changed_other[second], changed[first]
                after = cost(changed), cost(changed_other)
                if sum(after) < costs[one] + costs[other] - 1e-9:
                    groups[one], groups[other] = changed, changed_other
                    costs[one], costs[other] = after
                    improved = True
    return [tuple(group) for group in groups]


def _neighbours(order: Sequence[int]) -> list[list[int]]:
    """Cut an order into threes and, at its end, as many pairs as are needed."""
    pairs = -len(order) % 3
    threes = (len(order) - 2 * pairs) // 3
    sizes = [3] * threes + [2] * pairs
    groups, at = [], 0
    for size in sizes:
        groups.append(list(order[at : at + size]))
        at += size
    return groups
