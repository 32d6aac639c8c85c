"""`veier lab`: many games by computer players, and what they say about a game. One small file per command."""

from __future__ import annotations

from veier.cli.framework import Group, help_text

COMMANDS = ("match", "selfplay", "explore", "train", "report", "reports")

lab = Group(
    "lab",
    COMMANDS,
    help=help_text("lab"),
    examples=(
        "veier lab match level:3 level:2 4eyes-beginners",
        "veier lab selfplay hexrows -n 100000 --level random --out games",
        "veier lab explore games hexrows",
        "veier lab report 4eyes-beginners --out report.html",
    ),
)
