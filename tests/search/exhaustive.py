"""Plain search, to disagree with proofs and players: legal moves and nothing else."""

from __future__ import annotations

import numpy as np

import veier
from veier.core.bundles import rules_bundle
from veier.kernels.bundles import RulesBundle
from veier.kernels.decorators import kernel
from veier.kernels.signatures import RULES_BUNDLE, WORDS_2D
from veier.kernels.state import MOVER, PHASE, Words
from veier.kernels.types import INT, signature


@kernel(signature(RULES_BUNDLE, WORDS_2D, WORDS_2D, INT, INT, INT), allocates=True)
def _wins(game: RulesBundle, states: Words, lists: Words, plies: int, attacker: int, tiles: int) -> int:
    if plies == 0:
        return 0
    mover = states[0, MOVER]
    last = states[0, PHASE] == 2
    if last and not (tiles and mover == attacker):
        return 0
    for k in range(game.moves(game.tables, states[0], lists[0])):
        states[1] = states[0]
        result = game.push(game.tables, states[1], lists[0, k])
        if result:
            wins = int(result % 8 == attacker + 1)
        else:
            wins = 0 if last else _wins(game, states[1:], lists[1:], plies - 1, attacker, tiles)
        if wins == (mover == attacker):
            return wins
    return int(mover != attacker)


@kernel(signature(RULES_BUNDLE, WORDS_2D, WORDS_2D, INT, INT), allocates=True)
def _wins_within(game: RulesBundle, states: Words, lists: Words, plies: int, attacker: int) -> int:
    if plies == 0:
        return 0
    attacks = states[0, MOVER] == attacker
    for k in range(game.moves(game.tables, states[0], lists[0])):
        states[1] = states[0]
        result = game.push(game.tables, states[1], lists[0, k])
        wins = int(result % 8 == attacker + 1)
        if result == 0:
            wins = _wins_within(game, states[1:], lists[1:], plies - 1, attacker)
        if wins == attacks:
            return wins
    return int(not attacks)


def wins_within(position: veier.Position, attacker: int, plies: int) -> bool:
    """Return whether a player wins by force within `plies` plies, in either phase; repetition is not checked."""
    rules = position.game.rules
    states = np.zeros((plies + 1, rules.state_size), np.int64)
    lists = np.zeros((plies + 1, rules.move_limit), np.int64)
    states[0] = position.state
    return bool(_wins_within(rules_bundle(position.game), states, lists, plies, attacker))


def wins(position: veier.Position, attacker: int, plies: int = 39) -> bool:
    """Return whether a player wins by force within `plies` plies while pieces are placed.

    With tiles, the first move of phase 2 counts too.
    """
    rules = position.game.rules
    states = np.zeros((40, rules.state_size), np.int64)
    lists = np.zeros((40, rules.move_limit), np.int64)
    states[0] = position.state
    tiles = position.game.name in ("4eyes", "4eyes-beginners")
    return bool(_wins(rules_bundle(position.game), states, lists, plies, attacker, tiles))
