"""Which positions are alike: rotated, mirrored, or with the colours exchanged. No two puzzles should be."""

from __future__ import annotations

from veier.core.patterns import Place
from veier.core.position import Position

CanonicalStones = tuple[tuple[int, int, int], ...]


def canonical_stones(position: Position) -> CanonicalStones:
    """Return the stones of a position by turns from the mover on, the same for positions that look alike."""
    players = position.game.players
    stones = {_place(cell): (seat - position.mover) % players for cell, seat in position.stones.items()}
    names = [_place(cell) for cell in position.game.rules.cell_names]
    # Coordinates are twice as fine, from the middle of the board.
    middle = [min(place[axis] for place in names) + max(place[axis] for place in names) for axis in (0, 1)]
    points = {(2 * x - middle[0], 2 * y - middle[1]): seat for (x, y), seat in stones.items()}
    return min(
        tuple(sorted((*symmetry(point), seat) for point, seat in points.items()))
        for symmetry in position.game.patterns.symmetries
    )


def _place(cell: str) -> Place:
    return ord(cell[0]) - ord("a"), int(cell[1:]) - 1
