"""How many levels the computer has, for those who set up a table and must not wait until the search is loaded."""

from __future__ import annotations

from veier.core.game import Game
from veier.core.square_rules import SquareRules


def level_count(game: Game) -> int:
    """Give how many levels a game has, as `veier.search.levels` does; a test holds both together."""
    return 8 if game.players == 2 and isinstance(game.rules, SquareRules) else 7
