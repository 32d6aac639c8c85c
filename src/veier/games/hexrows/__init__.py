"""Martin Dieterle's hexagonal rows of four; its title is not known to us."""

from __future__ import annotations

from veier.core.game import GameSpec, Group, Option, Sample
from veier.games.hexrows.rules import HexrowsRules

_SAMPLE = "....../...r.../..rbr.../rb.brr.../.brbrrb.b./..brrbrrb../...br.bbr./.brrrb.../.bbbr.../......./......"

GAMES = (
    GameSpec(
        name="hexrows",
        package=__name__,
        group=Group("hexrows", "game.hexrows.title"),
        author="Martin Dieterle",
        year=None,
        colours=("red", "blue"),
        options=(Option("side", 6, 4, 7, assumed="hexagon"), Option("stones", 45, 1, 63)),
        make_rules=HexrowsRules,
        minutes=30,
        sample=Sample(_SAMPLE, 1),
    ),
)
