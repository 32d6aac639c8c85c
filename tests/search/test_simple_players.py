"""The simple players: legal, repeatable, and not blind for a single move."""

from __future__ import annotations

from random import Random

import pytest

import veier
from veier.search.simple_players import greedy_move, random_move

GAMES = [game.id for game in veier.all_games()]
SQUARE_GAMES = [name for name in GAMES if name != "hexrows"]


def careful(game: str, seed: int, plies: int) -> veier.Position:
    """Reach a running position by greedy moves."""
    position, random = veier.game(game).start(), Random(seed)
    while plies and not position.is_over:
        position = position.play(greedy_move(position, random))
        plies -= 1
    return position


@pytest.mark.parametrize("game", GAMES)
def test_the_same_random_numbers_give_the_same_moves(game: str) -> None:
    for player in (random_move, greedy_move):
        start = veier.game(game).start()
        assert player(start, Random(3)) == player(start, Random(3))
        assert len({player(start, Random(seed)) for seed in range(20)}) > 5


@pytest.mark.parametrize("game", SQUARE_GAMES)
def test_greedy_wins_when_it_can_and_never_gives_the_game_away(game: str) -> None:
    for seed in range(6):
        position, random = veier.game(game).start(), Random(seed)
        while not position.is_over:
            mover = position.mover
            after = [position.play(move) for move in position.legal_moves]
            wins = [reached for reached in after if reached.outcome and reached.outcome.winner == mover]
            harmless = [reached for reached in after if reached.outcome is None]
            position = position.play(greedy_move(position, random))
            assert not wins or position in wins
            assert not harmless or position.outcome is None or position.outcome.winner == mover


@pytest.mark.parametrize("game", SQUARE_GAMES)
def test_greedy_leaves_no_win_to_the_next_player_if_it_can(game: str) -> None:
    looked = 0
    for seed in range(8):
        position = careful(game, seed, 5)
        if position.is_over:
            continue
        answers = {
            move: after
            for move in position.legal_moves
            if not (after := position.play(move)).is_over and not any(t.moves for t in after.threats(after.mover))
        }
        chosen = position.play(greedy_move(position, Random(seed)))
        if answers and chosen.outcome is None:
            looked += 1
            assert chosen in answers.values()
    assert looked


def test_greedy_takes_points_and_blocks_rows() -> None:
    start = veier.game("hexrows").start()
    # Red has f5 f6 f7 and may make four at f4 or f8; Blue first has to stop it, then Red takes what is left.
    position = start.play("f6", "g6", "f5", "a1", "f7")
    block = greedy_move(position, Random(1))
    assert block.text in {"f4", "f8"}
    position = position.play(block)
    taken = position.play(greedy_move(position, Random(1)))
    assert taken.scores == (1, 0)


@pytest.mark.parametrize("game", ["4eyes-beginners", "4eyes-plus-2p-7x7", "hexrows?side=4&stones=18"])
def test_greedy_beats_random(game: str) -> None:
    points = 0.0
    for seed in range(20):
        position, random = veier.game(game).start(), Random(seed)
        while not position.is_over:
            player = greedy_move if position.mover == seed % 2 else random_move
            position = position.play(player(position, random))
        assert position.outcome is not None
        points += 0.5 if position.outcome.drawn else position.outcome.winner == seed % 2
    assert points >= 16
