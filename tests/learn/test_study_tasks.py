"""Tasks of studies: what is right is proved by the rules, and what cannot be a task is refused with a reason."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from record.test_study import task_position

import veier
from learn.test_puzzles import LOST_LATER
from veier.core.errors import VeierError
from veier.learn.puzzle_proofs import plies_left
from veier.learn.puzzle_store import puzzles_of
from veier.learn.study_tasks import OpenTask, open_task
from veier.messages import LANGUAGES
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


def test_a_task_by_points_says_no_more_than_is_proved() -> None:
    """Several stones may win, and what does not lose soon may lose at the end."""
    position = parse_position(BLUE_LAST)
    assert [task_of(position, Task(kind, 2)).text.key for kind in ("win", "only")] == [
        "puzzle.task.win",
        "study.task.only",
    ]


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


@pytest.mark.parametrize("text", LOST_LATER)
def test_a_task_says_no_more_than_is_proved_of_its_only_move(text: str) -> None:
    """The one move that does not lose at once, or within two moves, may lose later."""
    position, (solution, moves) = parse_position(text), LOST_LATER[text]
    task = task_of(position, Task("only", moves))
    assert task.solution().moves == (position.parse_move(solution).text,)
    assert task.text.key == "study.task.only"
    assert task.text.params["count"] == moves
    told = {language: task.text.text(language) for language in LANGUAGES}
    assert len(set(told.values())) == len(LANGUAGES)
    assert ("at once" if moves == 1 else "within 2 moves") in told["en"]


# Hex rows, where the game may end later than the task looks.

# Blue has two stones and Red one; the round is finished, so Blue has the last turn.
BLUE_LAST = "hexrows?side=4&stones=8&round=1 ..br/..r.b/..b..r/....r../r.brrb/...b./.... b 1/2 0 -"
# Red's f6 makes three rows, for which its last three stones are set aside; Blue's stones stand alone.
THREE_ROWS = "g6 h7 h6 a1 i6 a3 f7 a5 f8 c1 f9 c5 g7 c8 h8 k6 i9 k8"


def test_a_wrong_try_is_refuted_to_the_end_where_the_round_is_finished() -> None:
    position = parse_position(BLUE_LAST)
    task = task_of(position, Task("only", 2))
    (right,) = task.solution().moves
    for wrong in sorted({move.text for move in position.legal_moves} - {right})[::5]:
        said = task.check([wrong])
        assert not said.right
        ended = position.play(wrong, *said.line)
        assert ended.outcome
        assert ended.outcome.winner == 0
    assert task.check([right]).solved


def test_a_try_far_from_the_end_is_refuted_by_what_was_asked_for() -> None:
    position = veier.game("hexrows?stones=13").start().play(*THREE_ROWS.split())
    task = task_of(position, Task("win", 1))
    assert task.solution().moves == ("f6",)
    said = task.check(["e1"])
    assert (said.right, said.text.key, said.line) == (False, "puzzle.wrong.no_win", ())


@cache
def longest(position: veier.Position) -> int:
    """Count the plies of the longest game, by trying everything."""
    return max((1 + longest(position.play(move)) for move in position.legal_moves), default=0)


@pytest.mark.parametrize("full_rounds", [0, 1])
def test_no_game_by_points_is_longer_than_its_stones_allow(full_rounds: int) -> None:
    game, seen = veier.game(f"hexrows?side=4&stones=8&round={full_rounds}"), set()
    for seed in range(8):
        random, position = Random(seed), game.start()
        while not position.is_over and sum(held["stone"] for held in position.reserves) > 2 + seed % 2:
            position = position.play(random.choice(position.legal_moves))
        if position.is_over:
            continue
        left = plies_left(position)
        assert left == longest(position)
        seen.add((position.mover, left))
    assert {mover for mover, _ in seen} == {0, 1}
