"""What the books prove is known for either side to move, under every symmetry, and told the same everywhere."""

from __future__ import annotations

import subprocess
import sys

import pytest

import veier
from benchmarks.proved import play_along, solved_games
from veier.search.levels import level_count, think_at_level
from veier.search.limits import Limits
from veier.search.solve.book import read_books
from veier.search.solve.knowledge import known_moves, known_result
from veier.search.think import think


@pytest.mark.parametrize("game", solved_games())
def test_every_position_along_a_book_is_proven_for_either_side(game: str) -> None:
    winner = read_books(veier.game(game))[0].winner
    for seed in range(4):
        positions = play_along(veier.game(game), seed)
        last = positions[-1].outcome
        assert last is not None
        assert last.winner == winner
        for position in positions[:-1]:
            best = think(position, Limits(nodes=1)).best
            assert best.proven is not None
            assert best.proven.winner == winner
            assert best.chances[winner] == 1


@pytest.mark.parametrize("game", solved_games())
def test_a_proven_result_comes_within_its_plies(game: str) -> None:
    for seed in range(4):
        positions = play_along(veier.game(game), seed)
        for played, position in enumerate(positions[:-1]):
            if known := known_result(position):
                assert len(positions) - 1 - played <= known.plies


@pytest.mark.parametrize("game", solved_games())
def test_best_and_analyse_agree_on_what_is_proven(game: str) -> None:
    for position in play_along(veier.game(game), 2)[:-1]:
        alone, wide = (think(position, Limits(nodes=1000), widely=widely) for widely in (False, True))
        assert wide.best.proven == alone.best.proven
        assert wide.best.move == alone.best.move
        told = {line.move: line.proven for line in wide.variations if line.proven}
        for line in alone.variations:
            if line.proven:
                assert told[line.move] == line.proven


def test_images_of_a_proved_move_are_proved() -> None:
    start = veier.game("4eyes-plus-2p-7x7").start()
    texts = {start.describe(number).text for number in known_moves(start)}
    assert {"b1a1", "f1g1", "b7a7", "f7g7", "a2a1", "g2g1", "a6a7", "g6g7"} <= texts


def test_what_a_weak_level_says_of_its_move_is_true() -> None:
    start = veier.game("4eyes").start()
    for level in range(1, level_count(start.game) + 1):
        best = think_at_level(start, level, Limits(nodes=100), seed=level).best
        assert best.proven is not None
        assert best.chances == (0.0, 1.0)


def test_a_pass_hides_whose_turn_it_is() -> None:
    """The stones of a proved position with the other player to move are another position."""
    position = veier.game("4eyes-plus-2p-7x7").start().play("b1a1", "d4e4")
    assert known_result(position) is not None
    turned = veier.parse_position(veier.format_position(position).replace(" r ", " b "))
    assert turned.mover != position.mover
    assert known_result(turned) is None


def test_who_has_fewer_pieces_left_is_not_promised_a_win() -> None:
    """In a position that was set up, all pieces on the board may be of one player, who soon has none left."""
    position = veier.game("4eyes-plus-2p-7x7").start().play("b1a1", "d4e4")
    assert known_result(position) is not None
    of_red = veier.format_position(position).replace("B>r", "bR<").replace("8/8", "7/9")
    set_up = veier.parse_position(of_red)
    assert set_up.stones == position.stones
    assert known_result(set_up) is None


def test_nothing_is_known_of_other_games() -> None:
    for game in ("hexrows", "4eyes-plus-3p", "4eyes-plus-2p?side=8"):
        assert known_moves(veier.game(game).start()) == {}


def test_a_fresh_process_knows_in_a_moment() -> None:
    """In at most 0.2 s of processor time, beside loading and one search that warms up nothing of the book."""
    code = """
import time, veier
from veier.search.think import think
position = veier.game("4eyes").start()
think(position, veier.Limits(nodes=1), book=False)
begun = time.process_time()
assert think(position).best.proven == veier.Proven(1, 12)
print(time.process_time() - begun)
"""
    spent = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert float(spent) < 0.2
