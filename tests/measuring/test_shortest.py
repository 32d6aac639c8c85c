"""The search for wins within few plies agrees with a search that knows nothing but the rules."""

from __future__ import annotations

import pytest
from search.exhaustive import wins
from search.test_solver import careful_positions

import veier
from benchmarks.shortest_search import NO, UNKNOWN, YES, wins_within


@pytest.mark.parametrize(
    ("game", "plies"),
    [("4eyes?side=3&a=1&b=1&d=2", 3), ("4eyes-plus-2p?side=5&tiles=6", 7), ("4eyes-beginners", 9)],
)
def test_it_agrees_with_exhaustive_search(game: str, plies: int) -> None:
    answers = set()
    for position in careful_positions(game, plies, 12):
        for within in (3, 5):
            answer = wins_within(position, within, 10**6, 1)
            assert answer == wins(position, position.mover, within)
            answers.add(answer)
    assert answers == {NO, YES}


def test_it_does_not_know_what_its_budget_does_not_reach() -> None:
    assert wins_within(veier.game("4eyes").start().play("24@A1"), 9, 1000, 1) == UNKNOWN
