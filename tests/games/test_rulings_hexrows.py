"""Hex rows: each sentence of its rules on positions made by hand."""

from __future__ import annotations

import pytest

import veier
from games.playing import after, texts, words
from veier import Outcome

# The three directions through the middle of the board: each a line of eleven cells.
LINES = {
    "(1, 0)": words("a6 b6 c6 d6 e6 f6 g6 h6 i6 j6 k6"),
    "(0, 1)": words("f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11"),
    "(1, 1)": words("a1 b2 c3 d4 e5 f6 g7 h8 i9 j10 k11"),
}
# Where Blue's stones are out of the way: the first one next to f6, the others far apart.
NEXT_TO_F6 = {"(1, 0)": "f7", "(0, 1)": "g6", "(1, 1)": "f7"}
FAR_APART = words("a2 a4 c1 c4 c8 e2 e9 g3 h11 i4")


# Where stones may stand


def test_the_first_stone_stands_anywhere_but_on_the_edge() -> None:
    start = veier.game("hexrows").start()
    edge = words("a1 a2 a3 a4 a5 a6 b7 c8 d9 e10 f11 g11 h11 i11 j11 k11 k10 k9 k8 k7 k6 j5 i4 h3 g2 f1 e1 d1 c1 b1")
    assert len(start.legal_moves) == 91 - len(edge)
    assert not texts(start) & set(edge)
    for cell in edge:
        assert str(start.why_illegal(cell)) == f"the first stone must not stand on the edge, and {cell} does"


def test_the_second_stone_stands_next_to_the_first() -> None:
    position = after("hexrows", "d4")
    assert texts(position) == {"c3", "c4", "d3", "d5", "e4", "e5"}
    assert str(position.why_illegal("e3")) == "the second stone must stand next to the first one on d4"
    assert str(position.why_illegal("d4")) == "d4 is taken"


def test_the_second_stone_may_stand_on_the_edge() -> None:
    assert texts(after("hexrows", "b2")) == {"a1", "a2", "b1", "b3", "c2", "c3"}


def test_then_any_free_cell_will_do() -> None:
    position = after("hexrows", "d4 d5")
    cells = set(position.game.rules.cell_names)
    assert len(cells) == 91
    assert texts(position) == cells - {"d4", "d5"}


# Points


@pytest.mark.parametrize("direction", LINES)
def test_a_row_of_n_is_worth_a_quarter_of_n_and_each_point_takes_a_loose_stone(direction: str) -> None:
    line = LINES[direction]
    from_the_middle = sorted(line, key=lambda cell: abs(line.index(cell) - 5))
    blue = [NEXT_TO_F6[direction], *FAR_APART]
    position = veier.game("hexrows").start()
    for n in range(1, 12):
        position = position.play(from_the_middle[n - 1])
        assert position.scores == (n // 4, 0)
        assert position.reserves[0] == {"stone": 45 - n - n // 4}
        assert position.view().trays[0].aside == n // 4
        position = position.play(blue[n - 1])
    (row,) = position.rows()
    assert (row.seat, row.points, row.cells) == (0, 2, tuple(line))


def test_a_row_must_not_be_broken() -> None:
    three_and_three = after("hexrows", "f5 g6 f7 a2 f4 a4 f8 c1 f3 c4 f9")
    assert three_and_three.scores == (0, 0)
    joined = three_and_three.play("c8", "f6")
    assert joined.scores == (1, 0)  # seven
    broken = three_and_three.play("f6", "f2")
    assert broken.scores == (1, 0)  # four below Blue's stone, three above it
    assert broken.rows()[0].cells == ("f2", "f3", "f4", "f5")


def test_joining_rows_can_bring_one_more_point_or_none() -> None:
    four_and_three = after("hexrows", "f5 g6 f4 a2 f3 a4 f2 c1 f7 c4 f8 c8 f9 e1")
    assert four_and_three.scores == (1, 0)
    assert four_and_three.play("f6").scores == (2, 0)  # eight
    four_and_four = four_and_three.play("f10", "e3")
    assert four_and_four.scores == (2, 0)
    nine = four_and_four.play("f6")
    assert nine.scores == (2, 0)
    assert nine.reserves[0]["stone"] == four_and_four.reserves[0]["stone"] - 1


def test_other_directions_do_not_count() -> None:
    # c8 d7 e6 f5 g4 lie in a line across the three directions.
    position = after("hexrows", "d7 d8 e6 a2 f5 a4 g4 c1 c8")
    assert position.scores == (0, 0)


def test_a_stone_counts_in_several_rows() -> None:
    # d4 ends a row along each of two directions: two points, two stones set aside.
    before = after("hexrows", "e4 e3 f4 a2 g4 a4 d5 c1 d6 j7 d7 j9")
    assert before.scores == (0, 0)
    position = before.play("d4")
    assert position.scores == (2, 0)
    assert position.reserves[0]["stone"] == before.reserves[0]["stone"] - 3
    assert {row.cells for row in position.rows()} == {("d4", "e4", "f4", "g4"), ("d4", "d5", "d6", "d7")}


def test_three_rows_at_once() -> None:
    before = after("hexrows", "e4 e3 f4 a2 g4 a4 d5 c1 d6 j7 d7 j9 e5 k8 f6 b7 g7 c8")
    assert before.scores == (0, 0)
    position = before.play("d4")
    assert position.scores == (3, 0)
    assert position.reserves[0]["stone"] == before.reserves[0]["stone"] - 4


def test_points_of_both_players_are_kept_apart() -> None:
    position = after("hexrows", "d4 d5 e4 e5 f4 f5 g4 g5")
    assert position.scores == (1, 1)
    assert position.reserves == ({"stone": 40}, {"stone": 40})


# The end


def test_the_game_ends_at_once_when_a_player_has_no_loose_stone_left() -> None:
    position = after("hexrows?stones=3", "d4 d5 a1 k11")
    assert position.outcome is None
    over = position.play("k6")
    assert over.reserves == ({"stone": 0}, {"stone": 1})
    assert over.outcome == Outcome(None, "score")


def test_more_points_win() -> None:
    # Blue's fourth stone makes a row, and the fifth is set aside for it.
    position = after("hexrows?stones=5", "d4 d5 a1 e5 c1 f5 k9")
    assert position.outcome is None
    over = position.play("g5")
    assert over.reserves[1] == {"stone": 0}
    assert over.outcome == Outcome(1, "score")
    assert over.scores == (0, 1)


def test_equal_points_are_a_draw() -> None:
    position = after("hexrows?stones=6", "d4 d5 e4 e5 f4 f5 g4 g5 a1")
    assert position.scores == (1, 1)
    assert position.outcome == Outcome(None, "score")


def test_points_count_even_when_too_few_stones_are_left_to_set_aside() -> None:
    before = after("hexrows?stones=8", "e4 e3 f4 a2 g4 a4 d5 c1 d6 j7 d7 j9")
    assert before.reserves == ({"stone": 2}, {"stone": 2})
    over = before.play("d4")
    assert over.scores == (2, 0)
    assert over.reserves[0] == {"stone": 0}
    assert over.view().trays[0].aside == 1
    assert over.outcome == Outcome(0, "score")


def test_the_board_has_the_cells_of_the_rules() -> None:
    names = veier.game("hexrows").rules.cell_names
    columns = {letter: [name[1:] for name in names if name[0] == letter] for letter in "abcdefghijk"}
    assert columns["a"] == [str(number) for number in range(1, 7)]
    assert columns["f"] == [str(number) for number in range(1, 12)]
    assert columns["g"] == [str(number) for number in range(2, 12)]
    assert columns["k"] == [str(number) for number in range(6, 12)]
    sizes = {side: len(veier.game(f"hexrows?side={side}&stones=9").rules.cell_names) for side in range(4, 8)}
    assert sizes == {4: 37, 5: 61, 6: 91, 7: 127}
