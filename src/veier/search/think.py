"""`think`: the entry to search. It picks the search that suits the kernels that a game has."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Literal, get_args

from veier.core.errors import VeierError
from veier.core.position import Position
from veier.messages import message
from veier.search.analysis import Analysis
from veier.search.limits import Limits, Stop
from veier.search.mcts.forced_wins import answer_by_force
from veier.search.mcts.search import simulate
from veier.search.preparation import prepare
from veier.search.solve.knowledge import known_moves
from veier.search.two_player import search_two_player, solve_endgame

# What players of a game of three are taken to want: each to win ("own"); the others to make me lose ("paranoid"); each
# to win, but not to decide which of the others does ("fair").
Attitude = Literal["own", "paranoid", "fair"]


def think(
    position: Position,
    limits: Limits | None = None,
    *,
    seed: int = 0,
    stop: Stop | None = None,
    attitude: Attitude = "own",
    book: bool = True,
    widely: bool = False,
) -> Analysis:
    """Search for the best move in a position that is not over, as far as the limits allow.

    With `book`, what the package's books prove is known from the start; where that is a win, `widely` searches the
    other moves too.
    """
    if position.is_over:
        raise VeierError(message("illegal.over"))
    if attitude not in get_args(Attitude):
        raise ValueError(f"attitudes are {', '.join(get_args(Attitude))}")
    limits, stop = limits or Limits(), stop or Stop()
    # What Numba must compile does not count as thinking.
    prepare(position)
    if position.game.threat_support:
        known = known_moves(position) if book else {}
        found = search_two_player(position, limits, stop, known)
        losses = {number: proven for number, proven in known.items() if proven.winner != position.mover}
        if widely and len(losses) < len(known):
            return found.with_others(search_two_player(position, limits, stop, losses))
        return found
    begun = time.monotonic()
    endgame = solve_endgame(position, limits, stop)
    if endgame and not endgame.is_open:
        return endgame.analysis()
    if forced := answer_by_force(position, limits, stop):
        return forced
    spent = endgame.nodes if endgame else 0
    limits = limits.less(time.monotonic() - begun, spent)
    found = simulate(position, limits, seed=seed, stop=stop, attitude=attitude)
    return replace(found, nodes=spent + found.nodes, seconds=time.monotonic() - begun)
