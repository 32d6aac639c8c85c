"""The square trainer: exactly one cell is right, and squares get larger and lean more with skill."""

from __future__ import annotations

from statistics import mean

import pytest

from veier.games import game
from veier.games.plus.layout import cell_points
from veier.games.squares.geometry import find_squares
from veier.games.squares.overlooking import difficulty
from veier.learn import Exercise, exercises


def completing(exercise: Exercise) -> set[str]:
    """Find all empty cells that complete a square, by the list of all squares."""
    side = round(len(exercise.view.cells) ** 0.5)
    rules = game(f"4eyes-plus-2p?side={side}&tiles=1").rules
    colours = {stone.cell: stone.colour for stone in exercise.view.stones}
    found = set()
    for corners in find_squares(cell_points(side)):
        names = [rules.cell_names[cell] for cell in corners]
        seen = [colours.get(name) for name in names]
        assert len(set(seen)) > 1 or seen[0] is None
        for colour in ("red", "blue"):
            if seen.count(colour) == 3 and None in seen:
                found.add(names[seen.index(None)])
    return found


@pytest.mark.parametrize("skill", range(1, 11))
def test_exactly_one_cell_is_right(skill: int) -> None:
    for exercise in exercises(7, skill, 12):
        assert completing(exercise) == {exercise.answer}
        (square,) = exercise.solved.squares
        shown = {stone.cell: stone.colour for stone in exercise.solved.stones}
        assert {shown[cell] for cell in square.corners} == {square.colour}
        assert exercise.answer in square.corners


def test_it_gets_harder_with_skill() -> None:
    def hard(skill: int) -> float:
        return mean(difficulty(one.solved.squares[0].step) for one in exercises(1, skill, 30))

    def crowded(skill: int) -> float:
        return mean(len(one.view.stones) for one in exercises(1, skill, 30))

    assert hard(1) < hard(4) < hard(7) < hard(10)
    assert crowded(1) < crowded(5) < crowded(10)
    assert all(one.solved.squares[0].step[1] == 0 for one in exercises(1, 1, 30))


def test_the_same_seed_gives_the_same_exercises() -> None:
    assert exercises(3, 5, 4) == exercises(3, 5, 4)
    assert exercises(3, 5, 4) != exercises(4, 5, 4)
    with pytest.raises(ValueError, match="1 to 10"):
        exercises(1, 11, 1)
