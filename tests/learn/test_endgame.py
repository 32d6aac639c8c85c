"""Searches to the end of the game, and proofs that a player does not lose."""

from __future__ import annotations

from random import Random

import pytest

import veier
from veier.core.position import Position
from veier.learn.endgame import Endgame
from veier.learn.exhaustive import Exhaustive
from veier.learn.not_lost import never_loses
from veier.learn.puzzle import Puzzle
from veier.learn.puzzle_store import puzzles_of


def values(position: Position, known: dict[bytes, int | None]) -> int | None:
    """Return who wins a game that only places pieces, by trying everything; None for a draw."""
    if position.outcome:
        return position.outcome.winner
    if position.packed not in known:
        results = {values(position.play(move), known) for move in position.legal_moves}
        mine, other = position.mover, 1 - position.mover
        known[position.packed] = mine if mine in results else None if None in results else other
    return known[position.packed]


def random_position(game: veier.Game, plies: int, random: Random) -> Position:
    position = game.start()
    for _ in range(plies):
        if not position.is_over:
            position = position.play(random.choice(position.legal_moves))
    return position


@pytest.mark.parametrize("name", ["4eyes-pencil-2p?side=4", "4eyes-pencil-2p?side=5"])
def test_games_without_moving_are_searched_to_their_end(name: str) -> None:
    game, random = veier.game(name), Random(1)
    endgame, met = Endgame(game, 10_000_000), set()
    known: dict[bytes, int | None] = {}
    for _ in range(25):
        position = random_position(game, random.randrange(4, 6) if name.endswith("4") else 8, random)
        if position.is_over:
            continue
        value = values(position, known)
        met.add(value)
        assert endgame.winner(position.state, 2) == value
        for seat in (0, 1):
            assert endgame.cannot_win(position.state, seat) == (value != seat)
            assert never_loses(position, seat) == (value != 1 - seat)
    assert met == {0, 1, None}


MOVING = [puzzle for puzzle in puzzles_of("4eyes-beginners") if puzzle.start().phase == 2 and puzzle.kind == "win"]


@pytest.mark.parametrize("puzzle", MOVING, ids=[puzzle.id for puzzle in MOVING])
def test_wins_by_moving_agree_with_exhaustive_search(puzzle: Puzzle) -> None:
    start, mover = puzzle.start(), puzzle.start().mover
    assert Exhaustive(start.game).forces(start.state, mover, 2 * puzzle.moves - 1)
    assert Endgame(start.game, 1_000_000).winner(start.state, 2) == mover
    assert never_loses(start, mover)
    assert not never_loses(start, 1 - mover)


def test_games_that_may_go_on_for_ever_are_not_called_drawn() -> None:
    position = random_position(veier.game("4eyes-plus-2p-7x7?side=4&tiles=2"), 4, Random(3))
    assert position.phase == 2
    assert not any(Endgame(position.game, 1_000_000).cannot_win(position.state, seat) for seat in (0, 1))
