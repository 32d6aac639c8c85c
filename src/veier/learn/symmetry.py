"""Which positions are alike: turned, mirrored, or with the colours changed about. Puzzles should not be."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from veier.core.position import Position
from veier.games.squares.rules import SquareRules

# A cell in coordinates twice as fine, counted from the middle of the board.
_Point = tuple[int, int]
_Turn = Callable[[_Point], _Point]


def shape(position: Position) -> tuple[tuple[int, int, int], ...]:
    """Give the stones of a position, the mover's and the others', the same for positions that look alike."""
    stones = {_place(cell): int(seat != position.mover) for cell, seat in position.stones.items()}
    names = [_place(cell) for cell in position.game.rules.cell_names]
    middle = [min(place[axis] for place in names) + max(place[axis] for place in names) for axis in (0, 1)]
    points = {(2 * x - middle[0], 2 * y - middle[1]): seat for (x, y), seat in stones.items()}
    turn = _quarter if isinstance(position.game.rules, SquareRules) else _sixth
    return min(_images(points, turn))


def _images(points: dict[_Point, int], turn: _Turn) -> Iterable[tuple[tuple[int, int, int], ...]]:
    """Give the stones as they look from every side, and in a mirror."""
    for mirrored in (False, True):
        seen = {((y, x) if mirrored else (x, y)): seat for (x, y), seat in points.items()}
        first = dict(seen)
        while True:
            yield tuple(sorted((x, y, seat) for (x, y), seat in seen.items()))
            seen = {turn(point): seat for point, seat in seen.items()}
            if seen == first:
                break


def _place(cell: str) -> _Point:
    return ord(cell[0]) - ord("a"), int(cell[1:]) - 1


def _quarter(point: _Point) -> _Point:
    x, y = point
    return -y, x


def _sixth(point: _Point) -> _Point:
    """Turn a hexagon, whose directions are (1, 0), (1, 1), (0, 1) and back, by a sixth."""
    x, y = point
    return x - y, x
