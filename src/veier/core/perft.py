"""Perft from Python, for the command line, tests and benchmarks."""

from __future__ import annotations

import numpy as np

from veier.core.bundles import rules_bundle
from veier.core.position import Position
from veier.core.type_check import check_position, check_whole_number


def perft(position: Position, depth: int) -> int:
    """Count the move sequences of exactly `depth` moves; one that ends the game early has no continuation."""
    from veier.kernels.perft import perft as perft_kernel

    check_position(position)
    check_whole_number("depth", depth, 0)
    rules = position.game.rules
    states = np.zeros((depth + 1, rules.state_size), np.int64)
    states[0] = position.state
    lists = np.empty((depth + 1, rules.move_limit), np.int64)
    seen = np.zeros(len(position.seen) + depth, np.uint64)
    seen[: len(position.seen)] = position.seen
    known = len(position.seen)
    return int(perft_kernel(rules_bundle(position.game), states, lists, seen.view(np.int64), known, depth))


def divide(position: Position, depth: int) -> dict[str, int]:
    """Split perft by the first move."""
    check_position(position)
    check_whole_number("depth", depth, 1)
    return {move.text: perft(position.play(move), depth - 1) for move in position.legal_moves}
