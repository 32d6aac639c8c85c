"""Makes tactical positions: careful random play, then exhaustive search for a forced win or an only move.

A position is kept if few of its moves are right, so that a player cannot be right by chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import numpy as np

from benchmarks.exhaustive import Exhaustive
from benchmarks.tactics import Tactic
from veier.core.game import Game
from veier.core.position import Position
from veier.kernels.state import MOVER, PHASE, RESULT, Words

# The number of moves that a search may look at, about a fifth of a second; positions that need more are left out.
_BUDGET = 4_000_000
# The largest number of right moves, and their largest share of all moves.
_RIGHT, _SHARE = 5, 0.25
_ONLY = 3
# Only moves are searched four plies deep if at most this many moves are left after two.
_LEFT = 40
# Wins in five plies are searched in positions with at most this many moves.
_DEEP = 200
# Hex rows are searched to the end from at most this many plies before it.
_END = 8
# A kind is given up after this many positions in a row that were not of it.
_PATIENCE = 3000

# The kinds to look for, by the number of players, and the largest share of a file that each may take.
_SHARES = {
    2: {("win", 1): 0.1, ("win", 3): 0.4, ("win", 5): 0.1, ("only", 2): 0.3, ("only", 4): 0.3},
    3: {("win", 1): 0.2, ("win", 4): 0.3, ("only", 2): 1.0},
}


def make_tactics(game: Game, count: int, seed: int) -> Iterator[Tactic]:
    """Yield `count` different tactical positions, or fewer if no more are found in time."""
    makers = _end_of_hexrows if game.name == "hexrows" else _squares
    known: set[bytes] = set()
    for tactic in makers(game, count, seed):
        if tactic.position.state not in known:
            known.add(tactic.position.packed)
            yield tactic
        if len(known) == count:
            return


def _squares(game: Game, count: int, seed: int) -> Iterator[Tactic]:
    """Yield wins and only moves of the games that are won by a square."""
    search, random = Exhaustive(game, _BUDGET), Random(seed)
    rng = np.array([seed], np.int64)
    made: Counter[tuple[str, int]] = Counter()
    wanted = {what: round(share * count) for what, share in _SHARES[game.players].items()}
    patience = dict.fromkeys(wanted, _PATIENCE)
    while wanted:
        kind, depth = what = random.choice(list(wanted))
        state = _careful_state(game, search, rng, random, careless=what == ("win", 1))
        right = state is not None and (_wins if kind == "win" else _only_moves)(game, search, state, depth)
        if state is not None and right:
            yield _tactic(game, state, kind, depth, right)
            made[what] += 1
            patience[what] = _PATIENCE
        patience[what] -= 1
        if made[what] == wanted[what] or patience[what] == 0:
            del wanted[what]


def _careful_state(game: Game, search: Exhaustive, rng: Words, random: Random, careless: bool) -> Words | None:
    """Play careful random moves; with `careless`, add a last one that may let the next player win."""
    state = search.wander(game.start().state, rng, random.randint(3, 30))
    if state is not None and careless:
        rules = game.rules
        rules.kernels.playout(rules.tables, state, rng, 1)
    return None if state is None or state[RESULT] else state


def _wins(game: Game, search: Exhaustive, state: Words, depth: int) -> frozenset[int]:
    """Return the moves that win within `depth` plies, if they are few and nothing wins faster."""
    mover = int(state[MOVER])
    if depth > game.players + 1 and len(game.rules.legal_numbers(state)) > _DEEP:
        return frozenset()
    faster = depth - game.players
    if faster > 0 and search.forced(state, mover, faster):
        return frozenset()
    right = search.forced(state, mover, depth)
    if search.spent or len(right) > min(_RIGHT, _SHARE * len(game.rules.legal_numbers(state))):
        return frozenset()
    return right


def _only_moves(game: Game, search: Exhaustive, state: Words, depth: int) -> frozenset[int]:
    """Return the moves that do not lose within `depth` plies, if they are few and more do not lose sooner."""
    mover = int(state[MOVER])
    moves = frozenset(game.rules.legal_numbers(state))
    if search.forced(state, mover, 1):
        return frozenset()
    left = moves - _lost(game, search, state, 2)
    if game.players == 2 and 0 < len(left) <= _LEFT:
        lost = search.forced(state, 1 - mover, 4, moves - left)
        if search.spent or ((moves - lost != left) != (depth == 4)):
            return frozenset()
        left = moves - lost
    return left if len(left) <= min(_ONLY, _SHARE * len(moves)) else frozenset()


def _lost(game: Game, search: Exhaustive, state: Words, depth: int) -> frozenset[int]:
    """Return the moves after which another player wins at once, or the next player within `depth` plies."""
    mover = int(state[MOVER])
    others = [(mover + step) % game.players for step in range(1, game.players)]
    lost = search.forced(state, others[0], depth)
    for other in others[1:]:
        lost = search.forced(state, other, 1, lost)
    return lost


def _end_of_hexrows(game: Game, count: int, seed: int) -> Iterator[Tactic]:
    """Yield wins and only moves from the last plies of hex rows, searched to the end."""
    search, random = Exhaustive(game, _BUDGET), Random(seed)
    rng = np.array([seed], np.int64)
    rules = game.rules
    while True:
        state = game.start().state
        rules.kernels.playout(rules.tables, state, rng, random.randint(66, 86))
        position = _position(game, state)
        # Where a player is far ahead, every move is right.
        if state[RESULT] or plies_left(position) > _END or abs(position.scores[0] - position.scores[1]) > 2:
            continue
        values = search.values(state)
        best = max(values.values())
        right = frozenset(move for move, value in values.items() if value == best)
        if not search.spent and best >= 0 and len(right) <= min(_RIGHT, _SHARE * len(values)):
            yield _tactic(game, state, "win" if best else "only", plies_left(position), right)


def plies_left(position: Position) -> int:
    """Return the plies until a game of hex rows is over if no more points are made."""
    mine, others = (sum(position.reserves[seat].values()) for seat in (position.mover, 1 - position.mover))
    return min(2 * mine - 1, 2 * others)


def _position(game: Game, state: Words) -> Position:
    """Return the position of a state, as if it occurred for the first time."""
    position = Position(game, state.tobytes())
    return Position(game, position.packed, (position.digest,)) if state[PHASE] == 2 else position


def _tactic(game: Game, state: Words, kind: str, depth: int, right: frozenset[int]) -> Tactic:
    return Tactic(_position(game, state), kind, depth, tuple(sorted(map(game.notation.move_text, right))))
