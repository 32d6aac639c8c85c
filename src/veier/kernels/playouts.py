"""Random games in bulk, for any game."""

from __future__ import annotations

from veier.kernels.arrays import copy_words
from veier.kernels.bundles import RulesBundle
from veier.kernels.decorators import kernel
from veier.kernels.signatures import RULES_BUNDLE, WORDS
from veier.kernels.state import RESULT, Words
from veier.kernels.types import INT, signature


@kernel(signature(RULES_BUNDLE, WORDS, WORDS, INT, INT, WORDS), allocates=True)
def playouts(game: RulesBundle, start: Words, rng: Words, games: int, limit: int, tally: Words) -> int:
    """Play random games; add each end to tally[result] and return the number of plies made.

    Repetition is not checked: a game that does not end is cut at `limit` plies and tallied as 0.
    """
    # Taken out of the bundle once: within the loop that costs short games up to 5 %.
    playout, tables = game.playout, game.tables
    state = start.copy()
    plies = 0
    for _ in range(games):
        copy_words(start, state)
        plies += playout(tables, state, rng, limit)
        tally[state[RESULT]] += 1
    return plies
