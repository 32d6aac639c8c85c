"""The top level keeps what it has shown: from a win that it proved it wins, with little time and against anybody."""

from __future__ import annotations

from random import Random

import pytest

import veier
from search.test_solver import careful_positions
from veier.search.levels import level_count, think_at_level
from veier.search.limits import Limits
from veier.search.simple_players import greedy_move


def reply(position: veier.Position, number: int) -> veier.Move:
    """Answer as a stubborn or as a careless opponent would."""
    if number % 2:
        return greedy_move(position, Random(number))
    return think_at_level(position, level_count(position.game) - 1, seed=number).best.move


@pytest.mark.parametrize("game", ["4eyes", "4eyes-beginners", "4eyes-plus-2p-7x7", "4eyes-pencil-2p"])
def test_a_proven_win_is_won(game: str) -> None:
    kept = 0
    for number, position in enumerate(careful_positions(game, 3, 12)):
        promised: int | None = None
        mine = position.mover
        while not position.is_over:
            if position.mover != mine:
                position = position.play(reply(position, number))
                continue
            best = think_at_level(position, level_count(position.game), Limits(nodes=4000)).best
            if best.proven and best.proven.winner == mine:
                promised = mine
            position = position.play(best.move)
        if promised is not None:
            assert position.outcome is not None
            assert position.outcome.winner == promised
            kept += 1
    assert kept > 3
