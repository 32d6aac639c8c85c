"""Squares that can never be made are not listed, and all others are."""

from __future__ import annotations

import pytest

import veier

from .covering import grid_squares, squares_that_can_be_made


@pytest.mark.parametrize(
    "game",
    [
        "4eyes?side=3&a=1&b=1&d=1",
        "4eyes-plus-2p?side=4&tiles=2",
        "4eyes-plus-3p?side=5&tiles=2",
        "4eyes-pencil-2p?side=6",
    ],
)
def test_squares_are_listed_that_pieces_can_make(game: str) -> None:
    """Not on 3x3 cells: there the four corners can be covered, but only together with a square of the other colour."""
    start = veier.game(game).start()
    listed = {frozenset(square.cells) for square in start.squares()}
    assert listed == squares_that_can_be_made(game)
    assert len(listed) < len(grid_squares(start.game.rules.cell_names))


@pytest.mark.parametrize(
    ("game", "count", "never"),
    [
        ("4eyes", 696, 129),
        ("4eyes-beginners", 260, 76),
        ("4eyes-plus-2p", 536, 4),
        ("4eyes-plus-3p", 536, 4),
        ("4eyes-plus-2p-7x7", 192, 4),
        ("4eyes-pencil-3p-7x7", 192, 4),
    ],
)
def test_how_many_there_are(game: str, count: int, never: int) -> None:
    """A grid of n x n cells has n²(n²-1)/12 squares."""
    start = veier.game(game).start()
    cells = len(start.game.rules.cell_names)
    assert len(start.squares(seat=0)) == len(start.game.patterns.shapes) == count
    assert count + never == cells * (cells - 1) // 12


def through(game: str, *cells: str) -> list[veier.Square]:
    return [square for square in veier.game(game).start().squares(seat=0) if {*cells} <= {*square.cells}]


def test_a_large_field_never_holds_two_corners() -> None:
    """They would be two stones of one colour on a tile."""
    assert not through("4eyes", "c3", "d3")
    assert not through("4eyes", "a1", "b2")
    assert through("4eyes", "b2", "c2")


def test_a_corner_of_the_board_leaves_room_for_its_domino() -> None:
    """A stone on a1 has its partner on b1 or a2."""
    assert not through("4eyes-plus-2p", "a1", "b1", "a2")
    assert through("4eyes-plus-2p", "a2", "b2", "a3")
