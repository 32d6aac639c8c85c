"""Practical chances: how often players like these win from a position, which is not who wins with best play.

A model has the evaluation of the position, whose turn it is, and a forced win that is known, with the number of moves
that it takes: beginners miss most wins in three moves, strong players few. `benchmarks/practical.py` fits one to games
between levels, for three strengths of each game; a family's `practical.json` keeps them, docs/reviews.md shows how well
they fit.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from math import log

import numpy as np

from veier.core.game import Game
from veier.core.position import Position
from veier.explain.tactics import MoveOutcomes, move_outcomes
from veier.kernels.reals import exp
from veier.record.result import result_of
from veier.search.analysis import Proven

# The share of the point that each seat may expect, draws shared: they add up to one.
Chances = tuple[float, ...]

# Forced wins of so many moves and more are worth the same.
LONGEST_WIN = 5


@dataclass(frozen=True, slots=True)
class PracticalModel:
    """How players of some strength turn positions into results; worths are in logits.

    scale     what a unit of the evaluation is worth
    tempo     what the turn to move is worth
    wins      what a forced win is worth, by the number of the winner's moves that it takes
    blunders  how often they miss a win at once or allow one, where they had the choice
    """

    scale: float
    tempo: float
    wins: tuple[float, ...]
    blunders: float


# For games without a fit of their own: the evaluation as it is, and wins that are easily missed when they are long.
_PLAIN = PracticalModel(1.0, 0.0, (3.0, 1.5, 0.75, 0.5, 0.25), 0.2)


def practical_chances(position: Position, proven: Proven | None, model: PracticalModel) -> Chances:
    """Return each seat's practical chances in a position; given a forced win that is known in it."""
    players = position.game.players
    if position.outcome:
        return tuple(map(float, result_of(position.outcome, players)))
    logits = [model.scale * worth for worth in evaluate(position)]
    logits[position.mover] += model.tempo
    if proven and proven.winner is not None:
        logits[proven.winner] += model.wins[win_length(proven, players) - 1]
    highest = max(logits)
    shares = [exp(logit - highest) for logit in logits]
    return tuple(share / sum(shares) for share in shares)


def evaluate(position: Position) -> list[float]:
    """Return the static evaluation of a position: a logit per seat."""
    rules, evaluation = position.game.rules, position.game.evaluation
    worths = np.zeros(position.game.players + 1)
    evaluation.kernels.evaluate(rules.tables, evaluation.tables, position.state, worths)
    found: list[float] = worths[:-1].tolist()
    return found


def win_length(proven: Proven, players: int) -> int:
    """Return the number of the winner's moves that a win takes, at most LONGEST_WIN."""
    return min(-(-max(proven.plies, 1) // players), LONGEST_WIN)


def choose_model(positions: Sequence[Position]) -> PracticalModel:
    """Return the model of the players whose moves led from each of these positions to the next."""
    models = read_models(positions[0].game)
    faced = blundered = 0
    for before, after in pairwise(positions):
        blunder = is_blunder(before, after, move_outcomes(before))
        faced += blunder is not None
        blundered += bool(blunder)
    # Without evidence, players are taken to be in the middle.
    middle = len(models) // 2
    likely = [_likelihood(model, faced, blundered) - abs(k - middle) for k, model in enumerate(models)]
    return models[likely.index(max(likely))]


def is_blunder(before: Position, after: Position, outcomes: MoveOutcomes) -> bool | None:
    """Return whether a move misses a win at once or allows one; None where there was no choice."""
    assert after.last_move is not None
    number = after.last_move.number
    if outcomes.wins:
        return number not in outcomes.wins
    if not outcomes.safe or not (outcomes.gives or outcomes.allows):
        return None
    return number not in outcomes.safe


def _likelihood(model: PracticalModel, faced: int, blundered: int) -> float:
    """Return the logarithm of the probability that players blunder so often."""
    return blundered * log(model.blunders) + (faced - blundered) * log(1 - model.blunders)


@lru_cache(maxsize=16)
def read_models(game: Game) -> tuple[PracticalModel, ...]:
    """Return the models of a game, of weak players first."""
    path = files(game.spec.package) / "practical.json"
    fits = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    found = [
        PracticalModel(fit["scale"], fit["tempo"], tuple(fit["wins"]), fit["blunders"])
        for fit in fits.get(game.spec.name, ())
    ]
    return tuple(found) or (_PLAIN,)
