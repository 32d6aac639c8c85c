"""Matches: what is played is what is reported, engines that fail forfeit, and a match goes on where it was."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import veier
from veier.core.errors import VeierError
from veier.lab.match import Match, Played, play_block, read_block
from veier.lab.match_run import Standing, play_match
from veier.lab.openings import make_openings
from veier.lab.results import block_scores, summarise
from veier.lab.run.job import Chunk
from veier.lab.run.local import LocalExecutor
from veier.lab.sequential import SequentialTest

SMALL = "hexrows?side=4&stones=9"
THREE = "4eyes-pencil-3p?side=5"
BAD = f"ugi:{sys.executable} {Path(__file__).parents[1] / 'engine' / 'bad_engine.py'}"


def openings_of(game: str, count: int) -> list[veier.Position]:
    return make_openings(veier.game(game), count, seed=1)


def play(match: Match, count: int, directory: Path | None = None, test: SequentialTest | None = None) -> Standing:
    *_, last = play_match(match, openings_of(match.game, count), LocalExecutor(2), directory, test)
    return last


def without_times(blocks: Sequence[Sequence[Played]]) -> list[tuple[object, ...]]:
    return [(game.opening, game.seating, game.winner, game.why, game.moves) for block in blocks for game in block]


def test_three_players_sit_everywhere_and_share_all_points() -> None:
    match = Match(THREE, ("greedy", "random", "level:1"), seed=3)
    blocks = play(match, 8).blocks
    assert len(blocks) == 8
    for block in blocks:
        assert len({game.seating for game in block}) == len(block) == 6
        assert len({game.opening for game in block}) == 1
        for game in block:
            end = veier.parse_position(game.opening).play(*game.moves)
            assert end.outcome is not None
            assert end.outcome.winner == game.winner
            assert sum(game.shares) == pytest.approx(1)
    assert len({block[0].opening for block in blocks}) == 8
    summary = summarise(match, blocks)
    assert sum(player["points"] for player in summary["players"]) == pytest.approx(48)
    assert [player["games"] for player in summary["players"]] == [48, 48, 48]
    assert sum(player["elo"] for player in summary["players"]) == pytest.approx(0, abs=1e-6)
    assert sum(summary["seats"]) == pytest.approx(1)
    assert summary["players"][0]["elo"] > summary["players"][1]["elo"]


def test_a_block_depends_on_its_arguments_alone() -> None:
    match = Match("4eyes-beginners", ("veier#300", "level:2"), seed=5)
    opening = veier.format_position(openings_of(match.game, 1)[0])
    chunk = Chunk("veier.lab.match:play_chunk", {"match": match.to_data(), "openings": [opening]}, 0)
    assert without_times([play_block(match, 0, opening)]) == without_times([read_block(chunk.run())])


def test_a_match_goes_on_where_it_was(tmp_path: Path) -> None:
    match = Match(SMALL, ("greedy", "random"), seed=2)
    openings = openings_of(SMALL, 10)
    begun = play_match(match, openings, LocalExecutor(1), tmp_path)
    while len(next(begun).blocks) < 4:
        pass
    begun.close()
    first, *_, last = play_match(match, openings, LocalExecutor(2), tmp_path)
    assert len(first.blocks) == 4
    assert without_times(last.blocks) == without_times(play(match, 10).blocks)
    with pytest.raises(VeierError, match="holds another run"):
        play(Match(SMALL, ("greedy", "random"), seed=3), 10, tmp_path)


def test_a_sequential_test_ends_a_match_by_the_first_openings_that_decide(tmp_path: Path) -> None:
    match = Match(SMALL, ("greedy", "random"), seed=2)
    test = SequentialTest(0.5, 0.6)
    last = play(match, 100, tmp_path, test)
    scores = block_scores(last.blocks)
    assert last.verdict == "better"
    assert len(scores) < 100
    assert test.verdict(scores) == "better"
    assert all(test.verdict(scores[:n]) == "open" for n in range(1, len(scores)))
    again = play(match, 100, tmp_path, test)
    assert without_times(again.blocks) == without_times(last.blocks)


def test_an_engine_that_fails_forfeits_its_games_and_the_match_goes_on() -> None:
    match = Match("4eyes-pencil-2p-7x7", ("random", f"{BAD} crash"))
    match.check()
    games = [game for block in play(match, 2).blocks for game in block]
    assert len(games) == 4
    for game in games:
        assert game.why == "forfeit"
        assert game.loser == game.seating.index(1)
        assert game.shares == tuple(float(player == 0) for player in game.seating)
        assert "out of luck" in str(game.fault)
    summary = summarise(match, [games[:2], games[2:]])
    assert [player["forfeits"] for player in summary["players"]] == [0, 4]
    assert Played.from_data(games[0].to_data()) == games[0]


def test_a_game_of_three_that_one_forfeits_is_shared_by_the_others() -> None:
    played = Played("", 0, (0, 1, 2), None, "forfeit", (), (), loser=1)
    assert played.shares == (0.5, 0.0, 0.5)


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (("level:9", "random"), "no level"),
        (("veier:kind", "random"), "kind"),
        (("checkout:/nowhere", "random"), "no checkout"),
        (("ugi:no-such-engine", "random"), "does not start"),
        (("ugi:'", "random"), "no command"),
        (("nobody", "random"), "no player"),
    ],
)
def test_players_that_cannot_play_are_refused_before_the_match(names: tuple[str, ...], reason: str) -> None:
    with pytest.raises(VeierError, match=reason):
        Match("4eyes-beginners", names).check()


def test_an_engine_and_a_checkout_play_what_they_say() -> None:
    root = Path(__file__).parents[2]
    own = f"ugi:{sys.executable} -m veier ugi#100"
    match = Match("4eyes-plus-2p?side=5&tiles=5", (own, f"checkout:{root}#100", "veier#100"))
    blocks = play(match, 1).blocks
    by_names = {frozenset(game.seating): game.moves for game in blocks[0] if game.seating[0] < game.seating[1]}
    # Three names of one player: whoever meets, they play the same game but for the seed.
    assert len(by_names) == 3
    assert all(game.why != "forfeit" for game in blocks[0])
