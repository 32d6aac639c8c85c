"""What the end of a game is worth to each seat: the same in every environment."""

from __future__ import annotations

from veier.core.playouts import PLAYOUT_LIMIT
from veier.kernels.state import read_result

# A game of so many plies is cut off and counts as drawn.
MAX_PLIES = PLAYOUT_LIMIT


def rewards_of(result: int, players: int) -> tuple[float, ...]:
    """Return what a result code is worth: 1 to the winner, which the others pay in equal shares; else 0 to all."""
    winner = read_result(result)[1] if result > 0 else None
    if winner is None:
        return (0.0,) * players
    return tuple(1.0 if seat == winner else -1.0 / (players - 1) for seat in range(players))
