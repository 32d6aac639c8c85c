"""Which positions are alike: rotated, mirrored, or with the colours exchanged. No two puzzles should be."""

from __future__ import annotations

from veier.core.position import Position

CanonicalStones = tuple[tuple[int, int], ...]


def canonical_stones(position: Position) -> CanonicalStones:
    """Return the stones of a position by turns from the mover on, the same for positions that look alike."""
    rules, players = position.game.rules, position.game.players
    stones = {cell: (seat - position.mover) % players for cell, seat in rules.stones(position.state).items()}
    return min(tuple(sorted((images[cell], seat) for cell, seat in stones.items())) for images in rules.symmetries)
