"""Wins that nobody can prevent, among three players: the mover's move, a reply of each of the others, then its win.

A tree of simulations finds such a win late: it must try every pair of replies. Here they are tried exhaustively, by the
plain rules. That takes little time where there is no such win, because most moves are refuted by the same replies as
the move before: these are tried first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from veier.core.bundles import rules_bundle
from veier.core.position import Position
from veier.kernels.arrays import copy_words
from veier.kernels.bundles import RulesBundle
from veier.kernels.decorators import inner, kernel
from veier.kernels.one_ply import NO_MOVE, wins_by
from veier.kernels.signatures import RULES_BUNDLE, WORDS, WORDS_2D
from veier.kernels.state import MOVER, Words
from veier.kernels.types import INT, named_tuple, signature
from veier.search.limits import Stop

# The plies of such a win.
PLIES = 4


class ForcedWinMemory(NamedTuple):
    """Working memory of the search.

    states  [ply]: the line of play being tried
    lists   [ply]: its legal moves
    first   [ply]: the move that decided last, which is tried first
    stop    a word that any thread may set to end the search
    """

    states: Words
    lists: Words
    first: Words
    stop: Words


FORCED_WIN_MEMORY = named_tuple((WORDS_2D, WORDS_2D, WORDS, WORDS), ForcedWinMemory)


@inner
def _bring_forward(moves: Words, n: int, first: int) -> None:
    """Put a move at the head of a list, if it is there."""
    for k in range(n):
        if moves[k] == first:
            moves[k] = moves[0]
            moves[0] = first


@inner
def _wins_at_once(game: RulesBundle, memory: ForcedWinMemory) -> bool:
    """Return whether the mover of states[3] wins at once."""
    state, moves = memory.states[PLIES - 1], memory.lists[PLIES - 1]
    n = game.moves(game.tables, state, moves)
    _bring_forward(moves, n, memory.first[PLIES - 1])
    for k in range(n):
        if wins_by(game, state, moves[k], memory.states[PLIES]):
            memory.first[PLIES - 1] = moves[k]
            return True
    return False


@kernel(signature(RULES_BUNDLE, FORCED_WIN_MEMORY, INT, INT))
def _wins_against_replies(game: RulesBundle, memory: ForcedWinMemory, ply: int, seat: int) -> int:
    """Return 1 if a seat wins whatever the players of states[ply] and of the plies before its next turn do, else 0."""
    if ply == PLIES - 1:
        return int(memory.states[ply, MOVER] == seat and _wins_at_once(game, memory))
    state, after, moves = memory.states[ply], memory.states[ply + 1], memory.lists[ply]
    n = game.moves(game.tables, state, moves)
    _bring_forward(moves, n, memory.first[ply])
    for k in range(n):
        copy_words(state, after)
        result = game.push(game.tables, after, moves[k])
        won = result % 8 == seat + 1
        if result == 0 and not memory.stop[0]:
            won = _wins_against_replies(game, memory, ply + 1, seat) == 1
        if not won:
            memory.first[ply] = moves[k]
            return 0
    return 1


@kernel(signature(RULES_BUNDLE, FORCED_WIN_MEMORY))
def _find(game: RulesBundle, memory: ForcedWinMemory) -> int:
    """Return a move of states[0] that wins within four plies whatever the others do, or NO_MOVE."""
    state, after, moves = memory.states[0], memory.states[1], memory.lists[0]
    for k in range(game.moves(game.tables, state, moves)):
        copy_words(state, after)
        result = game.push(game.tables, after, moves[k])
        if result == 0 and _wins_against_replies(game, memory, 1, state[MOVER]):
            return moves[k]
    return NO_MOVE


def find_forced_win(position: Position, stop: Stop) -> int | None:
    """Return a move by which the mover of three wins within four plies, whatever the others do; None: none was found.

    A stop ends the search early.
    """
    rules = position.game.rules
    memory = ForcedWinMemory(
        np.empty((PLIES + 1, rules.state_size), np.int64),
        np.empty((PLIES, rules.move_limit), np.int64),
        np.full(PLIES, NO_MOVE, np.int64),
        stop.word,
    )
    memory.states[0] = position.state
    found = int(_find(rules_bundle(position.game), memory))
    return None if found == NO_MOVE else found
