"""4EYES+ with pencils: each sentence of its rules on positions made by hand."""

from __future__ import annotations

from games.playing import after, texts
from veier import Outcome


def test_each_turn_colours_two_neighbours_and_nothing_ever_moves() -> None:
    position = after("4eyes-pencil-2p", "a1a2 c1c2")
    assert position.stones == {"a1": 0, "a2": 1, "c1": 1, "c2": 0}
    assert str(position.why_illegal("a1-b1b2")) == "with pencils nothing is moved"
    assert all("-" not in move for move in texts(position))


def test_there_is_no_reserve_and_no_phase_2() -> None:
    position = after("4eyes-pencil-2p?side=3", "a2a3 b1b2")
    assert position.reserves == ({}, {})
    assert position.phase == 1
    assert position.game.pieces == {}


def test_squares_win_as_with_dominoes() -> None:
    three_corners = "a1b1 g1g2 c1d1 g4g5 c3d3"
    position = after("4eyes-pencil-2p-7x7", three_corners)
    assert position.play("b3b4").outcome == Outcome(1, "square")
    assert position.play("a4a3").outcome == Outcome(0, "square")
    assert str(position.why_illegal("b3a3")) == (
        "it would make a square of both colours at once: Blue b1-d1-d3-b3 and Red a1-c1-c3-a3"
    )


def test_when_no_two_free_neighbours_are_left_the_game_is_drawn() -> None:
    position = after("4eyes-pencil-2p?side=3", "a2a3 b1b2 c2c3")  # a1, c1 and b3 are free
    assert position.outcome == Outcome(None, "full")
    assert position.legal_moves == ()


def test_a_square_with_the_last_move_wins() -> None:
    # Blue's last stone gives Red b1 c2 b3 a2; only c3 stays free.
    position = after("4eyes-pencil-2p?side=3", "b1b2 a1a2 c2c1 a3b3")
    assert position.outcome == Outcome(0, "square")


def test_when_all_that_is_left_makes_two_squares_the_players_pass() -> None:
    # d2 and d3 are free; either way round they complete a square of each colour.
    position = after("4eyes-pencil-2p?side=4", "c3c2 a1a2 b2b1 b3b4 c1d1 c4d4 a4a3")
    assert texts(position) == {"pass"}
    both = "it would make a square of both colours at once: "
    assert str(position.why_illegal("d2d3")) == both + "Blue b1-d2-c4-a3 and Red c1-d3-b4-a2"
    # Red has two squares with d2; the reason names one of them.
    one, other = (f"{both}Blue c2-d3-c4-b3 and Red {square}" for square in ("c1-d2-c3-b2", "b2-d2-d4-b4"))
    assert str(position.why_illegal("d3d2")) in (one, other)
    assert texts(position.play("pass")) == {"pass"}
    assert position.play("pass", "pass").outcome == Outcome(None, "passes")


def test_where_one_player_must_pass_the_next_may_have_a_move() -> None:
    # c4 and c5 are free. Blue can use them neither way, Red one way.
    blue = after("4eyes-pencil-3p?side=5", "d3d2 a4a3 c1b1 b4b5 c2b2 b3c3 a2a1 e2e3 d1e1 d4e4 e5d5")
    assert blue.mover == 2
    assert texts(blue) == {"pass"}
    red = blue.play("pass")
    assert texts(red) == {"c4c5"}
    assert red.play("c4c5").outcome == Outcome(0, "square")
