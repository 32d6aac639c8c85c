"""`veier learn`: lessons typed at its prompt."""

from __future__ import annotations

from cli.conftest import Run
from veier.learn import read_lesson


def test_lessons_are_listed(veier: Run) -> None:
    out = veier("learn").out
    assert "hexrows        Hexagonal rows, 6 tasks" in out
    assert "4eyes-pencil   4EYES+ on paper, 7 tasks" in out


def test_a_lesson_is_done_with_a_wrong_try_and_a_hint(veier: Run) -> None:
    answers = [task.answer for task in read_lesson("hexrows").tasks]
    typed = ["a1", "nonsense", "hint", "hint", *answers]
    out = veier("learn", "hexrows", stdin="".join(f"{line}\n" for line in typed)).out
    assert "Task 1 of 6: A row of four" in out
    assert "This stone makes no point." in out
    assert "That will not do: " in out
    assert "Three red stones stand in a line already." in out
    assert "A right move: e6." in out
    assert "2 new points." in out
    assert "You have solved 6 of 6 tasks." in out


def test_a_lesson_is_left_in_its_own_words(veier: Run) -> None:
    out = veier("learn", "4eyes", "--lang", "lb", "--ascii", stdin="weider\nenn\n").out
    assert "Aufgab 1 vun 8: E riicht Quadrat" in out
    assert "Aufgab 2 vun 8" in out
    assert "Du hues 0 vun 8 Aufgabe geléist." in out
    assert "◉" not in out


def test_a_lesson_that_there_is_not(veier: Run) -> None:
    result = veier("learn", "chess")
    assert result.code == 2
    assert "there is no lesson “chess”; the lessons are" in result.err
