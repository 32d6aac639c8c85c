"""Matches, openings and scores are reported as they happened."""

from __future__ import annotations

from pathlib import Path

import pytest

import benchmarks.players  # noqa: F401 - registers players
import veier
from benchmarks.strength import make_match, report, summarise
from veier.lab.match import Match, Played
from veier.lab.match_run import play_match
from veier.lab.openings import is_calm, is_decided, is_won_within, make_openings, winner_by_force
from veier.lab.players import make_player, parse_player
from veier.lab.programs import ProgramPlayer
from veier.lab.results import score_of_player
from veier.lab.run.local import LocalExecutor
from veier.lab.scores import score_of
from veier.search.limits import Limits

ROOT = Path(__file__).parent.parent.parent


def play(match: Match, openings: list[veier.Position]) -> list[list[Played]]:
    """Play a match to its end."""
    *_, last = play_match(match, openings, LocalExecutor(1))
    return [list(block) for block in last.blocks]


def test_an_interval_narrows_with_the_blocks_and_stays_within_bounds() -> None:
    few, many = score_of([1.0, 0.5, 0.5, 0.0] * 3), score_of([1.0, 0.5, 0.5, 0.0] * 100)
    assert few.mean == many.mean == 0.5
    assert few.low < many.low < 0.5 < many.high < few.high
    assert many.high - many.low == pytest.approx(2 * 1.96 * 0.125**0.5 / 400**0.5, rel=0.02)
    sure = score_of([1.0] * 20)
    assert 0.8 < sure.low < 0.9
    assert sure.high == 1.0
    alike = score_of([0.5] * 20)
    assert 0.05 < alike.high - alike.low < 0.2


def test_openings_are_calm_and_differ() -> None:
    for name in ("4eyes-beginners", "4eyes-plus-3p-7x7", "hexrows"):
        game = veier.game(name)
        openings = make_openings(game, 20, seed=3)
        assert len({opening.packed for opening in openings}) == 20
        assert all(is_calm(opening) and not opening.is_over for opening in openings)
        assert openings == make_openings(game, 20, seed=3) != make_openings(game, 20, seed=4)
        assert all(len(opening.stones) <= 2 for opening in make_openings(game, 5, seed=3, plies=1))


def test_balanced_openings_are_not_won_by_threats() -> None:
    game = veier.game("4eyes-plus-2p-7x7")
    assert not any(is_decided(opening) for opening in make_openings(game, 5, seed=1, balanced=True))
    assert any(is_decided(opening) for opening in make_openings(game, 20, seed=1))


def test_lasting_openings_are_not_won_within_a_few_moves() -> None:
    game = veier.game("4eyes-plus-2p-7x7")
    for opening in make_openings(game, 2, seed=1, lasting=8):
        solution = veier.solve(opening, veier.Limits(movetime=60, depth=8))
        assert solution.decided
        assert solution.winner is None
    short = [opening for opening in make_openings(game, 5, seed=1, balanced=True) if is_won_within(opening, 8)]
    assert short
    assert all(veier.solve(opening, veier.Limits(movetime=60, depth=8)).winner is not None for opening in short)


def test_a_match_tells_what_was_won_by_force_anyway() -> None:
    game = veier.game("4eyes-plus-2p-7x7")
    openings = make_openings(game, 6, seed=1)
    winners = [winner_by_force(opening) for opening in openings]
    assert winners == [veier.solve(opening, veier.Limits(movetime=60, threads=2)).winner for opening in openings]
    match = make_match(game, "veier#3000", "random", None, seed=1)
    summary = summarise(match, blocks := play(match, openings))
    assert len(blocks) == len(openings)
    assert summary["forced"]["won"] == [len(openings), len(openings)]
    assert summary["forced"]["lost"][1] == len(openings)
    assert "6 of 6 games given won by force" in report(summary)


def test_too_few_openings_are_an_error() -> None:
    with pytest.raises(ValueError, match="too few"):
        make_openings(veier.game("4eyes-plus-2p?side=3&tiles=1"), 1000, seed=0)


def test_a_match_of_two_gives_each_opening_in_both_seatings() -> None:
    game = veier.game("4eyes-plus-2p?side=5&tiles=5")
    match = make_match(game, "greedy", "random", 1.0, seed=1)
    blocks = play(match, make_openings(game, 10, seed=1))
    for block in blocks:
        assert [played.seating for played in block] == [(0, 1), (1, 0)]
        assert block[0].opening == block[1].opening
        for played in block:
            position = veier.parse_position(played.opening).play(*played.moves)
            assert position.outcome is not None
            assert position.outcome.winner == played.winner
            assert len(played.times(0)) + len(played.times(1)) == len(played.moves)
    score = score_of_player(blocks)
    assert score.mean > 0.8
    assert score.low <= score.mean <= score.high
    summary = summarise(match, blocks)
    assert sum(summary["results"].values()) == summary["games"] == 20
    assert sum(summary["score_by_seat"]) / 2 == pytest.approx(score.mean)
    assert "greedy against random, 20 games from 10 openings" in report(summary)


def test_equal_players_of_three_share_the_points() -> None:
    game = veier.game("4eyes-pencil-3p?side=5")
    blocks = play(make_match(game, "random", "random", None, seed=2), make_openings(game, 30, seed=2))
    assert [played.seating.index(0) for played in blocks[0]] == [0, 1, 2]
    score = score_of_player(blocks)
    assert score.low < 1 / 3 < score.high


def test_names_of_players() -> None:
    assert parse_player("veier", 2.0).limits == Limits(movetime=2.0)
    assert parse_player("level:2", None).limits is None
    assert parse_player("veier:fair@0.5*2", 2.0).limits == Limits(movetime=0.5, threads=2)
    assert parse_player("veier:fair@0.5*2", 2.0).detail == "fair"
    assert parse_player("veier:fair@0.5", 2.0).seconds == 0.5
    nodes = parse_player("level:3#1000", 2.0)
    assert (nodes.kind, nodes.detail, nodes.nodes, nodes.seconds) == ("level", "3", 1000, None)
    assert parse_player("random", 2.0).seconds is None
    for wrong in ("nobody", "veier@", "Veier", ""):
        with pytest.raises(ValueError, match="no player"):
            parse_player(wrong, 1.0)


def test_a_player_of_another_checkout_answers() -> None:
    history = veier.History(veier.game("4eyes-beginners").start(), ["24@A1"])
    game = history.final.game
    elsewhere = ProgramPlayer(parse_player(f"checkout:{ROOT}:level:2", None), game)
    here = make_player(parse_player("level:2", None), game)
    try:
        assert [elsewhere(history, seed) for seed in range(5)] == [here(history, seed) for seed in range(5)]
    finally:
        elsewhere.close()


@pytest.mark.parametrize("kind", ["c", "python"])
def test_openspiel_takes_a_win(kind: str) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    position = veier.game("4eyes-plus-2p-7x7").start().play("a1b1", "e7f7", "c1d1", "g4g5", "a3a4", "g1g2")
    wins = {move.text for move in position.legal_moves if position.play(move).is_over}
    choose = make_player(parse_player(f"openspiel:{kind}@0.5", None), position.game)
    assert wins
    assert choose(veier.History(position), 1).text in wins
