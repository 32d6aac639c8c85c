"""The games that environments are tried with, and lines with passes and repetitions."""

from __future__ import annotations

from games.playing import GAMES, VARIANTS

# All games with their defaults; and a small and an odd variant of every family, with two and three players.
ALL = [*GAMES, *VARIANTS]
SMALL = [
    "hexrows?side=4&stones=15",
    "4eyes?side=3&a=1&b=1&d=1",
    "4eyes-plus-2p?side=4&tiles=4&elsewhere=1",
    "4eyes-plus-3p?side=4&tiles=2",
    "4eyes-pencil-3p?side=5",
]
# Whole games whose end is rare in random play: by the third occurrence of a position, and by passes.
LINES = {
    "4eyes?side=3&a=1&b=0&d=0": "12@A1 12@B3 a1r b3r a1l b3l a1r b3r a1l b3l",
    "4eyes-plus-3p?side=3&tiles=1": "a1a2 b1b2 c3c2" + 2 * " a1-a2a1 b1-b2b1 c3-c2c3 a2-a1a2 b2-b1b2 c2-c3c2",
    "4eyes?side=4&a=0&b=0&d=8": "31@D3 24@C3 13@A4 24@B4 42@B2 31@B1 42@A3 31@C1 24@C2 24@C4 42@A2 42@D2 24@D1 24@A1 "
    "24@D4 pass pass",
    "4eyes-pencil-2p?side=4": "c3c2 a1a2 b2b1 b3b4 c1d1 c4d4 a4a3 pass pass",
    "4eyes-plus-3p?side=5&tiles=4": "d5d4 c1b1 b2a2 e2e1 e4e3 d2c2 a4a3 c3c4 b4b5 pass pass pass",
}
