"""The solver of small boards: every answer agrees with a search that knows nothing but the rules."""

from __future__ import annotations

from random import Random

import pytest

import veier
from benchmarks.small_boards import NO, SAFE, UNKNOWN, WIN, YES, SmallBoard
from veier.search.simple_players import safest_moves

BUDGET = 10**7
Seen = dict[tuple[bytes, int, int], bool]


def reaches(position: veier.Position, seat: int, goal: int, seen: Seen) -> bool:
    """Return whether a seat reaches its goal against all others together; placing only."""
    if position.outcome:
        winner = position.outcome.winner
        return winner == seat if winner is not None else goal == SAFE
    if position.phase == 2:
        return goal == SAFE
    known = (position.packed, seat, goal)
    if known not in seen:
        choose = any if position.mover == seat else all
        seen[known] = choose(reaches(position.play(move), seat, goal, seen) for move in position.legal_moves)
    return seen[known]


@pytest.mark.parametrize("game", ["4eyes-pencil-3p?side=3", "4eyes-plus-3p?side=3&tiles=1", "hexrows?side=4&stones=2"])
def test_it_agrees_with_a_plain_search(game: str) -> None:
    start, seen = veier.game(game).start(), Seen()
    board = SmallBoard(start, 16)
    for seat in range(start.game.players):
        for goal in (WIN, SAFE):
            assert board.forces(seat, goal, BUDGET) == reaches(start, seat, goal, seen)


@pytest.mark.parametrize(
    ("game", "stones"),
    [("4eyes-pencil-3p?side=4", 10), ("4eyes-plus-3p?side=4&tiles=2", 6), ("hexrows?side=4&stones=14", 23)],
)
def test_it_agrees_in_the_middle_of_a_game(game: str, stones: int) -> None:
    random, answers = Random(game), set()
    for _ in range(12):
        position = veier.game(game).start()
        while not position.is_over and len(position.stones) < stones:
            position = position.play(random.choice(safest_moves(position)))
        if position.is_over:
            continue
        board, seen = SmallBoard(position, 16), Seen()
        for seat in range(position.game.players):
            for goal in (WIN, SAFE):
                answer = board.forces(seat, goal, BUDGET)
                assert answer == reaches(position, seat, goal, seen)
                answers.add((goal, answer))
    assert (SAFE, NO) in answers


@pytest.mark.parametrize("game", ["4eyes-pencil-3p?side=4", "4eyes-plus-3p?side=4&tiles=2"])
def test_on_4x4_the_last_of_three_cannot_hold_out(game: str) -> None:
    board = SmallBoard(veier.game(game).start(), 16)
    assert [board.forces(seat, WIN, BUDGET) for seat in range(3)] == [NO, NO, NO]
    assert [board.forces(seat, SAFE, BUDGET) for seat in range(3)] == [YES, YES, NO]


def test_hex_rows_of_a_few_stones() -> None:
    for stones, wins in ((3, NO), (4, NO), (5, YES)):
        board = SmallBoard(veier.game(f"hexrows?side=4&stones={stones}").start(), 64)
        assert board.forces(0, WIN, BUDGET) == wins
        assert board.forces(1, WIN, BUDGET) == NO


def test_beyond_its_budget_it_does_not_know() -> None:
    board = SmallBoard(veier.game("4eyes-pencil-3p?side=4").start(), 16)
    assert board.forces(0, SAFE, 100) == UNKNOWN
    assert board.forces(0, SAFE, BUDGET) == YES
