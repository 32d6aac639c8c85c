"""The doors of judgement: candidates are legal and safe as the plain rules say, evaluations count what they claim."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np
import pytest

import veier
from veier.core.manner import ALLOWS, GIVES, WINS
from veier.search.simple import _safest_moves

SQUARE_GAMES = [
    "4eyes",
    "4eyes-beginners",
    "4eyes?side=3&a=1&b=1&d=2",
    "4eyes-plus-3p-7x7",
    "4eyes-plus-3p?side=5&tiles=3",
    "4eyes-plus-3p?side=6&tiles=5",
    "4eyes-plus-2p-7x7",
    "4eyes-plus-2p?side=5&tiles=4",
    "4eyes-pencil-3p",
    "4eyes-pencil-3p?side=4",
    "4eyes-pencil-2p-7x7",
    "4eyes-pencil-2p?side=4",
]
HEXROWS = ["hexrows", "hexrows?side=4&stones=18", "hexrows?side=5&stones=30", "hexrows?side=7&stones=63"]


def careful_walk(game: str, seed: int, plies: int) -> list[veier.Position]:
    """Give the positions of a game of moves that mostly do not lose at once."""
    position, random = veier.game(game).start(), Random(seed)
    walk: list[veier.Position] = []
    while len(walk) < plies and not position.is_over:
        walk.append(position)
        moves = _safest_moves(position) if random.random() < 0.9 else position.legal_moves
        position = position.play(random.choice(moves))
    return walk


def candidates(position: veier.Position) -> dict[str, float]:
    rules = position.game.rules
    moves, scores = np.empty(rules.move_limit + 1, np.int64), np.empty(rules.move_limit + 1)
    row = position.row
    n = rules.guide_kernels.candidates(rules.tables, rules.guide_tables, row, moves, scores)
    assert (row == position.row).all()
    texts = {move.number: move.text for move in position.legal_moves}
    found = {texts[number]: float(score) for number, score in zip(moves[:n], scores[:n], strict=True)}
    assert len(found) == n
    assert (np.diff(scores[:n]) < 1e-4).all()
    return found


def wins_at_once(position: veier.Position) -> bool:
    if position.phase == 1:
        return any(threat.moves for threat in position.threats(position.mover))
    after = (position.play(move) for move in position.legal_moves)
    return any(reached.outcome and reached.outcome.winner == position.mover for reached in after)


def judge(position: veier.Position, move: veier.Move) -> float:
    """Say by the plain rules what a move comes to: one of the scores with a meaning, or 0."""
    after = position.play(move)
    if after.outcome and not after.outcome.drawn:
        return WINS if after.outcome.winner == position.mover else GIVES
    return ALLOWS if not after.is_over and wins_at_once(after) else 0


def assert_candidates_are_right(position: veier.Position) -> None:
    found = candidates(position)
    truth = {move.text: judge(position, move) for move in position.legal_moves}
    if WINS in truth.values():
        assert len(found) == 1
        assert {text: truth[text] for text in found} == found
    elif 0 in truth.values():
        assert set(found) == {text for text, worth in truth.items() if worth == 0}
    else:
        assert found == truth


@pytest.mark.parametrize("game", SQUARE_GAMES)
def test_candidates_win_or_are_safe(game: str) -> None:
    random = Random(game)
    for seed in range(2):
        walk = careful_walk(game, seed, 40)
        for position in random.sample(walk, min(2, len(walk))):
            assert_candidates_are_right(position)


@pytest.mark.parametrize(
    "game", ["4eyes?side=3&a=1&b=1&d=2", "4eyes-plus-3p?side=5&tiles=3", "4eyes-plus-2p?side=5&tiles=4"]
)
def test_candidates_see_across_the_phases(game: str) -> None:
    looked = {1: 0, 2: 0}
    for seed in range(60):
        walk = careful_walk(game, seed, 14)
        for position, after in pairwise(walk):
            if after.phase == 2 and looked[position.phase] < 12:
                looked[position.phase] += 1
                assert_candidates_are_right(position)
    assert min(looked.values()) >= 6


@pytest.mark.parametrize("game", HEXROWS)
def test_hexrows_candidates_are_legal_and_begin_with_points(game: str) -> None:
    for seed in range(1):
        random, position = Random(seed), veier.game(game).start()
        while not position.is_over:
            found = candidates(position)
            takes = {text for threat in position.threats(position.mover) for text in threat.moves}
            if len(position.legal_moves) <= 20:
                assert len(found) == len(position.legal_moves)
            position = position.play(random.choice(sorted(takes) or list(found)[:5]))
