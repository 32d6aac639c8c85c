"""Moves told in sentences."""

from __future__ import annotations

import pytest

import veier
from veier.core.descriptions import describe_move

TOLD = {
    ("4eyes", "", "13@C3"): "Red plays 13@C3: Red on e6 and Blue on f5.",
    ("4eyes?side=3&a=0&b=0&d=1", "13@A1 13@C3", "A1B1"): "Red slides the tile on A1 (A1B1): Red on c2 and Blue on d1.",
    ("4eyes?side=3&a=0&b=0&d=1", "13@A1 13@C3", "A1r"): "Red turns the tile on A1 (A1r): Red on b2 and Blue on a1.",
    ("4eyes-plus-3p", "c3c4", "e5e6"): "Brown plays e5e6: Brown on e5 and Blue on e6.",
    ("4eyes-plus-2p?tiles=1", "a1a2 c3c4", "a1-e5e6"): (
        "Red moves the domino on a1 (a1-e5e6): Red on e5 and Blue on e6."
    ),
    ("hexrows", "f6", "g6"): "Blue plays g6.",
}


@pytest.mark.parametrize(("game", "moves", "move"), TOLD)
def test_a_move_is_told_in_words(game: str, moves: str, move: str) -> None:
    position = veier.game(game).start().play(*moves.split())
    assert str(describe_move(position, position.parse_move(move))) == TOLD[game, moves, move]


def test_passing_is_told() -> None:
    position = veier.game("4eyes-plus-2p").start()
    assert str(describe_move(position, veier.Move("pass", -1, "pass"))) == "Red must pass."
