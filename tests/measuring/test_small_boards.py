"""The solver of small boards: every answer agrees with a search that knows nothing but the rules."""

from __future__ import annotations

from random import Random

import pytest
from reference import start

import veier
from benchmarks.small_boards import Limits, ask
from benchmarks.small_hashing import Hashing, hash_dominoes, hash_stones
from benchmarks.small_search import NO, SAFE, UNKNOWN, WIN, YES, SmallBoard, count_if_nobody_wins
from veier.search.simple_players import safest_moves

BUDGET = 10**7
LIMITS = Limits(budget=BUDGET, megabytes=16)
Seen = dict[tuple[bytes, int, int, int], bool]


def reaches(position: veier.Position, seat: int, goal: int, seen: Seen, left: int = 0) -> bool:
    """Return whether a seat reaches its goal against all others together, with some plies of phase 2 left."""
    if position.outcome:
        winner = position.outcome.winner
        return winner == seat if winner is not None else goal == SAFE
    if position.phase == 2 and not left:
        return goal == SAFE
    known = (position.packed, seat, goal, left)
    if known not in seen:
        choose = any if position.mover == seat else all
        after = left - 1 if position.phase == 2 else left
        seen[known] = choose(reaches(position.play(move), seat, goal, seen, after) for move in position.legal_moves)
    return seen[known]


def lasting_position(game: str, stones: int, random: Random, careful: bool = True) -> veier.Position:
    """Play at random up to a number of stones, again until nobody has won."""
    position = veier.game(game).start()
    while len(position.stones) < stones:
        position = position.play(random.choice(safest_moves(position) if careful else position.legal_moves))
        if position.is_over:
            position = veier.game(game).start()
    return position


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
        position = lasting_position(game, stones, random)
        board, seen = SmallBoard(position, 16), Seen()
        for seat in range(position.game.players):
            for goal in (WIN, SAFE):
                answer = board.forces(seat, goal, BUDGET)
                assert answer == reaches(position, seat, goal, seen)
                answers.add((goal, answer))
    assert (SAFE, NO) in answers


def test_it_agrees_in_phase_2() -> None:
    random, answers = Random(2), set()
    for stones, horizon in ((8, 1), (10, 2), (12, 3)) * 20:
        position = lasting_position("4eyes-plus-3p?side=4&tiles=2", stones, random, careful=False)
        board, seen = SmallBoard(position, 16, horizon), Seen()
        for seat in range(3):
            for goal in (WIN, SAFE):
                answer = board.forces(seat, goal, BUDGET)
                assert answer == reaches(position, seat, goal, seen, horizon)
                answers.add((goal, answer))
    assert answers == {(WIN, YES), (WIN, NO), (SAFE, YES), (SAFE, NO)}


def test_dominoes_identify_positions_that_stones_do_not() -> None:
    game = veier.game("4eyes-plus-3p?side=4&tiles=2")
    across = game.start().play("a1b1", "d1d2", "d4c4", "b2a2", "a4b4", "d3c3")
    upright = game.start().play("a1a2", "d1d2", "d4c4", "b2b1", "a4b4", "d3c3")
    assert across.stones == upright.stones
    assert key(hash_stones(across)) == key(hash_stones(upright))
    assert key(hash_dominoes(across)) != key(hash_dominoes(upright))
    for make in (hash_stones, hash_dominoes):
        assert {key(make(image)) for image in across.symmetries()} == {key(make(across))}


def key(hashing: Hashing) -> int:
    return int(hashing.start.min())


def test_with_one_domino_each_nobody_wins_in_any_position() -> None:
    first = veier.game("4eyes-plus-3p?side=3&tiles=1").start()
    found, waiting = {first.packed}, [first]
    for position in waiting:
        for move in position.legal_moves:
            after = veier.Position(first.game, position.play(move).packed)
            assert not after.is_over
            if after.packed not in found:
                found.update(image.packed for image in after.symmetries())
                waiting.append(after)
    assert count_if_nobody_wins(first) == len(waiting)
    for seat in range(3):
        assert ask(first, seat, LIMITS)[:2] == (NO, YES)


def test_pencils_on_4x4_the_last_of_three_cannot_hold_out() -> None:
    position = veier.game("4eyes-pencil-3p?side=4").start()
    assert [ask(position, seat, LIMITS)[:2] for seat in range(3)] == [(NO, YES), (NO, YES), (NO, NO)]


def test_dominoes_on_4x4_two_together_beat_any_third() -> None:
    position = veier.game("4eyes-plus-3p?side=4&tiles=2").start()
    assert [ask(position, seat, LIMITS)[:3] for seat in range(3)] == [(NO, NO, 2), (NO, NO, 1), (NO, NO, 0)]


def test_two_together_win_games_by_the_rules_alone() -> None:
    game, seat, random = "4eyes-plus-3p?side=4&tiles=2", 1, Random(16)
    for _ in range(5):
        reference, position, left = start(game), veier.game(game).start(), 1
        while not reference.over:
            left -= position.phase == 2
            moves = reference.legal()
            random.shuffle(moves)
            if reference.mover != seat:
                moves = [next(move for move in moves if others_win(position.play(move), seat, left))]
            reference.play(moves[0])
            position = position.play(moves[0])
        assert reference.winner in {0, 2}


def others_win(position: veier.Position, seat: int, horizon: int) -> bool:
    """Return whether the others have won or force a win within the horizon."""
    return SmallBoard(position, 1, horizon).forces(seat, SAFE, BUDGET) == NO


def test_hex_rows_of_a_few_stones() -> None:
    for stones, wins in ((3, NO), (4, NO), (5, YES)):
        board = SmallBoard(veier.game(f"hexrows?side=4&stones={stones}").start(), 64)
        assert board.forces(0, WIN, BUDGET) == wins
        assert board.forces(1, WIN, BUDGET) == NO


def test_beyond_its_limits_it_does_not_know() -> None:
    board = SmallBoard(veier.game("4eyes-pencil-3p?side=4").start(), 16)
    assert board.forces(0, SAFE, 100) == UNKNOWN
    assert board.forces(0, SAFE, BUDGET) == YES
    dominoes = veier.game("4eyes-plus-3p?side=4&tiles=2").start()
    assert ask(dominoes, 0, LIMITS._replace(horizon=1))[:2] == (UNKNOWN, UNKNOWN)
