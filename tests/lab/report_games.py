"""Small sampled games for tests."""

from __future__ import annotations

from dataclasses import replace

from veier.lab.report.sample import SampledGame

GAME = SampledGame(
    seats=2,
    strong=None,
    winner=0,
    why="square",
    moves=("a", "b", "c"),
    choices=(10, 6, 2),
    bans=(0, 0, 0),
    gift=False,
    phase_2=None,
    stones=(("a1", 0), ("b1", 1)),
    pattern=("a1",),
)
LOST = replace(GAME, winner=1, moves=("a", "b", "c", "d"), choices=(10, 6, 2, 2), gift=True, bans=(0, 1, 0, 0))
DRAWN = replace(GAME, winner=None, why="full", moves=("a", "c"), choices=(10, 4), pattern=(), phase_2=1)
CUT = replace(DRAWN, why="length")


def valued(winner: int | None, *values: tuple[float, ...]) -> SampledGame:
    return replace(GAME, winner=winner, values=values, seats=len(values[0]))
