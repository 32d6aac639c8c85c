"""4EYES by Gérard Pierson: tiles with a stone of each player on large fields, and its beginners' board."""

from __future__ import annotations

from veier.core.game import Facts, Option
from veier.games.eyes.rules import EyesRules


def _facts(name: str, side: int, a: int, b: int, d: int) -> Facts:
    options = (
        Option("side", side, 3, 5),
        Option("a", a, 0, 12, assumed="split"),
        Option("b", b, 0, 12, assumed="split"),
        Option("d", d, 0, 12, assumed="split"),
    )
    return Facts(name, "Gérard Pierson", 2007, ("red", "blue"), options, EyesRules)


GAMES = (
    _facts("4eyes", side=5, a=3, b=3, d=4),
    _facts("4eyes-beginners", side=4, a=2, b=2, d=3),
)
