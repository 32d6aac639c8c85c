"""The reply that people would try first: one place for remarks, lessons and puzzles."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from veier.core.position import Position


def natural_reply(position: Position, numbers: Sequence[int], cells: Collection[str]) -> int:
    """Choose the move that people would try first: one whose own stone takes one of some cells, else the first."""
    return next((number for number in numbers if _takes(position, number, cells)), numbers[0])


def natural_order(position: Position, numbers: Iterable[int], cells: Collection[str]) -> list[int]:
    """Sort moves as people would try them: first those whose own stone takes one of some cells, else as they come."""
    return sorted(numbers, key=lambda number: not _takes(position, number, cells))


def _takes(position: Position, number: int, cells: Collection[str]) -> bool:
    stones = position.describe(number).stones
    return bool(stones) and stones[0][0] in cells
