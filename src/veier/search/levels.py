"""Levels: opponents of growing strength for every game. The lowest fail as people do: they overlook things.

A move at a glance is one that the family's judgement likes, seen through a blindness for tilted and large patterns and
chosen with some warmth. Higher levels look twice at more and more of their moves, with more and more nodes. The last
one plays at full strength. `docs/levels.md` tells how each does against the one below.
"""

from __future__ import annotations

import math
import time
from random import Random
from typing import NamedTuple

import numpy as np

from veier.core.errors import VeierError
from veier.core.game import Game
from veier.core.position import Position
from veier.locale import message
from veier.search.analysis import Analysis, Line
from veier.search.limits import Limits, Stop
from veier.search.thinking import think


class Level(NamedTuple):
    """How a level plays.

    blindness  how much is overlooked at a glance, from 0 to 1
    warmth     how much worse a move may look and still be played: at 0 only the best
    care       the share of moves that are searched; the others are played at a glance
    nodes      how far they are searched
    """

    blindness: float
    warmth: float
    care: float
    nodes: int


# Found by matches from random openings, see docs/levels.md.
_TWO = (
    Level(1.0, 2.0, 0.0, 0),
    Level(0.8, 1.0, 0.0, 0),
    Level(0.5, 0.7, 0.0, 0),
    Level(0.2, 0.5, 0.0, 0),
    Level(0.0, 0.3, 0.0, 0),
    Level(0.0, 0.3, 0.35, 300),
    Level(0.0, 0.3, 0.7, 300),
)
_THREE = (
    Level(1.0, 2.0, 0.0, 0),
    Level(0.6, 1.0, 0.0, 0),
    Level(0.2, 0.5, 0.0, 0),
    Level(0.0, 0.2, 0.0, 0),
    Level(0.0, 0.2, 0.5, 100),
    Level(0.0, 0.2, 1.0, 500),
)
_ROWS = (
    Level(1.0, 60.0, 0.0, 0),
    Level(0.7, 30.0, 0.0, 0),
    Level(0.4, 15.0, 0.0, 0),
    Level(0.0, 5.0, 0.0, 0),
    Level(0.0, 5.0, 0.5, 100),
    Level(0.0, 5.0, 1.0, 500),
)


def level_count(game: Game) -> int:
    """Give how many levels a game has; the last one plays at full strength."""
    return len(_ladder(game)) + 1


def think_at_level(
    position: Position, level: int, limits: Limits | None = None, *, seed: int = 0, stop: Stop | None = None
) -> Analysis:
    """Look for a move as a player of that level would; its best line is the move to play."""
    last = level_count(position.game)
    if not 1 <= level <= last:
        raise ValueError(f"levels are 1 to {last}")
    if level == last:
        return think(position, limits, seed=seed, stop=stop)
    if position.is_over:
        raise VeierError(message("illegal.over"))
    manner = _ladder(position.game)[level - 1]
    # The same seed gives another game where the position differs.
    random = Random(f"{seed} {position.digest}")
    if random.random() < manner.care:
        return think(position, Limits(nodes=manner.nodes), seed=seed, stop=stop, book=False)
    return _glance(position, manner, random)


def _ladder(game: Game) -> tuple[Level, ...]:
    if game.players > 2:
        return _THREE
    return _TWO if game.rules.threat_kernels else _ROWS


def _glance(position: Position, level: Level, random: Random) -> Analysis:
    """Choose a move at a glance."""
    begun = time.monotonic()
    rules = position.game.rules
    tables, guide, row = rules.glimpse(position.row, level.blindness, random)
    moves, scores = np.empty(rules.move_limit, np.int64), np.empty(rules.move_limit)
    n = int(rules.guide_kernels.candidates(tables, guide, row, moves, scores))
    # What looks legal to somebody who overlooks a square may be forbidden.
    looks = dict(zip(moves[:n].tolist(), scores[:n].tolist(), strict=True))
    likely = {number: looks[number] for number in position.legal_numbers if number in looks}
    likely = likely or dict.fromkeys(position.legal_numbers, 0.0)
    best = max(likely.values())
    number = random.choices([*likely], [math.exp((score - best) / level.warmth) for score in likely.values()])[0]
    worths = np.zeros(position.game.players + 1)
    rules.guide_kernels.evaluate(tables, guide, row, worths)
    shares = np.exp(worths - worths.max())
    shares /= shares.sum()
    *chances, draw = shares.tolist()
    move = position.describe(number)
    line = Line(move, tuple(chances), draw, None, (move.text,), n)
    return Analysis(position, (line,), n, time.monotonic() - begun)
