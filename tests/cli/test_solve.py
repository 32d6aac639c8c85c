"""`veier solve`."""

from __future__ import annotations

import json

import pytest

from cli.conftest import Run


def test_it_says_who_wins_and_how(veier: Run) -> None:
    done = veier("solve", "4eyes-pencil-2p?side=5")
    assert done.code == 0
    first, plies, figures, _ = done.out.split("\n")
    assert plies.startswith("The win takes at most 1")
    assert first.startswith("Red wins by force, beginning with ")
    assert "in threat search" in figures


def test_as_json(veier: Run) -> None:
    data = json.loads(veier("solve", "4eyes-pencil-2p?side=5", "b1a1", "--json").out)
    assert (data["decided"], data["winner"], data["move"]) == (True, 0, None)


def test_it_says_when_nobody_wins_or_it_does_not_know(veier: Run) -> None:
    assert "Neither player can force a win" in veier("solve", "4eyes-pencil-2p?side=4").out
    assert "Not decided in this time" in veier("solve", "4eyes", "--limit", "1").out


def test_wins_can_be_asked_for_within_so_many_moves(veier: Run) -> None:
    assert "at most 11 moves" in veier("solve", "4eyes-pencil-2p?side=5", "--within", "11").out
    assert "within 10 moves" in veier("solve", "4eyes-pencil-2p?side=5", "--within", "10").out


@pytest.mark.parametrize("game", ["hexrows", "4eyes-pencil-3p"])
def test_other_games_are_refused(veier: Run, game: str) -> None:
    done = veier("solve", game)
    assert done.code == 2
    assert "two players and squares" in done.err
