"""Tasks of studies: what is right is proved by the rules, and what cannot be a task is refused with a reason."""

from __future__ import annotations

import pytest
from record.test_study import task_position

import veier
from veier.core.errors import VeierError
from veier.learn.puzzle_store import puzzles_of
from veier.learn.study_tasks import OpenTask, open_task
from veier.record import Record, parse_position
from veier.record.study import Chapter, Task


def task_of(position: veier.Position, task: Task) -> OpenTask:
    found = open_task(Chapter(Record(position.game, start=position), "", task))
    assert found
    return found


def test_every_winning_move_is_right_and_another_one_is_refuted() -> None:
    position = task_position()
    task = task_of(position, Task("win", 1))
    wins = {
        move.text
        for move in position.legal_moves
        if (after := position.play(move)).outcome and after.outcome.winner == position.mover
    }
    assert len(wins) > 1
    assert set(task.solution().moves) == wins
    for move in wins:
        assert task.check([move]).solved
    wrong = next(move.text for move in position.legal_moves if move.text not in wins)
    assert not task.check([wrong]).right
    assert task.text.key == "puzzle.task.win"


@pytest.mark.parametrize("kind", ["win", "only", "score", "stop"])
def test_shipped_puzzles_are_solved_by_the_rules_alone(kind: str) -> None:
    names = ("hexrows",) if kind in ("score", "stop") else ("4eyes", "4eyes-plus-3p" if kind == "win" else "4eyes")
    for name in dict.fromkeys(names):
        puzzle = next(
            each for each in puzzles_of(name) if each.kind == kind and each.moves == (1 if kind == "stop" else 2)
        )
        task = task_of(parse_position(puzzle.position), Task(puzzle.kind, puzzle.moves))
        assert task.solution().moves == (puzzle.solution,)
        assert task.check([puzzle.solution]).right


def test_positions_that_are_no_task_are_refused() -> None:
    start = veier.game("4eyes").start()
    for position, task, key in (
        (start, Task("win", 1), "study.task.none"),
        (start, Task("only", 1), "study.task.none"),
        (start, Task("win", 4), "study.task.deep"),
        (task_position(), Task("win", 2), "study.task.sooner"),
    ):
        with pytest.raises(VeierError) as refused:
            task_of(position, task).solution()
        assert refused.value.reason.key == key
