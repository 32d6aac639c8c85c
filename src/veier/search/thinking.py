"""`think`: the way into search for everybody. It picks the search that suits the doors that a game has."""

from __future__ import annotations

import time
from typing import Literal

from veier.core.errors import VeierError
from veier.core.position import Position
from veier.locale import message
from veier.search.analysis import Analysis, Line
from veier.search.limits import Limits, Stop
from veier.search.simple import _safest_moves
from veier.search.simulating import simulate

# What a player of three wants: to win itself; to win against all others at once; to win itself without making a king.
Attitude = Literal["own", "paranoid", "fair"]


def think(
    position: Position,
    limits: Limits | None = None,
    *,
    seed: int = 0,
    stop: Stop | None = None,
    attitude: Attitude = "own",
) -> Analysis:
    """Look for the best move in a position that is not over, as far as the limits allow."""
    if position.is_over:
        raise VeierError(message("illegal.over"))
    if position.game.rules.threat_kernels is None:
        return simulate(position, limits, seed=seed, stop=stop, attitude=attitude)
    begun = time.monotonic()
    players = position.game.players
    even = tuple(1 / players for _ in range(players))
    lines = tuple(Line(move, even, 0.0, None, (move.text,), 1) for move in _safest_moves(position))
    return Analysis(position, lines, len(lines), time.monotonic() - begun)
