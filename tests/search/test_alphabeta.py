"""Alpha-beta: it finds what plain minimax finds on the same moves."""

from __future__ import annotations

import numpy as np
import pytest

import veier
from search.test_solver import careful_positions
from veier.core.bundles import eval_bundle
from veier.kernels.state import MOVER, RESULT, Words
from veier.search.alphabeta.memory import make_memory
from veier.search.alphabeta.search import WIN, alpha_beta


class Minimax:
    """Plain minimax over the candidates of a game, without pruning and without memory."""

    def __init__(self, game: veier.Game) -> None:
        self.rules, self.evaluation = game.rules, game.evaluation

    def value(self, state: Words, ply: int, depth: int) -> int:
        rules, evaluation, mover = self.rules, self.evaluation, int(state[MOVER])
        if depth == 0:
            worths = np.zeros(3)
            evaluation.kernels.evaluate(rules.tables, evaluation.tables, state, worths)
            return int(1000 * (worths[mover] - worths[1 - mover]))
        moves, scores = np.zeros(rules.move_limit, np.int64), np.zeros(rules.move_limit)
        best = -WIN
        n = evaluation.kernels.candidates(rules.tables, evaluation.tables, state, moves, scores)
        for move in moves[:n].tolist():
            after = state.copy()
            rules.kernels.push(rules.tables, after, move)
            if after[RESULT]:
                winner = after[RESULT] % 8 - 1
                value = 0 if winner < 0 else WIN - ply - 1 if winner == mover else ply + 1 - WIN
            else:
                value = -self.value(after, ply + 1, depth - 1)
            best = max(best, value)
        return best


@pytest.mark.parametrize(
    ("game", "plies", "depth"),
    [
        ("4eyes", 8, 2),
        ("4eyes-beginners", 8, 2),
        ("4eyes?side=3&a=1&b=1&d=1", 3, 3),
        ("4eyes-plus-2p", 8, 2),
        ("4eyes-plus-2p-7x7", 12, 3),
        ("4eyes-plus-2p?side=5&tiles=5", 6, 3),
        ("4eyes-pencil-2p-7x7", 14, 3),
        ("4eyes-pencil-2p", 12, 2),
    ],
)
def test_alpha_beta_finds_the_value_of_plain_minimax(game: str, plies: int, depth: int) -> None:
    values = set()
    for position in careful_positions(game, plies, 5):
        minimax = Minimax(position.game)
        expected = minimax.value(position.state, 0, depth)
        bundle, memory = eval_bundle(position.game), make_memory(position, depth, 1, np.zeros(1, np.int64))
        found = [alpha_beta(bundle, memory, 0, plies, -WIN, WIN) for plies in range(1, depth + 1)]
        assert found[-1] == expected
        values.add(expected)
    assert len(values) > 1
