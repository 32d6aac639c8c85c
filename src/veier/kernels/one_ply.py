"""Does the mover win at once? The rules' own kernels decide, so that bans and lifted pieces count."""

from __future__ import annotations

from veier.kernels.arrays import copy_words
from veier.kernels.bundles import RulesBundle
from veier.kernels.decorators import inner
from veier.kernels.state import MOVER, Words

# Stands where there is no winning move.
NO_MOVE = -1


@inner
def wins_by(game: RulesBundle, state: Words, move: int, after: Words) -> bool:
    """Return whether the mover wins at once by a legal move; write the state after it."""
    copy_words(state, after)
    return game.push(game.tables, after, move) % 8 == state[MOVER] + 1


@inner
def find_win(game: RulesBundle, state: Words, after: Words, moves: Words) -> int:
    """Return a move by which the mover wins at once, or NO_MOVE; `after` holds a state, `moves` a move list."""
    for k in range(game.moves(game.tables, state, moves)):
        if wins_by(game, state, moves[k], after):
            return moves[k]
    return NO_MOVE
