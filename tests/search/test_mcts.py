"""Simulation search: proofs as exhaustive search has them, repeatable, obedient, and honest about chances."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, cast

import numpy as np
import pytest

import veier
from search.stopping import seconds_after_stop
from veier.search.analysis import Analysis, Proven
from veier.search.limits import Limits, Stop
from veier.search.mcts.search import simulate
from veier.search.mcts.tree import (
    ATTITUDE,
    CONTROL_WORDS,
    FAIR,
    ME,
    OWN,
    PARANOID,
    PLAYERS,
    make_tree,
    utility,
)
from veier.search.opponent_model import Attitude, OpponentModel
from veier.search.simple_players import safest_moves
from veier.search.think import think

GAMES = ["hexrows", "4eyes-plus-3p-7x7", "4eyes-plus-3p", "4eyes-pencil-3p-7x7", "4eyes-pencil-3p"]


def careful(game: str, seed: int, plies: int) -> veier.Position:
    """Reach a running position by random moves that do not lose at once."""
    position, random = veier.game(game).start(), Random(seed)
    for _ in range(plies):
        after = position.play(random.choice(safest_moves(position)))
        if after.is_over:
            break
        position = after
    return position


# Winners, None for a draw.
Results = frozenset[int | None]


@cache
def possible_results(position: veier.Position) -> Results:
    """Find by exhaustive search what can come about if everybody cares for the own share alone."""
    if position.outcome:
        return frozenset([position.outcome.winner])
    players, mover = position.game.players, position.mover

    def worth(result: int | None) -> float:
        return 1 / players if result is None else float(result == mover)

    after = [possible_results(position.play(move)) for move in position.legal_moves]
    floor = max(min(map(worth, results)) for results in after)
    return frozenset().union(*(results for results in after if max(map(worth, results)) >= floor))


@pytest.mark.parametrize(
    ("game", "plies", "count"),
    [
        ("4eyes-pencil-2p?side=4", 3, 12),
        ("4eyes-pencil-3p?side=5", 8, 12),
        ("hexrows?side=4&stones=18", 30, 12),
        ("hexrows?side=4&stones=18&round=1", 31, 12),
    ],
)
def test_proofs_agree_with_exhaustive_search(game: str, plies: int, count: int) -> None:
    proved: list[Proven] = []
    for seed in range(count):
        position = careful(game, seed, plies)
        for line in simulate(position, Limits(nodes=20_000), seed=seed).variations:
            if line.proven:
                proved.append(line.proven)
                assert possible_results(position.play(line.move)) == {line.proven.winner}
                assert line.chances == tuple(float(seat == line.proven.winner) for seat in range(len(line.chances)))
    assert len({proof.winner for proof in proved}) >= 2


@pytest.mark.parametrize("game", ["hexrows?side=4&stones=18", "hexrows?side=4&stones=18&round=1"])
def test_the_end_of_hexrows_is_searched_to_the_last_ply(game: str) -> None:
    winners, last_turns = set(), 0
    for seed in range(40):
        position = careful(game, seed, 30 + seed % 5)
        last_turns += not position.reserves[0]["stone"]
        analysis = think(position, Limits(nodes=20_000))
        best = analysis.best.proven
        assert best
        assert possible_results(position) == {best.winner}
        winners.add(best.winner)
        for line in analysis.variations:
            if line.proven:
                assert possible_results(position.play(line.move)) == {line.proven.winner}
    assert winners == {0, 1, None}
    # Blue's turn after Red's last stone is among them where the round is finished.
    assert bool(last_turns) == game.endswith("round=1")


@pytest.mark.parametrize(("game", "plies"), [("4eyes-pencil-2p-7x7", 6), ("4eyes-plus-3p?side=5&tiles=3", 11)])
def test_a_proved_win_comes_when_it_says(game: str, plies: int) -> None:
    won = 0
    for seed in range(20):
        position = careful(game, seed, plies)
        analysis = simulate(position, Limits(nodes=5000), seed=seed)
        proven = analysis.best.proven
        if proven and proven.winner == position.mover:
            won += 1
            assert len(analysis.best.pv) == proven.plies
            ended = position.play(*analysis.best.pv)
            assert ended.outcome
            assert ended.outcome.winner == proven.winner
    assert won


def test_the_quickest_win_comes_first_and_the_longest_resistance() -> None:
    seen = set()
    for seed in range(40):
        position = careful("4eyes-pencil-2p-7x7", seed, 6)
        lines = simulate(position, Limits(nodes=5000), seed=seed).variations
        proofs = [line.proven for line in lines if line.proven]
        won = [proof.plies for proof in proofs if proof.winner == position.mover]
        if won:
            assert lines[0].proven == Proven(position.mover, min(won))
            seen.add("won")
        elif len(proofs) == len(lines) and None not in {proof.winner for proof in proofs}:
            assert lines[0].proven is not None
            assert lines[0].proven.plies == max(proof.plies for proof in proofs)
            seen.add("lost")
    assert seen == {"won", "lost"}


def without_time(analysis: Analysis) -> tuple[object, ...]:
    return analysis.variations, analysis.nodes


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_answer_and_chances_add_up(game: str) -> None:
    position = careful(game, 1, 4)
    for threads in (1, 2):
        limits = Limits(nodes=300, threads=threads)
        first, again = (simulate(position, limits, seed=5) for _ in range(2))
        assert without_time(first) == without_time(again)
        assert first.nodes == 300
        for line in first.variations:
            assert sum(line.chances) + line.draw == 1
            assert min(*line.chances, line.draw) >= 0
            assert line.pv[0] == line.move.text
            position.play(*line.pv)
    assert without_time(simulate(position, Limits(nodes=300), seed=6)) != without_time(first)


@pytest.mark.parametrize("game", GAMES)
def test_it_stops_when_asked(game: str) -> None:
    position, stop = careful(game, 1, 4), Stop()
    simulate(position, Limits(nodes=1))
    assert seconds_after_stop(lambda stop: simulate(position, Limits(nodes=10**12), stop=stop), wait=0.2) < 0.02
    stop.set()
    assert simulate(position, Limits(), stop=stop).nodes == 1


def test_memory_is_limited_and_the_search_goes_on_without_it() -> None:
    arrays = make_tree(2)[:4]
    assert sum(array.nbytes for array in arrays) <= 2 * 2**20
    position = careful("4eyes-plus-3p", 1, 4)
    analysis = simulate(position, Limits(nodes=20_000, megabytes=1))
    assert analysis.nodes == 20_000


def test_depth_is_limited() -> None:
    position = careful("hexrows", 1, 8)
    assert max(len(line.pv) for line in simulate(position, Limits(nodes=2000, depth=2)).variations) == 2


def test_think_simulates_where_nothing_can_be_proved_by_threats() -> None:
    for game in GAMES:
        assert think(careful(game, 2, 5), Limits(nodes=200)).nodes == 200


def test_among_three_a_player_without_hope_is_expected_to_go_on_parrying_though_nothing_is_proved() -> None:
    moves = "g7g8", "g2f2", "f7f6", "f8f9", "f5g5", "e7e6", "d5c5", "e2e1", "h5i5"
    position = veier.game("4eyes-plus-3p").start().play(*moves)
    trusting = position.game.evaluation.mcts_params._replace(blunder_rate=0.0)
    # A player who parries what follows makes the second player's double threat; only by giving up could it make the
    # first player win.
    forced = simulate(position.play("c6d6"), Limits(nodes=3000), seed=1, mcts_params=trusting).best
    assert forced.chances[1] > 0.99
    assert forced.proven is None
    best = simulate(position, Limits(nodes=10_000), seed=1, mcts_params=trusting).best
    assert best.move.text != "c6d6"
    assert best.chances[0] > 0.5


def test_attitudes_differ_in_what_a_result_is_worth() -> None:
    def worth(attitude: int, seat: int, *chances: float) -> float:
        control = np.zeros(CONTROL_WORDS, np.int64)
        control[ME], control[PLAYERS], control[ATTITUDE] = 0, 3, attitude
        return float(utility(control, np.array(chances), seat))

    crowned, open_still, lost = (0.2, 0.8, 0, 0), (0.2, 0.4, 0.4, 0), (0, 0.5, 0.5, 0)
    assert worth(OWN, 0, *crowned) == worth(OWN, 0, *open_still) == worth(PARANOID, 0, *crowned)
    # Fair: with the same chances of the own, nobody else should have all the rest.
    assert worth(FAIR, 0, *crowned) < worth(FAIR, 0, *open_still)
    # Paranoid: the others do not care which of them wins.
    assert worth(PARANOID, 2, *crowned) == worth(PARANOID, 2, *open_still) < worth(PARANOID, 2, *lost)
    assert worth(OWN, 2, *crowned) < worth(OWN, 2, *open_still)


def test_chances_are_smaller_against_all_others_at_once() -> None:
    def hope(attitude: Attitude) -> float:
        found = 0.0
        for seed in range(6):
            position = careful("4eyes-pencil-3p-7x7", seed, 6)
            analysis = simulate(position, Limits(nodes=1500), opponents=OpponentModel(attitude))
            found += analysis.best.chances[position.mover]
        return found

    assert hope("paranoid") < hope("own")


def test_against_all_others_at_once_only_the_own_win_is_certain() -> None:
    winners: set[bool] = set()
    expected: set[bool] = set()
    for seed in range(20):
        position = careful("4eyes-pencil-3p?side=5", seed, 8)
        for found, opponents in ((winners, OpponentModel("paranoid")), (expected, OpponentModel("own"))):
            lines = simulate(position, Limits(nodes=5000), opponents=opponents).variations
            found |= {line.proven.winner == position.mover for line in lines if line.proven}
    assert winners == {True}
    assert expected == {True, False}


@pytest.mark.parametrize("game", GAMES)
def test_a_short_time_is_not_taken_for_none(game: str) -> None:
    position = careful(game, 1, 2)
    think(position, Limits(nodes=1))
    for movetime in (0.0, 0.001):
        assert think(position, Limits(movetime=movetime)).seconds < 0.3


def test_any_seed_will_do() -> None:
    position = careful("hexrows", 1, 2)
    assert simulate(position, Limits(nodes=50, threads=2), seed=2**63 - 1).nodes == 50


def test_where_nobody_has_drawn_there_is_no_chance_of_it() -> None:
    lines = simulate(careful("hexrows", 1, 2), Limits(nodes=2000)).variations
    assert {line.draw for line in lines if line.nodes} == {0.0}


def test_the_second_stone_of_hexrows_is_not_taken_for_the_end() -> None:
    """There are six moves by the rule, but nearly the whole game is to come."""
    position = veier.game("hexrows").start().play("f6")
    assert without_time(think(position, Limits(nodes=400))) == without_time(simulate(position, Limits(nodes=400)))


def test_what_looking_for_the_end_takes_is_part_of_the_search() -> None:
    positions = [careful("hexrows?side=4&stones=18", seed, 20) for seed in range(10)]
    found = [think(position, Limits(nodes=300)) for position in positions if len(position.legal_moves) <= 20]
    assert {analysis.nodes for analysis in found if not analysis.best.proven} == {300}


@pytest.mark.parametrize("limits", [{"movetime": -1}, {"movetime": float("nan")}, {"nodes": 0}, {"depth": 0}])
@pytest.mark.parametrize("more", [{}, {"threads": 0}, {"threads": 3}, {"megabytes": 0}])
def test_limits_that_nobody_could_keep_to_are_refused(limits: dict[str, Any], more: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must be"):
        Limits(**limits)
    with pytest.raises(ValueError, match="must be"):
        Limits(**more or {"depth": -1})


def test_an_attitude_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="own, paranoid, fair"):
        think(veier.game("4eyes-plus-3p").start(), attitude=cast(Any, "kind"))


def test_simulations_are_limited_apart_from_what_is_tried_before_them() -> None:
    limits = Limits(movetime=60, simulations=500)
    assert think(veier.game("hexrows").start(), limits).nodes == 500
    position, random = veier.game("hexrows").start(), Random(5)
    for _ in range(72):
        position = position.play(random.choice(position.legal_moves))
    ending = think(position, limits)
    assert ending.best.proven
    assert ending.nodes > 500
    assert limits.times(4).simulations == 2000
