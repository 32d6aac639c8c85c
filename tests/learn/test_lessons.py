"""Lessons: every task can be done, wrong tries are told why, and all of it in four languages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from veier.core.errors import BadNotation
from veier.core.game import Game
from veier.core.move import Move
from veier.games import all_games, game
from veier.games.squares.geometry import Point
from veier.learn import Task, check_task_try, find_lesson_page, hint_view, lesson_page, lesson_pages, read_lesson
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


def winning_moves(task: Task) -> list[Move]:
    after = [(move, task.position.play(move).outcome) for move in task.position.legal_moves]
    return [move for move, outcome in after if outcome and outcome.winner == task.position.mover]


@pytest.mark.parametrize("one", all_games(), ids=str)
def test_the_lesson_of_a_game_is_found_by_its_id(one: Game) -> None:
    page = lesson_page(one)
    assert page
    assert find_lesson_page(one.id) == find_lesson_page(one.name.upper()) == find_lesson_page(page) == page
    assert find_lesson_page(f"{one.name}?{next(iter(one.options))}={next(iter(one.options.values()))}") == page


def test_every_game_has_a_lesson_of_a_few_tasks() -> None:
    assert {lesson_page(one) for one in all_games()} == set(PAGES)
    assert lesson_page(game("4eyes-beginners")) == "4eyes"
    assert lesson_page(game("4eyes-plus-3p-7x7")) == "4eyes-plus"
    for page in PAGES:
        names = [task.id for task in read_lesson(page).tasks]
        assert 5 <= len(names) <= 10
        assert len(set(names)) == len(names)


@pytest.mark.parametrize(("lesson", "name"), TASKS)
def test_a_task_has_a_right_answer_and_most_moves_are_told_why_not(lesson: str, name: str) -> None:
    task = find(lesson, name)
    # Who learns is Red, but for the second stone of hex rows, which Red never lays.
    assert task.position.mover == (name == "second-stone")
    assert check_task_try(task, task.answer).right
    verdicts = [check_task_try(task, text) for text in tries(task)]
    wrong = [verdict for verdict in verdicts if not verdict.right]
    if name in ("first-stone", "second-stone"):
        assert not wrong
    else:
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


@pytest.mark.parametrize(
    ("lesson", "wrong"),
    [
        ("4eyes", {"34@C4": "Red stands on f7 and belongs on f5.", "12@C3": "Red stands on e6 and belongs on f5."}),
        ("4eyes-plus", {"d5d4": "Red stands on d5 and belongs on d4."}),
        (
            "4eyes-pencil",
            {"d4e4": "Your own stone is right. Blue stands on e4 and belongs on d5: turn once more."},
        ),
    ],
)
def test_the_first_task_is_to_lay_a_piece_and_to_turn_it(lesson: str, wrong: dict[str, str]) -> None:
    task = read_lesson(lesson).tasks[0]
    assert task.position.last_move is None
    for text, told in wrong.items():
        verdict = check_task_try(task, text)
        assert (verdict.right, str(verdict.text)) == (False, told)
    verdict = check_task_try(task, task.answer)
    assert verdict.right
    assert verdict.text.key.endswith(".right")


def test_any_tile_may_be_laid_if_its_red_stone_is_right() -> None:
    task = read_lesson("4eyes").tasks[0]
    right = {move.text for move in task.position.legal_moves if check_task_try(task, move.text).right}
    assert right == {"31@C3", "32@C3", "34@C3"}


def test_the_opening_of_hex_rows_is_taught_as_the_rules_have_it() -> None:
    """The first stone is not on the edge, the second one is next to it."""
    first, second = read_lesson("hexrows").tasks[:2]
    edge = check_task_try(first, "a1")
    assert (edge.right, "must not stand on the edge" in str(edge.text)) == (False, True)
    assert edge.refused
    assert edge.refused.move.stones == (("a1", 0),)
    assert len(first.position.legal_moves) == 37
    apart = check_task_try(second, "e6")
    assert (apart.right, "must stand next to the first one on e4" in str(apart.text)) == (False, True)
    right = {cell for cell in second.position.game.rules.cell_names if check_task_try(second, cell).right}
    assert right == {"d3", "d4", "e3", "e5", "f4", "f5"}


def test_points_cost_loose_stones_and_the_last_one_ends_the_game() -> None:
    one, two = (check_task_try(find("hexrows", name), cell) for name, cell in (("run", "e6"), ("crossing", "f6")))
    assert str(one.text) == "1 new point. For it 1 of your loose stones is set aside, as a scoring stone."
    assert str(two.text) == "2 new points. For them 2 of your loose stones are set aside, as scoring stones."
    task = find("hexrows", "last-stones")
    assert [move.text for move in winning_moves(task)] == ["e2", "e6"]
    assert str(check_task_try(task, "e7").text) == "You still have 1 loose stone: the game goes on."
    assert "Red wins" in str(check_task_try(task, "e6").text)


@pytest.mark.parametrize(
    ("lesson", "name", "kind"), [("4eyes", "slide", "slide"), ("4eyes", "turn", "turn"), ("4eyes-plus", "move", "move")]
)
def test_a_task_of_phase_2_is_done_by_what_it_teaches(lesson: str, name: str, kind: str) -> None:
    task = find(lesson, name)
    assert task.position.phase == 2
    assert {move.kind for move in winning_moves(task)} == {kind}


def test_a_domino_may_use_the_cells_where_it_lay() -> None:
    found = winning_moves(find("4eyes-plus", "flip"))
    assert len(found) == 3
    for move in found:
        assert {cell for cell, _ in move.stones} & set(move.lifted)


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
