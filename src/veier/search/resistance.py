"""Where all is lost: how likely is it that a player who errs finds the win?

The players asked are the levels that do not search (`search/levels.py`): each overlooks some patterns and chooses by
the scores of the candidates, with its temperature. What is natural to them is likely to be played.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from random import Random

import numpy as np

from veier.core.game import Game
from veier.core.position import Position
from veier.kernels.reals import exp
from veier.kernels.state import RESULT, EvalTables, Tables

# Players that are asked of each level.
_PLAYERS = 3
# Moves that are so many temperatures worse than the best are not played.
_UNLIKELY = 8.0
# Tables of games that are kept.
_GAMES = 16

# A player who errs: the tables of what it sees, and the temperature of its choice.
_Player = tuple[Tables, EvalTables, float]


@lru_cache(_GAMES)
def _players(game: Game) -> tuple[_Player, ...]:
    """Return some players of each level that does not search; the same ones each time."""
    scale, evaluation, state = game.evaluation.level_scale, game.evaluation, game.rules.start_state()
    levels = [level for number in range(1, scale.count) if not (level := scale.level(number)).search_share]
    found = []
    for level in levels:
        for seed in range(_PLAYERS):
            tables, eval_tables, _ = evaluation.blind_tables(state, level.blindness, Random(seed))
            found.append((tables, eval_tables, level.temperature))
    return tuple(found)


def find_probability(position: Position, number: int, wins: Collection[int]) -> float:
    """Return how likely players who err answer a move with one of the replies that win, on average."""
    rules, kernels = position.game.rules, position.game.evaluation.kernels
    after = position.state
    rules.kernels.push(rules.tables, after, number)
    players = _players(position.game)
    if after[RESULT] or not wins or not players:
        return float(bool(after[RESULT]))
    moves, scores = np.empty(rules.move_limit + 1, np.int64), np.empty(rules.move_limit + 1)
    legal = set(rules.legal_numbers(after))
    total = 0.0
    for tables, eval_tables, temperature in players:
        state = after.copy()
        rules.kernels.recompute(tables, state)
        n = 0 if state[RESULT] else int(kernels.candidates(tables, eval_tables, state, moves, scores))
        # The best come first; what is legal by tables that miss a pattern may be forbidden.
        least = scores[0] - _UNLIKELY * temperature if n else 0.0
        likely = (scores[:n] >= least).nonzero()[0].tolist()
        weights = {
            int(moves[i]): exp(float(scores[i] - scores[0]) / temperature) for i in likely if int(moves[i]) in legal
        }
        if weights:
            total += sum(weights[move] for move in wins if move in weights) / sum(weights.values())
        else:
            total += len(wins) / len(legal)
    return total / len(players)
