"""`veier learn`: lessons typed at its prompt."""

from __future__ import annotations

import pytest

from cli.conftest import Run
from veier.learn import read_lesson


def test_lessons_are_listed(veier: Run) -> None:
    out = veier("learn").out
    assert "hexrows        Hexagonal rows, 9 tasks" in out
    assert "4eyes-pencil   4EYES+ on paper, 8 tasks" in out


def test_a_lesson_is_done_with_a_wrong_try_and_a_hint(veier: Run) -> None:
    answers = [task.answer for task in read_lesson("hexrows").tasks]
    typed = [*answers[:2], "a1", "nonsense", "hint", "hint", *answers[2:]]
    out = veier("learn", "hexrows", stdin="".join(f"{line}\n" for line in typed)).out
    assert out.startswith("How a move is written: b2 places a stone on b2.\n")
    assert "Task 1 of 9: The first stone" in out
    assert "This stone makes no point." in out
    assert "That will not do: " in out
    assert "Three red stones stand in a line already." in out
    assert "A right move: e6." in out
    assert "2 new points." in out
    assert "You have solved 9 of 9 tasks." in out


@pytest.mark.parametrize(
    ("game", "notation", "first"),
    [
        ("4eyes-beginners?a=1&b=1&d=1", "12@A1 lays a tile on A1", "Task 1 of 10: Lay a tile"),
        ("4eyes-plus-3p-7x7?side=6&tiles=4", "a1b1 lays your stone on a1", "Task 1 of 10: Lay a domino"),
        ("4EYES-pencil-3p", "a1b1 draws your stone", "Task 1 of 8: Draw two stones"),
    ],
)
def test_the_lesson_of_any_game_begins_with_its_notation(veier: Run, game: str, notation: str, first: str) -> None:
    out = veier("learn", game, stdin="quit\n").out
    assert -1 < out.find(notation) < out.find(first)


def test_a_lesson_is_left_in_its_own_words(veier: Run) -> None:
    out = veier("learn", "4eyes", "--lang", "lb", "--ascii", stdin="weider\nenn\n").out
    assert "Aufgab 1 vun 10: Eng Plättche leeën" in out
    assert "Aufgab 2 vun 10: E riichte Quadrat" in out
    assert "Du hues 0 vun 10 Aufgabe geléist." in out
    assert "◉" not in out


def test_a_lesson_that_there_is_not(veier: Run) -> None:
    result = veier("learn", "chess")
    assert result.code == 2
    assert "there is no lesson “chess”; the lessons are" in result.err
    assert "side" in veier("learn", "4eyes?side=9").err
