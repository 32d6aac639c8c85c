"""`think`: the entry to search. It picks the search that suits the kernels that a game has."""

from __future__ import annotations

import time
from dataclasses import replace

from veier.core.checks import check_position, check_whole_number
from veier.core.errors import BadType, VeierError
from veier.core.history import History
from veier.core.position import Position
from veier.messages import message
from veier.search.analysis import Analysis
from veier.search.limits import Limits, Stop
from veier.search.mcts.search import simulate
from veier.search.opponent_model import Attitude, OpponentModel
from veier.search.preparation import prepare
from veier.search.two_player import answer_from_book, search_two_player, solve_endgame


def think(
    position: Position,
    limits: Limits | None = None,
    *,
    seed: int = 0,
    stop: Stop | None = None,
    history: History | None = None,
    attitude: Attitude = "own",
    book: bool = True,
    widely: bool = False,
) -> Analysis:
    """Search for the best move in a position that is not over, as far as the limits allow.

    `history` has the moves that led to the position: among three, the search estimates from them how well each opponent
    plays. Without it opponents are unknown; a position never knows by itself how it came about. With nodes and a seed
    alone, one thread and the same history, equal positions have the same answer, wherever they come from.

    With `book`, a position of one of the package's books is answered from it; `widely` then searches the other moves
    too.
    """
    check_question(position, limits, seed, history)
    opponents = OpponentModel(attitude, history)
    limits, stop = limits or Limits(), stop or Stop()
    # What Numba must compile does not count as thinking.
    prepare(position)
    if position.game.threat_support:
        known = answer_from_book(position) if book else None
        if known and not widely:
            return known
        found = search_two_player(position, limits, stop)
        return known.with_others(found) if known else found
    begun = time.monotonic()
    endgame = solve_endgame(position, limits, stop)
    if endgame and not endgame.is_open:
        return endgame.analysis()
    spent = endgame.nodes if endgame else 0
    limits = limits.less(time.monotonic() - begun, spent)
    found = simulate(position, limits, seed=seed, stop=stop, opponents=opponents)
    return replace(found, nodes=spent + found.nodes, seconds=time.monotonic() - begun)


def check_question(position: Position, limits: Limits | None, seed: int, history: History | None) -> None:
    """Raise VeierError if a search cannot answer: the game is over, or the history leads to another position."""
    check_position(position)
    check_whole_number("seed", seed)
    if not isinstance(limits, Limits | None):
        raise BadType(message("type.limits", type=type(limits).__name__))
    if not isinstance(history, History | None):
        raise BadType(message("type.history", type=type(history).__name__))
    if position.is_over:
        raise VeierError(message("illegal.over"))
    if history is not None and history.final != position:
        raise VeierError(message("search.history"))
