"""Proofs from Python: a solution has a strategy, which wins every game, is kept in a file and can be checked."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
import pytest

import veier
from search.test_solver import careful_positions
from veier.messages import LANGUAGES
from veier.search.solve.proof_file import UnfinishedSearch, write_unfinished

SHEET = "4eyes-pencil-2p?side=5"
LIMITS = veier.Limits(movetime=60, megabytes=32)


@pytest.fixture(scope="module")
def solution() -> veier.Solution:
    found = veier.solve(veier.game(SHEET).start(), LIMITS)
    assert found.strategy
    return found


def win_by(strategy: veier.Strategy, position: veier.Position, seed: int) -> int:
    """Play a strategy against random moves, half of them such as win nothing but lose nothing; return the plies."""
    random, plies = Random(seed), 0
    while not position.is_over:
        move = strategy.move(position)
        assert (move is not None) == (position.mover == strategy.winner)
        position = position.play(move or random.choice(position.legal_moves))
        plies += 1
    assert position.outcome
    assert position.outcome.winner == strategy.winner
    assert strategy.move(position) is None
    return plies


def test_the_strategy_wins_every_game(solution: veier.Solution) -> None:
    assert solution.strategy
    start = veier.game(SHEET).start()
    assert solution.winner == 0
    assert solution.strategy.move(start) == solution.move
    assert max(win_by(solution.strategy, start, seed) for seed in range(40)) <= solution.plies


@pytest.mark.parametrize("game", ["4eyes-plus-2p?side=5&tiles=6", "4eyes?side=3&a=1&b=1&d=2", "4eyes-beginners"])
@pytest.mark.parametrize("threads", [1, 2])
def test_positions_within_games_have_strategies_too(game: str, threads: int) -> None:
    winners = set()
    for position in careful_positions(game, {"4eyes-beginners": 11}.get(game, 5), 8):
        found = veier.solve(position, replace(LIMITS, threads=threads))
        assert found.decided
        assert (found.strategy is None) == (found.winner is None)
        if found.strategy:
            winners.add(found.winner == position.mover)
            assert max(win_by(found.strategy, position, seed) for seed in range(5)) <= found.plies
            checked = veier.check_proof(found.strategy)
            assert (checked.holds, checked.plies) == (True, found.plies)
    assert winners


def test_a_strategy_is_kept_in_a_file(tmp_path: Path) -> None:
    position = veier.game(SHEET).start().play("b1a1", "d4d3")
    found = veier.solve(position, LIMITS)
    assert found.strategy
    path = tmp_path / "my.proof"
    veier.write_proof(path, found.strategy)
    again = veier.read_proof(str(path))
    assert again.move(position) == found.move
    for proof in (path, str(path), again):
        assert veier.check_proof(proof).holds
    # It is one that the command takes, and it holds on a larger sheet with the same stones no more.
    done = subprocess.run([sys.executable, "-m", "veier", "check-proof", path], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    checked = veier.check_proof(again, "4eyes-pencil-2p?side=6")
    assert (checked.holds, checked.problem) == (False, "missing")


def test_a_strategy_knows_nothing_of_other_games(solution: veier.Solution) -> None:
    assert solution.strategy
    assert solution.strategy.move(veier.game("hexrows").start()) is None
    assert solution.strategy.move(veier.game("4eyes-pencil-2p").start()) is None
    assert solution.strategy.move(veier.game(SHEET).start().play("c3c4")) is None


def test_nobody_has_a_strategy_where_nobody_wins() -> None:
    found = veier.solve(veier.game("4eyes-pencil-2p?side=4").start(), LIMITS)
    assert (found.decided, found.winner, found.strategy) == (True, None, None)


def test_progress_is_told_and_a_search_can_be_stopped() -> None:
    stop, told = veier.Stop(), []
    threading.Timer(0.5, stop.set).start()
    begun = time.monotonic()
    limits = veier.Limits(movetime=60)
    found = veier.solve(veier.game("4eyes").start(), limits, watch=lambda *nodes: told.append(nodes), stop=stop)
    assert not found.decided
    assert time.monotonic() - begun < 10
    assert told[-1][0] > 0
    assert told == sorted(told)


def test_nodes_and_memory_are_limits_too() -> None:
    start = veier.game("4eyes").start()
    found = veier.solve(start, veier.Limits(nodes=1000, movetime=60))
    assert not found.decided
    assert found.nodes + found.threat_nodes >= 1000
    assert found.seconds < 10
    small = veier.solve(veier.game(SHEET).start(), veier.Limits(movetime=5, megabytes=1))
    assert small.winner in (None, 0)


def test_the_book_is_open_to_all() -> None:
    start = veier.game("4eyes-plus-2p-7x7").start()
    found = veier.book_move(start)
    assert found
    assert (str(found.move), found.plies) == ("b1a1", 11)
    assert veier.book_move(start.play("d4d5")) is None


def test_files_without_a_strategy_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "open.proof"
    write_unfinished(
        path, UnfinishedSearch(SHEET, (), {0: np.zeros((0, 2), np.int64), 1: np.zeros((0, 2), np.int64)}, 1.0)
    )
    with pytest.raises(veier.VeierError, match="not finished"):
        veier.check_proof(path)
    path.write_text("nothing")
    with pytest.raises(veier.VeierError, match="no proof"):
        veier.read_proof(path)


WRONG_TYPES: list[tuple[Callable[..., object], object]] = [
    (veier.solve, "x"),
    (veier.solve, None),
    (partial(veier.solve, veier.game(SHEET).start()), 60),
    (veier.check_proof, 7),
    (veier.read_proof, None),
    (partial(veier.write_proof, "x.proof"), "strategy"),
    (veier.book_move, "x"),
]


@pytest.mark.parametrize(("function", "value"), WRONG_TYPES)
def test_wrong_types_are_refused_with_a_sentence(function: Callable[..., object], value: object) -> None:
    with pytest.raises(veier.VeierError) as caught:
        function(value)
    assert len({caught.value.text(language) for language in LANGUAGES}) == len(LANGUAGES)
