"""Lessons: every task can be done, wrong tries are told why, and all of it in four languages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from veier.core.errors import BadNotation
from veier.games import all_games, game
from veier.games.squares.geometry import Point
from veier.learn import Task, check_task_try, hint_view, lesson_page, lesson_pages, read_lesson
from veier.messages import LANGUAGES

PAGES = list(lesson_pages())
TASKS = [(page, task.id) for page in PAGES for task in read_lesson(page).tasks]
# As many tries as tell whether a task is one: most moves must not be right.
TRIES = 40


def find(lesson: str, name: str) -> Task:
    task = read_lesson(lesson).task(name)
    assert task
    return task


def tries(task: Task) -> Iterator[str]:
    moves = [move.text for move in task.position.legal_moves]
    yield from moves[:: max(1, len(moves) // TRIES)]


def test_every_game_has_a_lesson_of_a_few_tasks() -> None:
    assert {lesson_page(one) for one in all_games()} == set(PAGES)
    assert lesson_page(game("4eyes-beginners")) == "4eyes"
    assert lesson_page(game("4eyes-plus-3p-7x7")) == "4eyes-plus"
    for page in PAGES:
        names = [task.id for task in read_lesson(page).tasks]
        assert 5 <= len(names) <= 8
        assert len(set(names)) == len(names)


@pytest.mark.parametrize(("lesson", "name"), TASKS)
def test_a_task_has_a_right_answer_and_most_moves_are_told_why_not(lesson: str, name: str) -> None:
    task = find(lesson, name)
    assert task.position.mover == 0
    assert check_task_try(task, task.answer).right
    verdicts = [check_task_try(task, text) for text in tries(task)]
    wrong = [verdict for verdict in verdicts if not verdict.right]
    assert 2 * len(wrong) > len(verdicts)
    for verdict in verdicts:
        for language in LANGUAGES:
            assert verdict.text.text(language)


@pytest.mark.parametrize(("lesson", "name"), TASKS)
def test_a_task_says_what_to_do_in_every_language(lesson: str, name: str) -> None:
    task = find(lesson, name)
    for language in LANGUAGES:
        texts = [told.text(language) for told in (task.title, task.text, task.hint)]
        assert len(set(texts)) == 3
        assert all(text.endswith(".") for text in texts[1:])
        assert not texts[0].endswith(".")


@pytest.mark.parametrize(("lesson", "name", "step"), [("4eyes", "straight", (4, 0)), ("4eyes", "diamond", (2, 2))])
def test_a_task_about_a_square_shows_that_kind(lesson: str, name: str, step: Point) -> None:
    task = find(lesson, name)
    made = check_task_try(task, task.answer).view.squares
    assert [(square.kind, square.step) for square in made] == [("made", step)]
    hinted = hint_view(task).squares
    assert [(square.kind, square.corners) for square in hinted] == [("threat", made[0].corners)]


def test_tilted_squares_are_tilted() -> None:
    for lesson, name in (("4eyes", "tilted"), ("4eyes-plus", "tilted"), ("4eyes-pencil", "three")):
        task = find(lesson, name)
        along, across = check_task_try(task, task.answer).view.squares[0].step
        assert 0 < across < along


def test_handing_over_a_square_is_told_and_shown() -> None:
    task = find("4eyes", "stop")
    verdicts = (check_task_try(task, move.text) for move in task.position.legal_moves)
    gift = next(verdict for verdict in verdicts if verdict.text.key == "lesson.wrong.gift")
    assert "Blue wins" in str(gift.text)
    assert gift.view.squares[0].kind == "made"
    left = check_task_try(task, "12@B1")
    assert "Blue can now finish the square" in str(left.text)
    assert [square.colour for square in left.view.squares] == ["blue"]


def test_a_forbidden_move_is_the_answer_only_where_it_is_asked_for() -> None:
    task = find("4eyes-plus", "forbidden")
    verdict = check_task_try(task, task.answer)
    assert verdict.refused
    assert verdict.refused.move.text == task.answer
    assert {square.colour for square in verdict.view.squares} == {"red", "blue"}
    taken = check_task_try(task, "d7c7")
    assert not taken.right
    assert "d7 is taken" in str(taken.text)
    with pytest.raises(BadNotation):
        check_task_try(task, "nonsense")


@pytest.mark.parametrize("text", ["C3r", "C3D4", "A1l", "13@B4", "pass"])
def test_moves_of_what_is_not_there_are_told_why_not(text: str) -> None:
    verdict = check_task_try(find("4eyes", "straight"), text)
    assert (verdict.right, verdict.text.key, verdict.refused) == (False, "lesson.wrong.forbidden", None)


def test_a_row_of_seven_makes_no_point_and_one_of_eight_does() -> None:
    assert str(check_task_try(find("hexrows", "seven"), "h5").text) == (
        "The row has 7 stones now: no new point. The next one comes at 8."
    )
    assert check_task_try(find("hexrows", "eight"), "f5").right
    one = check_task_try(find("hexrows", "crossing"), "b6")
    assert str(one.text) == "1 point. Another stone makes 2."
    assert check_task_try(find("hexrows", "row-fork"), "g5").text.key == "lesson.wrong.parried"
