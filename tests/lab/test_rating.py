"""Ratings agree with an independent implementation, and their intervals hold what they promise."""

from __future__ import annotations

from random import Random

import choix
import numpy as np
import pytest

from veier.lab.match import Played
from veier.lab.rating import ELO, expected_score, fit_ratings, rate
from veier.lab.seating import Seating, seatings, seatings_of_first

STRENGTHS = (1.0, 0.5, -0.2, -1.3)


def choose_winner(seating: Seating, random: Random) -> int:
    """Return the seat that wins, by the model."""
    worths = [float(np.exp(STRENGTHS[player])) for player in seating]
    return random.choices(range(len(seating)), worths)[0]


def played(seating: Seating, winner: int | None) -> Played:
    return Played("", 0, seating, winner, "square", (), ())


@pytest.mark.parametrize("seats", [2, 3])
def test_ratings_are_those_of_choix(seats: int) -> None:
    random = Random(seats)
    games = [seating for _ in range(40) for seating in seatings(4, seats)]
    winners = [choose_winner(seating, random) for seating in games]
    shares = [[float(seat == winner) for seat in range(seats)] for winner in winners]
    choices = [
        (seating[winner], tuple(player for player in seating if player != seating[winner]))
        for seating, winner in zip(games, winners, strict=True)
    ]
    oracle = choix.mm_top1(4, choices, tol=1e-12)
    assert fit_ratings(4, games, shares) / ELO == pytest.approx(oracle - oracle.mean(), abs=1e-4)


def test_a_draw_counts_as_an_equal_share_of_a_win_for_each() -> None:
    games: list[Seating] = [(0, 1)] * 3
    drawn = fit_ratings(2, games, [(1.0, 0.0), (0.5, 0.5), (0.5, 0.5)])
    oracle = choix.mm_top1(2, [(0, (1,))] * 4 + [(1, (0,))] * 2, tol=1e-12)
    assert drawn / ELO == pytest.approx(oracle - oracle.mean(), abs=1e-6)


def test_intervals_cover_the_true_difference_about_as_often_as_they_say() -> None:
    truth = (STRENGTHS[0] - STRENGTHS[2]) * ELO
    pairs: list[Seating] = [(0, 2), (2, 0)]
    covered = 0
    for trial in range(100):
        random = Random(trial)
        seated = [[(seating, choose_winner(seating, random)) for seating in pairs] for _ in range(60)]
        blocks = [[played((seating[0] // 2, seating[1] // 2), winner) for seating, winner in block] for block in seated]
        one, _ = rate(2, blocks, seed=trial, samples=200)
        covered += 2 * one.low <= truth <= 2 * one.high
    assert covered >= 88


def test_who_won_everything_is_rated_with_a_wide_interval() -> None:
    blocks = [[played((0, 1), 0), played((1, 0), 1)] for _ in range(20)]
    best, worst = rate(2, blocks)
    assert best.elo == pytest.approx(-worst.elo)
    assert 200 < best.low < best.elo < best.high < 2000
    assert best.high - best.low > 100


def test_expected_scores_follow_the_model() -> None:
    for seating in (seatings(2, 2), seatings(2, 3)):
        assert expected_score(0, seating) == pytest.approx(0.5)
        assert expected_score(100, seating) == pytest.approx(1 - expected_score(-100, seating))
    assert expected_score(0, seatings_of_first(3)) == pytest.approx(1 / 3)
    assert expected_score(400, seatings(2, 2)) == pytest.approx(10 / 11)
    assert expected_score(400, seatings_of_first(3)) == pytest.approx(10 / 12)


def test_seatings_are_balanced() -> None:
    assert seatings(2, 2) == [(0, 1), (1, 0)]
    for players, seats in ((2, 3), (3, 3), (4, 3), (3, 2), (5, 2)):
        found = seatings(players, seats)
        assert len(set(found)) == len(found)
        for seat in range(seats):
            sat = [seating[seat] for seating in found]
            assert {sat.count(player) for player in range(players)} == {len(found) // players}
