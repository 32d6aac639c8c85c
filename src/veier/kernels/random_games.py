"""Random games with their moves and what the evaluation says after each, for any game."""

from __future__ import annotations

import numpy as np

from veier.kernels.arrays import count_equal
from veier.kernels.bundles import EvalBundle, RulesBundle
from veier.kernels.decorators import inner, kernel
from veier.kernels.hashing import digest
from veier.kernels.reals import exp
from veier.kernels.rng import below
from veier.kernels.signatures import EVAL_BUNDLE, REALS, REALS_2D, RULES_BUNDLE, WORDS
from veier.kernels.state import OCCURRENCES_TO_DRAW, PHASE, RESULT, Reals, Why, Words
from veier.kernels.types import signature

_REPETITION = 8 * int(Why.REPETITION)


@inner
def write_chances(evaluation: EvalBundle, state: Words, chances: Reals) -> None:
    """Write each seat's probability to win and that of a draw: those of the evaluation, or the result if it is over."""
    result = state[RESULT]
    last = chances.size - 1
    if result:
        chances[:] = 0.0
        chances[last if result % 8 == 0 else result % 8 - 1] = 1.0
        return
    evaluation.evaluate(evaluation.tables, evaluation.eval_tables, state, chances)
    highest = chances[0]
    for k in range(1, chances.size):
        highest = max(highest, chances[k])
    total = 0.0
    for k in range(chances.size):
        chances[k] = exp(chances[k] - highest)
        total += chances[k]
    for k in range(chances.size):
        chances[k] /= total


@kernel(signature(EVAL_BUNDLE, WORDS, REALS))
def chances_of(evaluation: EvalBundle, state: Words, chances: Reals) -> int:
    """Write the chances of a position."""
    write_chances(evaluation, state, chances)
    return 0


@kernel(signature(RULES_BUNDLE, EVAL_BUNDLE, WORDS, WORDS, WORDS, REALS_2D), allocates=True)
def random_game(
    rules: RulesBundle, evaluation: EvalBundle, state: Words, rng: Words, moves: Words, chances: Reals
) -> int:
    """Make random moves in place from a game's start until it ends or `moves` is full; return the number of plies.

    Every legal move is as likely as the others. Writes each move, and the chances after it. A position that stands for
    the third time in phase 2 ends the game.
    """
    tables = rules.tables
    seen = np.empty(moves.size, np.int64)
    stood = plies = 0
    while state[RESULT] == 0 and plies < moves.size:
        options = np.empty(rules.count(tables, state), np.int64)
        moves[plies] = options[below(rng, rules.moves(tables, state, options))]
        rules.push(tables, state, moves[plies])
        if state[PHASE] == 2:
            seen[stood] = digest(tables, state)
            stood += 1
            if state[RESULT] == 0 and count_equal(seen, stood, seen[stood - 1]) == OCCURRENCES_TO_DRAW:
                state[RESULT] = _REPETITION
        write_chances(evaluation, state, chances[plies])
        plies += 1
    return plies
