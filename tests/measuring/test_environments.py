"""The benchmark of environments measures what there is; many boards are much faster than one after the other."""

from __future__ import annotations

import pytest

from benchmarks.environments import YARDSTICK, measure, measure_all, vector_steps


def test_many_boards_are_a_hundred_times_faster_than_pettingzoo() -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    for game in ("hexrows", "4eyes"):
        measured = {result.name: result.steps for result in measure_all(1000, 0.05, 2, f"veier {game}")}
        assert measured[f"veier {game}"] >= 100 * measured[f"PettingZoo veier {game}"]


def test_many_boards_are_faster_than_pgx() -> None:
    """With legal actions, planes and rewards, on all cores; docs/environments.md has the figures of a single one."""
    pytest.importorskip("pgx", reason="pgx is not installed")
    (yardstick,) = measure_all(1000, 0.2, 3, YARDSTICK)
    for game in ("hexrows", "4eyes"):
        measured = {result.name: result.steps for result in measure_all(1000, 0.1, 3, f"veier {game}")}
        assert measured[f"veier {game}"] >= 1.5 * yardstick.steps


def test_steps_are_counted() -> None:
    assert vector_steps("4eyes-beginners", 7, True)() == 70
    assert measure(lambda: 5, 0.01, 1) > 0
