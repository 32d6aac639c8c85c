"""What others have shown in a game: who finds good moves and parries is trusted, who does not is not."""

from __future__ import annotations

import numpy as np
import pytest

import veier
from veier.core.history import History
from veier.search.limits import Limits
from veier.search.mcts.search import simulate
from veier.search.opponent_model import estimate_blunder_rates
from veier.search.think import think

PRIOR = 0.3


def share_that_loses(position: veier.Position) -> float:
    """Return the share of the mover's moves after which the next player wins at once."""
    after = [position.play(move) for move in position.legal_moves]
    return sum(one.is_over or bool(winning_moves(one)) for one in after) / len(after)


def winning_moves(position: veier.Position) -> list[str]:
    ends = [(move.text, position.play(move).outcome) for move in position.legal_moves]
    return [text for text, outcome in ends if outcome and outcome.winner == position.mover]


def ranked(position: veier.Position) -> list[int]:
    """List the safe moves, the most promising first."""
    rules, evaluation = position.game.rules, position.game.evaluation
    moves, scores = np.empty(rules.move_limit + 1, np.int64), np.empty(rules.move_limit + 1)
    n = int(evaluation.kernels.candidates(rules.tables, evaluation.tables, position.state, moves, scores))
    return [int(number) for number in moves[:n]]


def test_nothing_is_known_of_those_who_have_not_moved_nor_of_a_position_without_a_past() -> None:
    start = veier.game("4eyes-plus-3p").start()
    assert estimate_blunder_rates(History(start), PRIOR) == pytest.approx((0.0, PRIOR, PRIOR), abs=0.05)
    history = History(start, ["a1a2", "i9i8", "a9b9", "i1h1"])
    first, second, third = estimate_blunder_rates(history, PRIOR)
    assert second == 0.0
    assert min(first, third) > 2 * PRIOR
    assert estimate_blunder_rates(History(history.final), PRIOR) == pytest.approx((PRIOR, 0.0, PRIOR), abs=0.05)


@pytest.mark.parametrize("game", ["4eyes-plus-3p", "4eyes-pencil-3p-7x7"])
def test_who_finds_the_best_looking_moves_is_trusted_and_who_plays_the_worst_is_not(game: str) -> None:
    history = History(veier.game(game).start())
    for place in (0, len(ranked(history.start)) // 2, -1, 0):
        history = history.play(history.final.describe(ranked(history.final)[place]))
    first, _, third = estimate_blunder_rates(history, PRIOR)
    assert first < PRIOR / 2
    assert third > 2 * PRIOR


def test_one_parry_says_much_and_so_does_a_threat_overlooked() -> None:
    position = veier.game("4eyes-plus-3p").start().play("g7g8", "g2f2", "f7f6", "f8f9", "f5g5")
    safe = ranked(position)
    losing = next(number for number in position.legal_numbers if number not in safe)
    assert len(safe) < len(position.legal_numbers) / 50
    parried, overlooked = (History(position, [position.describe(number)]) for number in (safe[0], losing))
    assert estimate_blunder_rates(parried, PRIOR)[position.mover] < 0.1
    assert estimate_blunder_rates(overlooked, PRIOR)[position.mover] > 0.8


@pytest.mark.parametrize(
    "moves",
    ["f6f5 f1e1 b4b5 f2f3 c5d5 a5a4 e6e7 a6b6", "d2d1 a5a4 b3b2 d5e5 g4g5 e3e2 f7g7 f1g1 e6d6"],
    ids=["eight", "nine"],
)
def test_a_parry_is_not_left_to_a_player_who_may_overlook_it(moves: str) -> None:
    history = History(veier.game("4eyes-plus-3p-7x7").start(), moves.split())
    position = history.final
    trusting = position.game.evaluation.mcts_params._replace(blunder_rate=0.0)
    best = think(position, Limits(nodes=3000), seed=1, history=history).best.move
    trusted = simulate(position, Limits(nodes=3000), seed=1, mcts_params=trusting).best.move
    assert share_that_loses(position.play(best)) < 0.5 < share_that_loses(position.play(trusted))
