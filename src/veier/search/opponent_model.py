"""The opponent model: what the others want, and how likely each of them blunders, by its moves in the game so far.

A blunder overlooks that a move lets the next player win at once. A search of three players may leave a parry only to
players who do not. Careless players are recognised soon: they rarely find the moves with the best scores, and do not
parry. Figures are from 48 games of 4eyes-plus-3p against plain UCT and OpenSpiel's MCTS, half a second a move. UCT
chose 57 of 65 moves among the tenth with the best scores, OpenSpiel 20 of 67; UCT parried 33 of 45 threats, and 29 of
30 when it had a second; OpenSpiel 3 of 21.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, get_args

import numpy as np

from veier.core.history import History
from veier.core.position import Position
from veier.core.type_check import check_word
from veier.kernels.reals import exp
from veier.kernels.scores import ALLOWS, WINS
from veier.kernels.state import PASS

# What players of a game of three are taken to want: each to win ("own"); the others to make me lose ("paranoid"); each
# to win, but not to decide which of the others does ("fair").
Attitude = Literal["own", "paranoid", "fair"]

# The rate of blunders of a careful player, as a share of that of a careless one.
_CAREFUL = 0.05
# How often the two choose by score: the best of n moves with a probability of about _DECAY / n, the next ones less and
# less; else they choose any safe move.
_CAREFUL_BY_SCORE, _CARELESS_BY_SCORE, _DECAY = 0.9, 0.25, 20.0


@dataclass(frozen=True, slots=True)
class OpponentModel:
    """What a search takes the other players to want, and the moves from which it estimates how well they play.

    Without a history they are unknown.
    """

    attitude: Attitude = "own"
    history: History | None = None

    def __post_init__(self) -> None:
        check_word("attitude", self.attitude, get_args(Attitude))

    def blunder_rates(self, position: Position, prior: float) -> tuple[float, ...]:
        """Return each seat's rate of blunders in a position that the history leads to."""
        return estimate_blunder_rates(self.history or History(position), prior)


def blunder_probability(share: float) -> float:
    """Return the probability that a careless player makes a losing move, given the share of moves that lose at once."""
    return share * share


def estimate_blunder_rates(history: History, prior: float) -> tuple[float, ...]:
    """Return each seat's rate of blunders as a share of a careless player's, by its moves so far.

    `prior` is the probability that an unknown player is careless. The mover is taken not to blunder.
    """
    odds = [prior / (1 - prior)] * history.start.game.players
    for before, after in pairwise(history.positions):
        assert after.last_move is not None
        odds[before.mover] *= _likelihood_ratio(before, after.last_move.number)
    rates = [(odd + _CAREFUL) / (odd + 1) for odd in odds]
    rates[history.final.mover] = 0.0
    return tuple(rates)


def _likelihood_ratio(position: Position, number: int) -> float:
    """Return how much likelier a careless player makes a move than a careful one."""
    rules, evaluation = position.game.rules, position.game.evaluation
    moves, scores = np.empty(rules.move_limit + 1, np.int64), np.empty(rules.move_limit + 1)
    safe = int(evaluation.kernels.candidates(rules.tables, evaluation.tables, position.state, moves, scores))
    if number == PASS or scores[0] == WINS or scores[0] <= ALLOWS:
        return 1.0
    count = int(rules.kernels.count(rules.tables, position.state))
    blunder = blunder_probability(1 - safe / count)
    ranked = moves[:safe].tolist()
    if number not in ranked:
        return 1 / _CAREFUL
    fading = exp(-_DECAY / count)
    by_score = (1 - fading) * fading ** ranked.index(number) / (1 - fading**safe)
    careless = (1 - blunder) * (_CARELESS_BY_SCORE * by_score + (1 - _CARELESS_BY_SCORE) / safe)
    careful = (1 - _CAREFUL * blunder) * (_CAREFUL_BY_SCORE * by_score + (1 - _CAREFUL_BY_SCORE) / safe)
    return careless / careful
