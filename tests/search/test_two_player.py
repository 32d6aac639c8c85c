"""The opponent of two-player square games: what it says is proven is so, and it keeps to its limits."""

from __future__ import annotations

from random import Random

import pytest

import veier
from search.exhaustive import wins_within
from search.stopping import seconds_after_stop
from search.test_solver import careful_positions
from veier.search.analysis import Analysis
from veier.search.limits import Limits
from veier.search.one_ply import winning_numbers
from veier.search.simple_players import greedy_move
from veier.search.solve.knowledge import known_result
from veier.search.think import think


def check(analysis: Analysis) -> None:
    """Hold what every answer must be."""
    position = analysis.position
    assert {line.move for line in analysis.variations} <= set(position.legal_moves)
    for line in analysis.variations:
        assert sum(line.chances) + line.draw == pytest.approx(1, abs=1e-12)
        assert line.pv[0] == line.move.text
        position.play(*line.pv)
        if line.proven:
            expected = [float(seat == line.proven.winner) for seat in range(position.game.players)]
            assert list(line.chances) == expected


@pytest.mark.parametrize(
    ("game", "plies"),
    [
        ("4eyes-pencil-2p?side=5", 7),
        ("4eyes-plus-2p?side=5&tiles=6", 8),
        ("4eyes?side=3&a=1&b=1&d=2", 5),
        ("4eyes-beginners", 10),
    ],
)
@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_proven_is_so(game: str, plies: int, threads: int) -> None:
    """Wins and losses are those of exhaustive search, and take no longer than is said."""
    proven = 0
    for position in careful_positions(game, plies, 8):
        analysis = think(position, Limits(nodes=3000, threads=threads))
        check(analysis)
        for line in analysis.variations:
            if line.proven and line.proven.winner is not None:
                after = position.play(line.move)
                if after.outcome:
                    assert after.outcome.winner == line.proven.winner
                elif line.proven.plies <= 7:
                    assert wins_within(after, line.proven.winner, line.proven.plies - 1)
                    proven += 1
    assert proven > 20


@pytest.mark.parametrize("game", ["4eyes", "4eyes-beginners", "4eyes-plus-2p", "4eyes-pencil-2p-7x7"])
def test_the_same_nodes_give_the_same_answer(game: str) -> None:
    for position in (veier.game(game).start(), *careful_positions(game, 3, 3)):
        one, two = (think(position, Limits(nodes=2000)) for _ in range(2))
        assert one.variations == two.variations
        assert one.nodes == two.nodes
        check(one)


def test_a_forced_win_is_played_to_its_end() -> None:
    """Against the longest resistance, the number of plies falls with every move."""
    position = veier.game("4eyes-plus-2p-7x7").start().play("b1a1")
    position = position.play("d4d5")
    left = 99
    while not position.is_over:
        analysis = think(position, Limits(movetime=10))
        proven = analysis.best.proven
        assert proven is not None
        assert proven.winner == 0
        assert proven.plies < left
        left = proven.plies
        position = position.play(analysis.best.move)
    assert position.outcome is not None
    assert position.outcome.winner == 0


@pytest.mark.parametrize(
    "text",
    [
        "..b41./r42b14../..../r24.r21. b 2.1.1/1.1.3 0 -",
        ".b34../..../..r42./r23... b 1.2.2/1.2.3 0 -",
        "b21..r32/..../r41.../..b34. r 1.1.3/1.1.3 0 -",
    ],
)
def test_where_nobody_wins_while_tiles_are_placed_it_stays_so(text: str) -> None:
    """What looks best loses here; a move that is known not to lose comes first."""
    position = veier.parse_position(f"4eyes-beginners {text}")
    best = think(position, Limits(nodes=30_000)).best
    after = veier.solve(position.play(best.move), veier.Limits(movetime=60))
    assert after.decided
    assert after.winner is None


def test_a_lost_position_is_defended_as_long_as_possible() -> None:
    for position in careful_positions("4eyes-plus-2p-7x7", 5, 10):
        analysis = think(position, Limits(nodes=5000))
        proven = analysis.best.proven
        if proven and proven.winner == 1 - position.mover:
            assert proven.plies == max(line.proven.plies for line in analysis.variations if line.proven)
            return
    pytest.fail("no lost position was found")


@pytest.mark.parametrize("game", ["4eyes", "4eyes-pencil-2p?side=11"])
def test_a_search_keeps_to_its_time_and_can_be_stopped(game: str) -> None:
    position = veier.game(game).start()
    think(position, Limits(movetime=0.3), book=False)
    assert seconds_after_stop(lambda stop: think(position, Limits(movetime=0.3), stop=stop, book=False)) < 0.02
    assert seconds_after_stop(lambda stop: think(position, Limits(movetime=60), stop=stop, book=False), wait=0.2) < 0.02


@pytest.mark.filterwarnings("error")
def test_there_may_be_more_time_than_a_clock_can_count() -> None:
    """A timer that cannot start would leave the search without an end, and only warn of it."""
    position = veier.game("4eyes-beginners").start().play("24@A1")
    assert think(position, Limits(movetime=1e20, nodes=500)).nodes > 0


def test_depth_limits_how_far_it_looks() -> None:
    position = careful_positions("4eyes-plus-2p-7x7", 2, 1)[0]
    shallow, deep = (think(position, Limits(depth=depth)) for depth in (1, 3))
    assert shallow.nodes < deep.nodes
    check(shallow)
    check(deep)


@pytest.mark.parametrize("game", ["4eyes-beginners", "4eyes-plus-2p", "4eyes-pencil-2p-7x7"])
def test_solved_games_are_won_from_the_first_move(game: str) -> None:
    position = veier.game(game).start()
    while not position.is_over:
        analysis = think(position, Limits(nodes=1000))
        if position.mover == 0:
            check(analysis)
            assert analysis.best.proven is not None
            assert analysis.best.proven.winner == 0
        position = position.play(analysis.best.move)
    assert position.outcome is not None
    assert position.outcome.winner == 0


def test_with_the_book_the_quickest_win_still_comes_first() -> None:
    position = veier.game("4eyes-plus-2p-7x7").start().play("b1a1", "b7b6")
    book = known_result(position)
    best = think(position).best.proven
    assert book is not None
    assert best is not None
    assert best.winner == book.winner
    assert best.plies < book.plies


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("4eyes-plus-2p?side=3&tiles=2", "a1a2 c1c2 b2b3"),
        ("4eyes-pencil-2p?side=4", "d1c1 d3c3 c2d2 b4a4 a2a3 b2b3 a1b1"),
    ],
)
@pytest.mark.parametrize(
    "limits", [Limits(nodes=100), Limits(depth=2), Limits(movetime=0.1), Limits(nodes=100, threads=2)]
)
def test_who_must_pass_passes(game: str, moves: str, limits: Limits) -> None:
    position = veier.game(game).start().play(*moves.split())
    analysis = think(position, limits)
    assert [line.move.text for line in analysis.variations] == ["pass"]
    check(analysis)


@pytest.mark.parametrize(
    ("game", "plies"), [("4eyes-plus-2p?side=4&tiles=3", 3), ("4eyes-beginners", 12), ("4eyes-plus-2p", 3)]
)
@pytest.mark.parametrize("nodes", [1, 1000, 5000])
def test_so_many_positions_are_looked_at_and_no_more(game: str, plies: int, nodes: int) -> None:
    """But for a few looks at each move, without which there is no answer."""
    for position in careful_positions(game, plies, 3):
        assert think(position, Limits(nodes=nodes), book=False).nodes <= nodes + 4 * len(position.legal_moves)


def test_without_the_book_it_thinks_for_itself() -> None:
    start = veier.game("4eyes-plus-2p").start()
    assert think(start, Limits(nodes=500)).best.proven is not None
    assert think(start, Limits(nodes=500), book=False).best.proven is None


def test_a_lost_player_makes_the_move_whose_refutation_is_hardest_to_find() -> None:
    lost = 0
    for seed in range(8):
        position, random = veier.game("4eyes-plus-2p-7x7").start(), Random(seed)
        while not position.is_over:
            best = think(position, Limits(nodes=200)).best
            if best.proven == veier.Proven(1 - position.mover, 2):
                lost += 1
                replies = [len(winning_numbers(position.play(move))) for move in position.legal_moves]
                assert len(winning_numbers(position.play(best.move))) == min(count for count in replies if count)
            position = position.play(greedy_move(position, random))
    assert lost > 3
