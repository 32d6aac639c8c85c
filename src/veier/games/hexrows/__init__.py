"""Martin Dieterle's hexagonal rows of four; its title is not known to us."""

from __future__ import annotations

from veier.core.game import Facts, Option
from veier.games.hexrows.rules import HexrowsRules

GAMES = (
    Facts(
        "hexrows",
        "Martin Dieterle",
        None,
        ("red", "blue"),
        (Option("side", 6, 4, 7, assumed="hexagon"), Option("stones", 45, 1, 63)),
        HexrowsRules,
    ),
)
