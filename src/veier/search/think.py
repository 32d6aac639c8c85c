"""`think`: the entry to search. It picks the search that suits the kernels that a game has."""

from __future__ import annotations

import time
from dataclasses import replace

from veier.core.errors import VeierError
from veier.core.history import History
from veier.core.position import Position
from veier.core.type_check import check_position, check_whole_number, wrong_type
from veier.messages import message
from veier.search.analysis import Analysis
from veier.search.limits import Limits, Stop
from veier.search.mcts.forced_wins import answer_by_force
from veier.search.mcts.search import simulate
from veier.search.opponent_model import Attitude, OpponentModel
from veier.search.preparation import prepare
from veier.search.solve.knowledge import known_moves
from veier.search.two_player import search_two_player, solve_endgame


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

    With `book`, what the package's books prove is known from the start; where that is a win, `widely` searches the
    other moves too.
    """
    check_question(position, limits, seed, history)
    opponents = OpponentModel(attitude, history)
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
    found = simulate(position, limits, seed=seed, stop=stop, opponents=opponents)
    return replace(found, nodes=spent + found.nodes, seconds=time.monotonic() - begun)


def check_question(position: Position, limits: Limits | None, seed: int, history: History | None) -> None:
    """Raise VeierError if a search cannot answer: the game is over, or the history leads to another position."""
    check_position(position)
    check_whole_number("seed", seed)
    if not isinstance(limits, Limits | None):
        raise wrong_type("limits", "Limits", limits)
    if not isinstance(history, History | None):
        raise wrong_type("history", "History", history)
    if position.is_over:
        raise VeierError(message("illegal.over"))
    if history is not None and history.final != position:
        raise VeierError(message("search.history"))
