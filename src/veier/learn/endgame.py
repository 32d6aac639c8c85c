"""Who wins by force, searched to the end of the game by the plain rules, with a memory of positions.

Like `exhaustive.py` it knows nothing but `moves` and `push`, so that it can disagree with every other search. It goes
deeper, because a position that it has met before is not searched again.

Repetition needs no notice. A seat that wins by force can always choose moves that bring the win nearer, so that no
position comes up twice on the way.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from veier.core.bundles import rules_bundle
from veier.core.game import Game
from veier.kernels.arrays import bring_forward, copy_words
from veier.kernels.bits import wrapping_add, wrapping_multiply
from veier.kernels.bundles import RulesBundle
from veier.kernels.decorators import kernel
from veier.kernels.hashing import digest
from veier.kernels.signatures import RULES_BUNDLE, WORDS, WORDS_2D
from veier.kernels.state import MOVER, PASSES, Words
from veier.kernels.types import INT, named_tuple, signature
from veier.search.pn.table import recall, remember

# No search goes deeper; games in which pieces are only placed end sooner.
DEEPEST = 120
# Words of `control`: moves that may still be made; whether a line that does not end uses up all of them.
_BUDGET, _TO_THE_END = 0, 1
# An entry of the table: the plies within which the seat wins, or 0, and the plies within which it does not, plus one.
_WINS, _FAILS = 8, 0xFF
# Odd, so that numbers of passes and seats change the key.
_FACTOR = 0x2545F4914F6CDD1D


class EndgameMemory(NamedTuple):
    """Working memory of a search.

    states   [ply]: the line of play being searched
    lists    [ply, k]: its legal moves
    first    [depth]: the move that decided last at this number of plies to go, which is tried first
    table    what is known of positions: key and entry
    control  see above
    """

    states: Words
    lists: Words
    first: Words
    table: Words
    control: Words


ENDGAME_MEMORY = named_tuple((WORDS_2D, WORDS_2D, WORDS, WORDS_2D, WORDS), EndgameMemory)


@kernel(signature(RULES_BUNDLE, ENDGAME_MEMORY, INT, INT, INT))
def _wins(game: RulesBundle, memory: EndgameMemory, ply: int, seat: int, depth: int) -> int:
    """Return 1 if a seat wins within `depth` plies from states[ply], whatever the others do, else 0.

    When the budget is spent, the answer means nothing.
    """
    control = memory.control
    if depth == 0:
        if control[_TO_THE_END]:
            control[_BUDGET] = -1
        return 0
    state, after, moves = memory.states[ply], memory.states[ply + 1], memory.lists[ply]
    # 1. Is it known?
    key = wrapping_add(digest(game.tables, state), wrapping_multiply(1 + 4 * state[PASSES] + seat, _FACTOR))
    known = 0
    if depth > 1:
        known = max(recall(memory.table, key), 0)
        if 0 < known >> _WINS <= depth:
            return 1
        if known & _FAILS > depth:
            return 0
    # 2. Try every move; all of them for an immediate win before any of them is searched.
    mine = state[MOVER] == seat
    n = game.moves(game.tables, state, moves)
    bring_forward(moves, n, memory.first[depth])
    before = control[_BUDGET]
    won = not mine
    for look in range(1 if mine and depth > 1 else 0, -1, -1):
        for k in range(n):
            control[_BUDGET] -= 1
            copy_words(state, after)
            result = game.push(game.tables, after, moves[k])
            wins = result % 8 == seat + 1
            if result == 0 and look == 0:
                wins = _wins(game, memory, ply + 1, seat, depth - 1) == 1
            if control[_BUDGET] < 0:
                return 0
            if wins == mine:
                memory.first[depth] = moves[k]
                won = mine
                break
        if won == mine:
            break
    # 3. Remember it.
    if depth > 1:
        entry = known & _FAILS | depth << _WINS if won else known >> _WINS << _WINS | depth + 1
        remember(memory.table, key, entry, before - control[_BUDGET])
    return int(won)


class Endgame:
    """Searches to the end in one game, with a budget of moves per question."""

    def __init__(self, game: Game, budget: int, megabytes: int = 16) -> None:
        rules = game.rules
        self._budget = budget
        self._bundle = rules_bundle(game)
        self._memory = EndgameMemory(
            np.zeros((DEEPEST + 2, rules.state_size), np.int64),
            np.empty((DEEPEST + 2, rules.move_limit), np.int64),
            np.full(DEEPEST + 1, -1, np.int64),
            np.zeros((1 << (megabytes * 2**20 // 16).bit_length() - 1, 2), np.int64),
            np.zeros(2, np.int64),
        )

    def winner(self, state: Words, players: int) -> int | None:
        """Find the seat that wins by force whatever the others do, the quickest win first; None if none is found."""
        self._begin(state)
        for depth in range(1, DEEPEST + 1):
            for seat in range(players):
                if self._wins(seat, depth):
                    return seat
            if self._is_spent:
                return None
        return None

    def cannot_win(self, state: Words, seat: int) -> bool:
        """Prove that a seat does not win by force, by searching every line to the end; False if that takes too long."""
        self._begin(state, to_the_end=True)
        return not self._wins(seat, DEEPEST) and not self._is_spent

    @property
    def _is_spent(self) -> bool:
        return bool(self._memory.control[_BUDGET] < 0)

    def _begin(self, state: Words, to_the_end: bool = False) -> None:
        """Set up a position with a full budget and nothing known."""
        self._memory.states[0], self._memory.control[:] = state, (self._budget, to_the_end)
        self._memory.table[:] = 0

    def _wins(self, seat: int, depth: int) -> bool:
        return bool(_wins(self._bundle, self._memory, 0, seat, depth))
