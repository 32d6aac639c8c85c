"""4EYES+ with dominoes: each sentence of its rules on positions made by hand."""

from __future__ import annotations

import pytest

import veier
from games.playing import after, texts, words
from veier import Outcome, Position

# Red on a1 c1 c3 lacks a3, blue on b1 d1 d3 lacks b3. Blue to move.
THREE_CORNERS = "a1b1 g1g2 c1d1 g4g5 c3d3"

# On 3x3 cells only a1, c1 and b3 are left. Blue to move.
BLOCKED = "a2a3 b1b2 c2c3"


def second_phase() -> Position:
    """Give phase 2 on 5x5 cells: red lacks a3, blue lacks b3, and Red, who moves, has a domino on e5 e4."""
    position = after("4eyes-plus-2p?side=5&tiles=3", "a1b1 d1c1 c3d3 a5b5 e5e4 d5c5")
    assert position.phase == 2
    assert position.mover == 0
    assert position.outcome is None
    return position


# Phase 1


def test_two_players_share_two_colours() -> None:
    position = after("4eyes-plus-2p", "a1a2 c1c2")
    assert position.stones == {"a1": 0, "a2": 1, "c1": 1, "c2": 0}
    assert position.game.colours == ("red", "blue")


@pytest.mark.parametrize("game", ["4eyes-plus-3p", "4eyes-plus-3p-7x7", "4eyes-pencil-3p", "4eyes-pencil-3p-7x7"])
def test_three_players_lay_their_own_and_the_next_colour(game: str) -> None:
    position = after(game, "b1a1 c1d1 g7g6")
    assert position.game.colours == ("red", "brown", "blue")
    assert position.stones == {"b1": 0, "a1": 1, "c1": 1, "d1": 2, "g7": 2, "g6": 0}
    assert position.mover == 0


def test_a_domino_lies_on_two_free_cells_that_share_an_edge_either_way_round() -> None:
    start = veier.game("4eyes-plus-2p?side=3&tiles=2").start()
    edges = words("a1a2 a2a3 b1b2 b2b3 c1c2 c2c3 a1b1 b1c1 a2b2 b2c2 a3b3 b3c3")
    assert texts(start) == {*edges, *(edge[2:] + edge[:2] for edge in edges)}
    assert {move for move in texts(start.play("b2b3")) if "b2" in move or "b3" in move} == set()


def test_a_square_of_the_own_colour_wins() -> None:
    position = after("4eyes-plus-2p-7x7", THREE_CORNERS + " e7f7 a3a4")
    assert position.outcome == Outcome(0, "square")
    assert position.scores == (1, 0)


def test_a_square_of_the_opponent_wins_for_the_opponent() -> None:
    position = after("4eyes-plus-2p-7x7", THREE_CORNERS + " a4a3")
    assert position.outcome == Outcome(0, "square")


def test_squares_of_both_colours_at_once_are_illegal_for_either_player() -> None:
    blue = after("4eyes-plus-2p-7x7", THREE_CORNERS)
    assert "a3b3" in texts(blue)
    assert str(blue.why_illegal("b3a3")) == (
        "it would make a square of both colours at once: Blue b1-d1-d3-b3 and Red a1-c1-c3-a3"
    )
    red = blue.play("e7f7")
    assert "b3a3" in texts(red)
    assert str(red.why_illegal("a3b3")) == (
        "it would make a square of both colours at once: Red a1-c1-c3-a3 and Blue b1-d1-d3-b3"
    )


def test_tilted_squares_count() -> None:
    position = after("4eyes-plus-2p-7x7", "b1a1 g7g6 d2e2 g4g3 c4d4 f1g1 a3a2")
    assert position.outcome == Outcome(0, "square")
    (square,) = position.squares(made=True)
    assert square.cells == ("b1", "d2", "c4", "a3")
    assert square.step == (2, 1)


def test_one_stone_may_make_two_squares() -> None:
    # Red c3 completes a1 c1 c3 a3 and c1 e1 e3 c3.
    moves = "a1a2 i9i8 c1c2 g9g8 a3a4 e9e8 e1e2 i6h6 e3e4 i5h5"
    position = after("4eyes-plus-2p", moves)
    assert position.outcome is None
    assert position.play("c3d3").outcome == Outcome(0, "square")
    assert position.play("c3d3").scores == (2, 0)


def test_with_three_players_the_own_square_wins_and_a_gift_goes_to_the_next() -> None:
    # Brown on a1 c1 a3 lacks c3; Red's other stones are brown, so that Red can give it away, or Brown take it.
    moves = "b1a1 c1d1 g7g6 a4a3 f7f6 g4g3"
    position = after("4eyes-plus-3p-7x7", moves)
    gift = position.play("c4c3")
    assert gift.outcome == Outcome(1, "square")
    assert gift.scores == (0, 1, 0)
    own = position.play("e1e2", "c3c4")
    assert own.outcome == Outcome(1, "square")


def test_with_three_players_the_ban_looks_at_the_mover_and_the_next() -> None:
    # Red on a1 c1 c3 lacks a3, brown on b1 d1 d3 lacks b3; Blue's stones are out of the way.
    moves = "a1b1 f1g1 g3g4 c1d1 f6f7 e6e7 c3d3 e4f4 b6b7"
    red = after("4eyes-plus-3p-7x7", moves)
    assert red.mover == 0
    assert str(red.why_illegal("a3b3")) == (
        "it would make a square of both colours at once: Red a1-c1-c3-a3 and Brown b1-d1-d3-b3"
    )
    assert "b3a3" in texts(red)
    brown = red.play("g6g7")
    assert "b3a3" in texts(brown)  # Brown's own square and a blue stone
    assert brown.play("b3a3").outcome == Outcome(1, "square")
    blue = brown.play("c6c7")
    assert "b3a3" in texts(blue)  # a blue stone, and a red one that gives Red the square
    assert blue.play("b3a3").outcome == Outcome(0, "square")


# Phase 2


def test_a_domino_goes_anywhere_that_is_free_once_it_is_lifted() -> None:
    position = after("4eyes-plus-2p?side=3&tiles=1", "a1a2 c3c2")
    assert position.phase == 2
    free_edges = words("a1a2 a2a3 b1b2 b2b3 a1b1 b1c1 a2b2 a3b3")
    either_way = {*free_edges, *(edge[2:] + edge[:2] for edge in free_edges)}
    assert texts(position) == {f"a1-{edge}" for edge in either_way - {"a1a2"}}


def test_a_domino_must_not_end_as_it_lay_but_may_be_flipped_where_it_lies() -> None:
    position = after("4eyes-plus-2p?side=3&tiles=1", "a1a2 c3c2")
    assert str(position.why_illegal("a1-a1a2")) == "the domino would lie exactly as before"
    assert position.play("a1-a2a1").stones == {"a2": 0, "a1": 1, "c3": 1, "c2": 0}
    assert position.play("a1-a2a3").stones == {"a2": 0, "a3": 1, "c3": 1, "c2": 0}


def test_only_the_own_dominoes_move_and_the_own_stone_names_them() -> None:
    position = second_phase()
    assert {move[:2] for move in texts(position)} == {"a1", "c3", "e5"}
    assert {move[:2] for move in texts(position.play("e5-e4e5"))} == {"d1", "a5", "d5"}


def test_a_moved_domino_can_win_give_the_win_away_or_be_illegal() -> None:
    position = second_phase()
    assert position.play("e5-a3a4").outcome == Outcome(0, "square")
    assert position.play("e5-b4b3").outcome == Outcome(1, "square")
    assert str(position.why_illegal("e5-a3b3")) == (
        "it would make a square of both colours at once: Red a1-c1-c3-a3 and Blue b1-d1-d3-b3"
    )


def test_a_domino_that_leaves_its_corners_does_not_complete_their_squares() -> None:
    position = second_phase()
    assert position.play("a1-a3b3").outcome is None
    assert position.play("c3-a3b3").outcome is None


# Passing, repetition


def test_who_has_a_move_may_not_pass() -> None:
    for position in (veier.game("4eyes-plus-2p").start(), second_phase()):
        assert str(position.why_illegal("pass")) == "passing is only allowed when there is no other move"


def test_a_domino_without_room_is_a_pass_and_all_passing_is_a_draw() -> None:
    blue = after("4eyes-plus-2p?side=3&tiles=2", BLOCKED)
    assert blue.reserves == ({"domino": 0}, {"domino": 1})
    assert texts(blue) == {"pass"}
    red = blue.play("pass")
    assert (red.outcome, red.phase) == (None, 1)
    assert texts(red) == {"pass"}
    drawn = red.play("pass")
    assert drawn.outcome == Outcome(None, "passes")


def test_three_players_must_all_pass() -> None:
    # Each has a domino left, but no two free cells share an edge.
    position = after("4eyes-plus-3p?side=5&tiles=4", "d5d4 c1b1 b2a2 e2e1 e4e3 d2c2 a4a3 c3c4 b4b5")
    assert position.reserves == ({"domino": 1},) * 3
    for passes in range(3):
        assert (position.passes, position.outcome) == (passes, None)
        assert texts(position) == {"pass"}
        position = position.play("pass")
    assert position.outcome == Outcome(None, "passes")


def test_the_third_time_a_position_stands_the_game_is_drawn() -> None:
    position = after("4eyes-plus-2p?side=3&tiles=1", "a1a2 c3c2")
    for move in words("a1-a2a1 c3-c2c3 a2-a1a2 c2-c3c2 a1-a2a1 c3-c2c3 a2-a1a2"):
        position = position.play(move)
        assert position.outcome is None
    assert position.play("c2-c3c2").outcome == Outcome(None, "repetition")


def test_the_third_time_with_three_players() -> None:
    position = after("4eyes-plus-3p?side=3&tiles=1", "a1a2 b1b2 c3c2")
    circle = words("a1-a2a1 b1-b2b1 c3-c2c3 a2-a1a2 b2-b1b2 c2-c3c2")
    for move in circle * 2:
        assert position.outcome is None
        position = position.play(move)
    assert position.outcome == Outcome(None, "repetition")


def test_the_same_stones_on_other_dominoes_are_another_position() -> None:
    upright = after("4eyes-plus-2p?side=4&tiles=2", "a1a2 d1d2 b2b1")
    lying = after("4eyes-plus-2p?side=4&tiles=2", "a1b1 d1d2 b2a2")
    assert upright.stones == lying.stones
    assert upright.digest != lying.digest
    assert upright != lying


def test_before_phase_2_nothing_counts_as_having_stood() -> None:
    assert after("4eyes-plus-2p?side=3&tiles=2", BLOCKED).seen == ()
    start_of_phase_2 = after("4eyes-plus-2p?side=3&tiles=1", "a1a2 c3c2")
    assert start_of_phase_2.seen == (start_of_phase_2.digest,)
