"""Lessons, exercises of the square trainer, and puzzles."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from veier.core.patterns import Row, Square
from veier.learn.trainer import Exercise
from veier.messages import Message
from veier.server.schemas.base import Answer, MoveText, Request
from veier.server.schemas.boards import Board, RefusedMove, Remark
from veier.view import View

PuzzleKind = Literal["win", "only", "score", "stop"]


class TaskTryRequest(Request):
    """A move as the answer to a task of a lesson."""

    move: MoveText


class TaskSummary(Answer):
    """A task of a lesson."""

    id: str
    title: Message


class LessonSummary(Answer):
    """A lesson and the game that it is about."""

    page: str
    game: str
    tasks: list[TaskSummary]


class LessonList(Answer):
    """All lessons."""

    lessons: list[LessonSummary]


class LessonTask(Answer):
    """A task with its board, a hint and a right answer; `hinted` is the view that shows the hint."""

    id: str
    goal: str
    title: Message
    text: Message
    hint: Message
    answer: str
    game: str
    start: str
    board: Board
    hinted: View


class LessonTasks(Answer):
    """A lesson with its tasks."""

    page: str
    game: str
    tasks: list[LessonTask]


class TaskVerdict(Answer):
    """Whether a move solves a task, why, and the view that shows it; `refused` is a move that the rules forbid."""

    right: bool
    text: Message
    view: View
    refused: RefusedMove | None


class ExerciseList(Answer):
    """Exercises of the square trainer."""

    exercises: list[Exercise]


class PuzzleTryRequest(Request):
    """Moves from a puzzle's position on: the solver's, and the replies to them."""

    moves: Annotated[list[MoveText], Field(max_length=8)]


class PuzzleSummary(Answer):
    """A puzzle without its position; `moves` is the number of moves to find."""

    id: str
    kind: PuzzleKind
    moves: int
    difficulty: int
    name: Message
    hardness: Message


class PuzzleGroup(Answer):
    """The puzzles of a game, the easiest first."""

    game: str
    title: Message
    puzzles: list[PuzzleSummary]


class PuzzleList(Answer):
    """Puzzles by game."""

    games: list[PuzzleGroup]


class PuzzlePosition(PuzzleSummary):
    """A puzzle to solve; `next` is the id of the following one."""

    game: str
    title: Message
    position: str
    mover: int
    task: Message
    origin: Message
    next: str
    view: View


class PuzzleVerdict(Answer):
    """Whether moves solve a puzzle; `line` is the reply if they are right so far, else the refutation."""

    right: bool
    solved: bool
    message: Message
    line: list[str]
    squares: list[Square | Row]
    remarks: list[Remark]


class PuzzleSolution(Answer):
    """The rest of a puzzle's solution, and why it is right."""

    line: list[str]
    remarks: list[Remark]
