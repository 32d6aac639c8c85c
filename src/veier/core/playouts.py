"""Random games from Python, for the command line, tests and benchmarks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from veier.core.bundles import rules_bundle
from veier.core.position import Position
from veier.core.type_check import check_position, check_whole_number
from veier.kernels.state import read_result

# A random game that goes on for longer counts as endless.
PLAYOUT_LIMIT = 1000


@dataclass(frozen=True, slots=True)
class Playouts:
    """What came of random games: how many each seat won, how many were drawn or cut off, and plies made in all."""

    wins: tuple[int, ...]
    draws: int
    unfinished: int
    plies: int


def play_randomly(position: Position, games: int, seed: int) -> Playouts:
    """Play random games from a position, every legal move as likely as the others.

    Repetition is not looked for; a game that goes on for PLAYOUT_LIMIT plies counts as unfinished.
    """
    from veier.kernels.playouts import playouts

    check_position(position)
    check_whole_number("games", games, 0)
    check_whole_number("seed", seed)
    rules = position.game.rules
    tally = np.zeros(64, np.int64)
    rng = np.array([seed % 2**64], np.uint64).view(np.int64)
    plies = playouts(rules_bundle(position.game), position.state, rng, games, PLAYOUT_LIMIT, tally)
    wins = [0] * rules.players
    draws = 0
    for code in np.flatnonzero(tally[1:]) + 1:
        winner = read_result(int(code))[1]
        if winner is None:
            draws += int(tally[code])
        else:
            wins[winner] += int(tally[code])
    return Playouts(tuple(wins), draws, int(tally[0]), plies)
