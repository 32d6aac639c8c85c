"""Pairs of stones: with pencils and any number of turns, a board does not say which stones were drawn together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isqrt


def pair_stones(stones: Mapping[int, int], steps: Sequence[Sequence[int]], players: int) -> list[tuple[int, int]]:
    """Return turns that could have drawn as many of the stones as possible: seat and number of each.

    Neighbours have different colours on a chessboard, so each stone on a black cell looks for a partner on a white one,
    and those that have one look for another where that helps (Kuhn).
    """
    black = {cell for cell in stones if _is_black(cell, steps)}
    partner: dict[int, int] = {}

    def find(cell: int, seen: set[int]) -> bool:
        for other in steps[cell]:
            if other in stones and other not in seen and _seat(stones[cell], stones[other], players) is not None:
                seen.add(other)
                if other not in partner or find(partner[other], seen):
                    partner[other] = cell
                    return True
        return False

    for cell in sorted(black):
        find(cell, set())
    return sorted(_turn(stones, steps, pair, players) for pair in partner.items())


def _is_black(cell: int, steps: Sequence[Sequence[int]]) -> bool:
    side = isqrt(len(steps))
    return (cell // side + cell % side) % 2 == 0


def _seat(one: int, other: int, players: int) -> int | None:
    """Return whose turn draws two colours: that of which the other one is the next."""
    if (one + 1) % players == other:
        return one
    return other if (other + 1) % players == one else None


def _turn(
    stones: Mapping[int, int], steps: Sequence[Sequence[int]], pair: tuple[int, int], players: int
) -> tuple[int, int]:
    one, other = pair
    seat = _seat(stones[one], stones[other], players)
    assert seat is not None
    head, tail = (one, other) if stones[one] == seat else (other, one)
    return seat, 4 * head + steps[head].index(tail)
