"""Perft: the number of move sequences of a given length, for any game."""

from __future__ import annotations

from veier.kernels.arrays import copy_words, count_equal
from veier.kernels.bundles import RulesBundle
from veier.kernels.decorators import kernel
from veier.kernels.hashing import digest
from veier.kernels.signatures import RULES_BUNDLE, WORDS, WORDS_2D
from veier.kernels.state import PHASE, RESULT, Words
from veier.kernels.types import INT, signature


@kernel(signature(RULES_BUNDLE, WORDS_2D, WORDS_2D, WORDS, INT, INT))
def perft(game: RulesBundle, states: Words, lists: Words, seen: Words, known: int, depth: int) -> int:
    """Count the move sequences of exactly `depth` moves from states[0].

    `states` needs a state and `lists` a move list for each level. The first `known` digests of `seen` are those of the
    positions that have stood in phase 2, with room for one more per level. The last move is counted without being made.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return game.count(game.tables, states[0])
    total = 0
    for k in range(game.moves(game.tables, states[0], lists[0])):
        state = states[1]
        copy_words(states[0], state)
        game.push(game.tables, state, lists[0, k])
        now = known
        if state[PHASE] == 2 and state[RESULT] == 0:
            seen[now] = digest(game.tables, state)
            if count_equal(seen, now, seen[now]) >= 2:
                continue
            now += 1
        total += perft(game, states[1:], lists[1:], seen, now, depth - 1)
    return total
