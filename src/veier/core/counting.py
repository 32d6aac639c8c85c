"""Counting from Python: perft and random games, for the command line, tests and benchmarks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from veier.core.position import Position
from veier.core.state import read_result

# A random game that goes on for longer is taken for one without an end.
PLAYOUT_LIMIT = 1000


def perft(position: Position, depth: int) -> int:
    """Count the move sequences of exactly `depth` moves; one that ends the game early has no continuation."""
    from veier.core.walks import perft as walk

    if depth < 0:
        raise ValueError("depth must not be negative")
    rules = position.game.rules
    rows = np.zeros((depth + 1, rules.row_size), np.int64)
    rows[0] = position.row
    lists = np.empty((depth + 1, rules.move_limit), np.int64)
    seen = np.zeros(len(position.seen) + depth, np.uint64)
    seen[: len(position.seen)] = position.seen
    kernels = rules.kernels
    known = len(position.seen)
    return int(
        walk(kernels.moves, kernels.count, kernels.push, rules.tables, rows, lists, seen.view(np.int64), known, depth)
    )


def divide(position: Position, depth: int) -> dict[str, int]:
    """Split perft by the first move."""
    return {move.text: perft(position.play(move), depth - 1) for move in position.legal_moves}


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
    from veier.core.walks import playouts

    if games < 0:
        raise ValueError("the number of games must not be negative")

    rules = position.game.rules
    tally = np.zeros(64, np.int64)
    rng = np.array([seed % 2**64], np.uint64).view(np.int64)
    plies = playouts(rules.kernels.playout, rules.tables, position.row, rng, games, PLAYOUT_LIMIT, tally)
    wins = [0] * rules.players
    draws = 0
    for code in np.flatnonzero(tally[1:]) + 1:
        winner = read_result(int(code))[1]
        if winner is None:
            draws += int(tally[code])
        else:
            wins[winner] += int(tally[code])
    return Playouts(tuple(wins), draws, int(tally[0]), plies)
