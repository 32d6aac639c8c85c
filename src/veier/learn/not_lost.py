"""Proofs that a player of two does not lose, to the end of the game: it wins by force, or the other cannot.

While pieces are placed, proof search finds a strategy that wins, and the strategy is checked against every legal reply
by the plain rules. What that leaves open, such as wins deep in phase 2 and draws, is searched to the end by the plain
rules alone.
"""

from __future__ import annotations

import numpy as np

from veier.core.position import Position
from veier.learn.endgame import Endgame
from veier.search.limits import Stop
from veier.search.pn.numbers import plies_of_proof
from veier.search.pn.proof_search import ProofSearch
from veier.search.solve.check import check_strategy
from veier.search.solve.gather import StrategyGatherer
from veier.search.solve.strategy import Strategy

# Memory and nodes of a proof search, and the moves that a search to the end may make: seconds each.
_MEGABYTES, _NODES, _BUDGET = 16, 500_000, 20_000_000


def never_loses(position: Position, seat: int) -> bool:
    """Prove that a seat does not lose, however long the game goes on; False if it does or no proof is found."""
    if position.outcome:
        return position.outcome.winner in (seat, None)
    if _wins_by_strategy(position, seat):
        return True
    endgame = Endgame(position.game, _BUDGET)
    winner = endgame.winner(position.state, 2)
    return winner == seat if winner is not None else endgame.cannot_win(position.state, 1 - seat)


def _wins_by_strategy(position: Position, seat: int) -> bool:
    """Find a strategy that wins while pieces are placed, and check it by the plain rules."""
    if position.phase != 1 or position.game.threat_support is None:
        return False
    search = ProofSearch(position, _MEGABYTES)
    with search.until(Stop(), None, _NODES):
        if not plies_of_proof(search.prove(seat)):
            return False
    gatherer = StrategyGatherer(position.game, search, seat, _MEGABYTES)
    with search.until(Stop(), None, None):
        gatherer.gather()
    if gatherer.incomplete:
        return False
    keys, moves = np.ascontiguousarray(gatherer.entries().T)
    order = np.argsort(keys)
    unlimited = np.full(keys.size, 255, np.uint8)
    strategy = Strategy(position.game.id, (), seat, keys[order], moves[order].astype(np.uint16), unlimited)
    return check_strategy(strategy, position).holds
