"""Metrics of reports: small games computed by hand, and truths that are known."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from lab.report_games import CUT, DRAWN, GAME, LOST, valued
from veier.core.playouts import play_randomly
from veier.games import game as find_game
from veier.lab.report import course, metrics
from veier.lab.report.estimates import Estimate, difference_of, mean_of, ratio_of, share_of
from veier.lab.report.plan import Group
from veier.lab.report.play import play_game
from veier.lab.report.sample import SampledGame, read_games, write_games
from veier.lab.report.swap import swap_rule


def mean(estimate: Estimate | None) -> float:
    assert estimate
    assert estimate.low <= estimate.mean <= estimate.high
    return estimate.mean


def test_points_by_seat_share_draws() -> None:
    first, second = metrics.seat_points([GAME, GAME, LOST, DRAWN])
    assert mean(first) == pytest.approx(2.5 / 4)
    assert mean(second) == pytest.approx(1.5 / 4)
    assert mean(metrics.balance([GAME, GAME, LOST, DRAWN])) == pytest.approx(1 - 1 / 4)


def test_draws_are_not_games_that_were_cut_off() -> None:
    assert mean(metrics.drawishness([GAME, LOST, DRAWN, CUT])) == 1 / 4
    assert mean(metrics.completion([GAME, LOST, DRAWN, CUT])) == 3 / 4


def test_length_and_choices() -> None:
    assert mean(metrics.duration([GAME, LOST, DRAWN])) == 3
    assert mean(metrics.branching_factor([GAME, DRAWN])) == (10 + 6 + 2 + 10 + 4) / 5
    by_ply = metrics.branching_by_ply([GAME, DRAWN])
    assert [(ply, estimate.mean) for ply, estimate in by_ply] == [(1, 10), (2, 5), (3, 2)]
    assert metrics.count_lengths([GAME, LOST, GAME]) == [(3, 2), (4, 1)]


def test_gifts_bans_and_phase_2() -> None:
    games = [GAME, GAME, LOST, DRAWN]
    assert mean(metrics.gift_share(games)) == pytest.approx(1 / 3)  # of the won games
    assert mean(metrics.ban_share(games)) == 1 / 4
    assert mean(metrics.phase_2_share(games)) == 1 / 4
    assert metrics.gift_share([DRAWN]) is None


def test_heat_counts_each_cell_once_a_game() -> None:
    games = [replace(GAME, stones=(("a1", 0), ("a1", 1), ("b1", 1))), replace(GAME, stones=(("b1", 0),))]
    assert {cell: mean(share) for cell, share in metrics.stone_heat(games).items()} == {"a1": 0.5, "b1": 1}
    patterns = metrics.pattern_heat([GAME, DRAWN])
    assert patterns == {"a1": share_of([1.0])}


def test_shortest_win_and_distinct_games() -> None:
    assert metrics.shortest_win([DRAWN, LOST, GAME]) == GAME
    assert metrics.shortest_win([DRAWN]) is None
    assert metrics.distinct([GAME, GAME, LOST]) == 2


def test_the_stronger_player_is_measured_in_blocks_of_changed_seats() -> None:
    games = [replace(GAME, strong=0), replace(LOST, strong=1), replace(GAME, strong=0), replace(GAME, strong=1)]
    points = metrics.strong_points(games)
    assert mean(points) == 3 / 4
    assert points
    assert points.n == 2


def test_drama_is_how_far_the_winner_was_behind() -> None:
    game = valued(0, (0.4, 0.6), (0.5, 0.5), (0.9, 0.1), (0.2, 0.8))
    assert course.drama_of(game, 0) == pytest.approx((0.2 + 0 + 0 + 0.6) / 4)
    assert mean(course.drama([game, valued(None, (0.5, 0.5))])) == pytest.approx(0.2)
    assert mean(course.drama([valued(1, (0.1, 0.9), (0.0, 1.0))])) == 0


def test_the_lead_changes_when_others_lead() -> None:
    assert course.lead_changes_of(valued(0, (0.6, 0.4), (0.4, 0.6), (0.3, 0.7), (0.7, 0.3))) == 2
    assert course.lead_changes_of(valued(0, (0.5, 0.5), (0.6, 0.4))) == 1
    assert course.lead_changes_of(valued(2, (0.2, 0.2, 0.6), (0.1, 0.2, 0.7))) == 0


def test_a_game_is_decided_when_the_winner_is_above_all_that_others_ever_expected() -> None:
    # The loser once expected 0.7: only the last value of the winner is above that.
    game = valued(0, (0.6, 0.4), (0.3, 0.7), (0.7, 0.3), (0.8, 0.2))
    assert course.decisiveness_of(game, 0) == 1 / 4
    assert course.decisiveness_of(valued(1, (0.4, 0.6), (0.2, 0.8)), 1) == 1
    assert course.decisiveness_of(valued(0, (0.3, 0.7), (0.4, 0.6)), 0) == 0


def test_uncertainty_is_one_for_equal_chances_and_zero_for_certainty() -> None:
    assert course.uncertainty_of(valued(0, (0.5, 0.5), (1.0, 0.0))) == pytest.approx(0.5)
    assert course.uncertainty_of(valued(0, (1 / 3, 1 / 3, 1 / 3))) == pytest.approx(1)


def test_games_survive_writing_and_reading() -> None:
    games = [GAME, DRAWN, valued(1, (0.25, 0.75))]
    assert read_games(write_games(games)) == games


@pytest.mark.parametrize("p", [0.02, 0.3, 0.5, 0.9])
def test_intervals_of_shares_hold_the_truth_19_times_in_20(p: float) -> None:
    random = Random(1)
    covered = 0
    for _ in range(400):
        estimate = share_of(random.random() < p for _ in range(60))
        assert estimate
        covered += estimate.low <= p <= estimate.high
    assert 0.92 <= covered / 400 <= 0.99


def test_intervals_of_means_and_ratios_hold_the_truth() -> None:
    random = Random(2)
    means = ratios = 0
    for _ in range(300):
        plies = [random.randint(5, 15) for _ in range(60)]
        found = mean_of(plies)
        assert found
        means += found.low <= 10 <= found.high
        # Blocks of different sizes with choices around 20 a ply.
        ratio = ratio_of([(sum(random.uniform(10, 30) for _ in range(n)), n) for n in plies], share=False)
        assert ratio
        ratios += ratio.low <= 20 <= ratio.high
    assert 0.90 <= means / 300 <= 0.99
    assert 0.90 <= ratios / 300 <= 0.99


def test_blocks_of_equal_games_count_once() -> None:
    one = ratio_of([(float(k % 2), 1.0) for k in range(40)], share=True)
    four = ratio_of([(4.0 * (k % 2), 4.0) for k in range(40)], share=True)
    assert one
    assert four
    assert (one.low, one.high) == pytest.approx((four.low, four.high))


def test_nothing_is_certain_after_a_few_games() -> None:
    estimate = share_of([False] * 20)
    assert estimate
    # One minus the 21st root of 0.025, from the Beta distribution.
    assert (estimate.mean, estimate.low) == (0, 0)
    assert estimate.high == pytest.approx(1 - 0.025 ** (1 / 21), abs=0.02)
    assert share_of([]) is None
    assert difference_of([]) is None


def test_random_games_of_a_report_score_as_playouts_do() -> None:
    """Two ways to play at random: the report's games and the compiled playouts."""
    found = find_game("4eyes-plus-3p-7x7")
    group = Group("level", found.id, ("random",), 600)
    games = [play_game(group, number, 1) for number in range(600)]
    playouts = play_randomly(found.start(), 20_000, 5)
    for seat, points in enumerate(metrics.seat_points(games)):
        truth = (playouts.wins[seat] + playouts.draws / 3) / 20_000
        assert abs(points.mean - truth) < 0.06
    length = metrics.duration(games)
    assert length
    assert abs(length.mean - playouts.plies / 20_000) < 0.6


def test_where_nobody_can_win_everything_is_shared() -> None:
    """Three stones make no row of four: a game without a winner, and nothing else."""
    group = Group("level", "hexrows?side=4&stones=3", ("random",), 40)
    games = [play_game(group, number, 3) for number in range(40)]
    assert [points.mean for points in metrics.seat_points(games)] == [0.5, 0.5]
    assert mean(metrics.drawishness(games)) == mean(metrics.balance(games)) == mean(metrics.completion(games)) == 1
    assert metrics.gift_share(games) is None
    assert metrics.pattern_heat(games) == {}


def test_games_are_functions_of_their_seed_and_number() -> None:
    group = Group("level", "4eyes-plus-2p-7x7", ("3",), 10)
    assert play_game(group, 4, 9) == play_game(group, 4, 9)
    assert play_game(group, 4, 9).moves != play_game(group, 5, 9).moves


def test_strong_players_differ_from_game_to_game_and_expect_something() -> None:
    games = [play_game(Group("level", "4eyes-beginners", ("7",), 6), number, 0) for number in range(6)]
    assert metrics.distinct(games) > 3
    for game in games:
        # The first move of each seat is sampled, all others are searched.
        assert len(game.values) == game.plies - 2
        assert all(sum(shares) == pytest.approx(1, abs=0.001) for shares in game.values)


def test_a_swap_that_luck_made_fair_is_measured_by_other_games() -> None:
    def games(scores: list[int]) -> list[SampledGame]:
        return [replace(GAME, winner=winner) for winner in scores]

    # The first player always wins after x, always loses after y: whoever chooses the colour takes the better side.
    found = swap_rule({"x": games([0] * 20), "y": games([1] * 20)})
    assert found
    assert found.points.mean == 0
    # After z, each wins every second pair of games, so that both halves are even.
    fair = swap_rule({"x": games([0] * 20), **{f"z{k}": games([0, 0, 1, 1] * 5) for k in range(5)}})
    assert fair
    assert fair.points.mean == 0.5
    assert fair.move.startswith("z")
    assert swap_rule({}) is None
