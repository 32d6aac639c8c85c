"""4EYES: each sentence of its rules on positions made by hand."""

from __future__ import annotations

import veier
from games.playing import after, board, texts, words
from veier import Outcome

# On the lower left fields red stands on a2 c2 a4 and blue on b1 d1 b3: red lacks c4, blue lacks d3. Blue to move.
THREE_ALIKE = "13@A1 13@B1 13@A2"

# Phase 2 with the same corners. Red owns the tile on A1, the one that is named, and one out of the way.
SMALL = "4eyes?side=4&a=1&b=0&d=2"


def second_phase(tile: str) -> veier.Position:
    position = after(SMALL, f"13@A1 13@B1 {tile} 13@A2 31@D4 12@D1")
    assert position.phase == 2
    assert position.mover == 0
    assert position.outcome is None
    return position


# Phase 1


def test_a_tile_shows_its_stones_in_the_quadrants_that_name_it() -> None:
    stones = {"1": "a2", "2": "b2", "3": "b1", "4": "a1"}
    for tile in words("12 13 14 21 23 24 31 32 34 41 42 43"):
        assert after("4eyes", f"{tile}@A1").stones == {stones[tile[0]]: 0, stones[tile[1]]: 1}
    assert after("4eyes", "12@E5").stones == {"i10": 0, "j10": 1}
    assert after("4eyes-beginners", "34@B3").stones == {"d5": 0, "c5": 1}


def test_any_tile_of_the_reserve_goes_on_any_empty_field_turned_in_any_way() -> None:
    quadrants = [red + blue for red in "1234" for blue in "1234" if red != blue]
    fields = [column + row for column in "ABCDE" for row in "12345"]
    assert texts(veier.game("4eyes").start()) == {f"{tile}@{field}" for tile in quadrants for field in fields}
    position = after("4eyes", "13@C3")
    fields.remove("C3")
    assert texts(position) == {f"{tile}@{field}" for tile in quadrants for field in fields}


def test_types_are_told_by_where_blue_lies_from_red() -> None:
    for kind, tiles in {"A": "12 23 34 41", "B": "14 21 32 43", "D": "13 24 31 42"}.items():
        for tile in tiles.split():
            position = after("4eyes", f"{tile}@C3")
            reserve = {"A": 3, "B": 3, "D": 4}
            assert position.reserves == ({**reserve, kind: reserve[kind] - 1}, reserve)
            assert position.last_move is not None
            assert position.last_move.piece == kind


def test_each_player_places_the_own_tiles_only() -> None:
    position = after("4eyes?side=3&a=1&b=1&d=1", "12@A1 14@C3")
    assert position.reserves == ({"A": 0, "B": 1, "D": 1}, {"A": 1, "B": 0, "D": 1})
    assert {move[:2] for move in texts(position)} == set(words("14 21 32 43 13 24 31 42"))
    blue = position.play("14@A2")
    assert {move[:2] for move in texts(blue)} == set(words("12 23 34 41 13 24 31 42"))


def test_a_square_of_the_own_colour_wins() -> None:
    position = after("4eyes", THREE_ALIKE + " 23@B2")
    assert position.outcome == Outcome(winner=1, why="square")
    assert position.scores == (0, 1)


def test_a_square_of_the_opponent_wins_for_the_opponent() -> None:
    position = after("4eyes", THREE_ALIKE + " 14@B2")
    assert position.outcome == Outcome(winner=0, why="square")
    assert position.scores == (1, 0)


def test_squares_of_both_colours_at_once_are_illegal_for_either_player() -> None:
    blue = after("4eyes", THREE_ALIKE)
    assert len(blue.legal_moves) == 22 * 12 - 1
    assert str(blue.why_illegal("13@B2")) == (
        "it would make a square of both colours at once: Blue b1-d1-d3-b3 and Red a2-c2-c4-a4"
    )
    red = blue.play("31@E5")
    assert str(red.why_illegal("13@B2")) == (
        "it would make a square of both colours at once: Red a2-c2-c4-a4 and Blue b1-d1-d3-b3"
    )


def test_tilted_squares_count() -> None:
    position = after("4eyes", "31@A1 12@C1 34@B3 31@E5")
    assert position.outcome is None
    won = position.play("12@A2")
    assert won.outcome == Outcome(0, "square")
    (square,) = won.squares(made=True)
    assert square.cells == ("b1", "e2", "d5", "a4")
    assert square.step == (3, 1)


# Phase 2


def test_phase_2_begins_when_all_tiles_of_both_players_lie() -> None:
    position = after("4eyes?side=3&a=1&b=0&d=0", "12@B2")
    assert position.phase == 1
    assert position.play("12@A1").phase == 2
    assert texts(position.play("12@A1")) == set(words("B2A2 B2A3 B2B1 B2B3 B2C1 B2C2 B2C3 B2l B2r"))


def test_a_tile_slides_to_the_eight_fields_around_it_without_turning() -> None:
    position = after("4eyes?side=3&a=1&b=0&d=0", "12@B2 12@A1")
    for field, red, blue in [("C3", "e6", "f6"), ("B1", "c2", "d2"), ("A2", "a4", "b4")]:
        stones = position.play(f"B2{field}").stones
        assert stones == {red: 0, blue: 1, "a2": 0, "b2": 1}


def test_right_is_clockwise_and_left_is_counter_clockwise() -> None:
    position = after("4eyes?side=3&a=1&b=0&d=0", "12@B2 12@A1")
    assert position.play("B2r").stones == {"d4": 0, "d3": 1, "a2": 0, "b2": 1}
    assert position.play("B2l").stones == {"c3": 0, "c4": 1, "a2": 0, "b2": 1}
    assert position.play("B2r", "A1r", "B2l", "A1l").stones == position.stones


def test_only_the_own_tiles_move() -> None:
    position = after("4eyes?side=3&a=1&b=0&d=0", "12@B2 12@A1")
    assert {move[:2] for move in texts(position)} == {"B2"}
    assert {move[:2] for move in texts(position.play("B2r"))} == {"A1"}


def test_a_slide_can_win_or_give_the_win_away() -> None:
    assert second_phase("12@C2").play("C2B2").outcome == Outcome(0, "square")
    assert second_phase("23@C2").play("C2B2").outcome == Outcome(1, "square")


def test_a_slide_to_two_squares_is_illegal() -> None:
    position = after(SMALL, "13@A1 13@B1 13@C2 13@A2 12@D4 12@D1")
    assert position.phase == 2
    assert "C2B2" not in texts(position)
    assert str(position.why_illegal("C2B2")) == (
        "it would make a square of both colours at once: Red a2-c2-c4-a4 and Blue b1-d1-d3-b3"
    )


def test_a_turn_can_win_or_give_the_win_away() -> None:
    assert second_phase("41@B2").play("B2r").outcome == Outcome(0, "square")
    assert second_phase("34@B2").play("B2l").outcome == Outcome(1, "square")
    assert second_phase("34@B2").play("B2r").outcome is None


def test_a_tile_that_leaves_its_corner_does_not_complete_the_square() -> None:
    # The tile on A1 holds a corner of each square; on B2 it would be the missing one, but its own is gone.
    position = second_phase("12@C4")
    assert position.play("A1B2").outcome is None


# Passing, repetition


def test_who_has_a_move_may_not_pass() -> None:
    for position in (veier.game("4eyes").start(), second_phase("12@C2")):
        assert not position.is_legal("pass")
        assert str(position.why_illegal("pass")) == "passing is only allowed when there is no other move"


def test_who_has_no_move_passes_and_when_both_pass_the_game_is_drawn() -> None:
    # One field is left, and every way to lay Blue's last tile on it makes a square of both colours.
    placed = "31@D3 24@C3 13@A4 24@B4 42@B2 31@B1 42@A3 31@C1 24@C2 24@C4 42@A2 42@D2 24@D1 24@A1 24@D4"
    blue = after("4eyes?side=4&a=0&b=0&d=8", placed)
    assert blue.reserves == ({"A": 0, "B": 0, "D": 0}, {"A": 0, "B": 0, "D": 1})
    assert texts(blue) == {"pass"}
    for tile in ("13", "24", "31", "42"):
        assert str(blue.why_illegal(f"{tile}@B3")).startswith("it would make a square of both colours at once: Blue")
    red = blue.play("pass")
    assert red.outcome is None
    assert red.passes == 1
    assert texts(red) == {"pass"}
    assert red.play("pass").outcome == Outcome(None, "passes")


def test_after_a_pass_the_others_go_on() -> None:
    red = board("4eyes?side=3&a=1&b=0&d=0", "r12../.../...", 0)
    assert texts(red) == {"pass"}
    blue = red.play("pass")
    assert (blue.passes, blue.mover, len(blue.legal_moves)) == (1, 1, 8 * 4)
    assert blue.play("12@C1").passes == 0
    assert blue.play("12@C1").phase == 2


def test_the_third_time_a_position_stands_the_game_is_drawn_from_the_first_of_phase_2_on() -> None:
    position = after("4eyes?side=3&a=1&b=0&d=0", "12@A1 12@C3")
    for move in words("A1r C3r A1l C3l A1r C3r A1l"):
        position = position.play(move)
        assert position.outcome is None
    assert position.play("C3r").outcome is None
    assert position.play("C3l").outcome == Outcome(None, "repetition")
    assert position.play("C3l").legal_moves == ()


def test_with_another_player_to_move_it_is_another_position() -> None:
    # Three slides and two turns bring the board back after five moves, then with the other player to move.
    position = start = after("4eyes?side=3&a=1&b=0&d=0", "12@A1 12@C3")
    circle = words("A1A2 C3r A2B1 C3l B1A1 C3C2 A1r C2B3 A1l B3C3")
    for ply, move in enumerate(circle * 2, 1):
        assert position.outcome is None
        position = position.play(move)
        assert (position.stones == start.stones) is (ply % 5 == 0)
    assert position.outcome == Outcome(None, "repetition")


def test_equal_tiles_that_changed_places_are_the_same_position() -> None:
    """Whose tile lies where counts, not which of two equal ones."""
    before = after("4eyes?side=3&a=2&b=0&d=0", "12@A1 34@C3 12@A2 34@C2")
    swapped = before.play(*words("A1B1 C3B3 A2A1 B3B2 B1A2 B2C3"))
    assert swapped.digest == before.digest
    assert swapped.seen.count(before.digest) == 2
    assert swapped != before  # it has stood once more


def test_the_same_stones_of_other_owners_are_another_position() -> None:
    game = "4eyes?side=3&a=1&b=0&d=0"
    assert after(game, "12@A1 12@C3").stones == after(game, "12@C3 12@A1").stones
    assert after(game, "12@A1 12@C3").digest != after(game, "12@C3 12@A1").digest
