"""Which squares pieces can make, found by laying pieces: four moves, each with a stone of one colour on a corner."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import isqrt

import veier
from veier import Position

LETTERS = "abcdefghijklm"


def place(cell: str) -> tuple[int, int]:
    return LETTERS.index(cell[0]), int(cell[1:])


def is_square(four: tuple[str, ...]) -> bool:
    distances = sorted(
        (place(a)[0] - place(b)[0]) ** 2 + (place(a)[1] - place(b)[1]) ** 2 for a, b in combinations(four, 2)
    )
    return distances == [distances[0]] * 4 + [2 * distances[0]] * 2


@cache
def grid_squares(cells: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Find the squares of a grid, whatever can be laid on it."""
    return tuple(four for four in combinations(cells, 4) if is_square(four))


@cache
def squares_that_can_be_made(game: str) -> frozenset[frozenset[str]]:
    """Find the squares of a board that two players can make for Red, laying two pieces each.

    Among three it is the same: pieces cover the same cells, and have at most one stone of a colour.
    """
    cells = veier.game(game).rules.cell_names
    side = isqrt(len(cells))
    tiles = f"4eyes?side={side // 2}&a=1&b=1&d=1"
    start = veier.game(tiles if game.startswith("4eyes?") else f"4eyes-plus-2p?side={side}&tiles=2").start()
    return frozenset(frozenset(four) for four in grid_squares(cells) if _can_be_made(start, four))


def _can_be_made(position: Position, left: tuple[str, ...]) -> bool:
    """Try every piece that puts a red stone on the first of the corners that are left, and none on the others."""
    if not left:
        return position.scores[0] > 0
    for move in () if position.is_over else position.legal_moves:
        laid = dict(move.stones)
        if laid.get(left[0]) == 0 and laid.keys().isdisjoint(left[1:]) and _can_be_made(position.play(move), left[1:]):
            return True
    return False
