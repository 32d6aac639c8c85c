"""The same question has the same answer: however a position came about, and in whatever process it is searched."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context

import pytest
from games.playing import random_game

import veier
from veier import History, Limits, Position

GAMES = [game.id for game in veier.all_games() if game.players == 3]
LIMITS = Limits(nodes=300)


def games_so_far(game: str) -> Iterator[tuple[Position, History]]:
    """Yield positions of a random game of three players, each with the moves that led to it."""
    start = veier.game(game).start()
    position, moves = start, list[str]()
    for before, position in pairwise(random_game(game, 1, 12, lasting=12)):
        moves.append(str(position.last_move))
        assert before.play(moves[-1]) == position
        yield position, History(start, tuple(moves))


def copies(position: Position) -> list[Position]:
    """Return a position as it was played, pickled, and read from its position string."""
    return [position, pickle.loads(pickle.dumps(position)), veier.parse_position(veier.format_position(position))]


def answer(position: Position, history: History | None) -> tuple[object, ...]:
    """Return what a search finds: moves, chances and nodes; then what a level chooses."""
    found = veier.think(position, LIMITS, seed=3, history=history)
    level = veier.think_at_level(position, 5, LIMITS, seed=3, history=history)
    return found.variations, found.nodes, level.variations, level.nodes


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_answered_alike_however_it_came_about(game: str) -> None:
    changed = 0
    for position, history in games_so_far(game):
        without = [answer(copy, None) for copy in copies(position)]
        given = [answer(copy, pickle.loads(pickle.dumps(history))) for copy in copies(position)]
        assert without[0] == without[1] == without[2]
        assert given[0] == given[1] == given[2]
        changed += given[0] != without[0]
    assert changed > 4, "the moves so far are what the opponents are known by"


@pytest.mark.parametrize("game", GAMES[:1])
def test_a_position_is_answered_alike_in_other_processes(game: str) -> None:
    asked = [(position, given) for position, history in games_so_far(game) for given in (None, history)]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert list(pool.map(answer, *zip(*asked, strict=True))) == [answer(*each) for each in asked]


def test_without_moves_a_history_says_nothing() -> None:
    position, _ = list(games_so_far(GAMES[0]))[-1]
    assert answer(position, History(position)) == answer(position, None)


def test_a_history_must_lead_to_the_position() -> None:
    start = veier.game(GAMES[0]).start()
    history = History(start, ("c3c4", "D4D5"))
    assert history.moves == ("c3c4", "d4d5")
    assert history == pickle.loads(pickle.dumps(history)) == History(start).play("c3c4", "d4d5")
    assert history.final == start.play("c3c4", "d4d5")
    for search in (veier.think, lambda *given, **named: veier.think_at_level(given[0], 1, **named)):
        with pytest.raises(veier.VeierError, match="do not lead to this position"):
            search(start.play("c3c4"), LIMITS, history=history)
    with pytest.raises(veier.IllegalMove):
        History(start, ("c3c4", "c3c4"))
