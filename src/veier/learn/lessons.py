"""Lessons: small tasks to learn a game with, from `lessons.json` in the folder of a family.

The file lists tasks by page. A task is a game, moves from its start, what is asked for (`goal`), and one right answer,
which is shown on demand. Its texts are in the catalogues under its id, so that pages share what they teach alike.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from veier.core.game import Game
from veier.core.position import Position
from veier.games import all_games
from veier.games import game as find_game
from veier.learn.rules_text import page_name
from veier.messages import Message, message

Goal = Literal[
    "lay",  # lay a piece as asked, or anywhere that the rules allow
    "win",  # finish a square, or end the game with more points
    "stop",  # keep the opponent from finishing a square or a row
    "keep",  # do not help the opponent to one
    "forbidden",  # find a move that the rules forbid
    "fork",  # threaten twice, so that no reply stops both
    "score",  # make points
]


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do on a board.

    `points` is how many a move shall make, where points are the goal. `cells` is where the stones of a move shall
    stand, the mover's own first, where laying them is the goal.
    """

    id: str
    goal: Goal
    position: Position
    answer: str
    points: int = 0
    cells: tuple[str, ...] = ()

    @property
    def title(self) -> Message:
        """What it is about, in a few words."""
        return message(f"lesson.{self.id}.title")

    @property
    def text(self) -> Message:
        """What is to be done."""
        return message(f"lesson.{self.id}.task")

    @property
    def hint(self) -> Message:
        """Where to look."""
        return message(f"lesson.{self.id}.hint")

    @property
    def praise(self) -> Message:
        """What is said of a piece that lies as it should."""
        return message(f"lesson.{self.id}.right")


@dataclass(frozen=True, slots=True)
class Lesson:
    """The tasks of a page, in order; `game` is the one that the page shows."""

    page: str
    game: Game
    tasks: tuple[Task, ...]

    def task(self, name: str) -> Task | None:
        """Find a task by its id."""
        return next((task for task in self.tasks if task.id == name), None)


def lesson_page(game: Game) -> str | None:
    """Find the lesson of a game: the one with the longest name that the name of its rules page begins with."""
    names = [name for name in _read(game.spec.package) if page_name(game).startswith(name)]
    return max(names, key=len, default=None)


def find_lesson_page(name: str) -> str | None:
    """Find a lesson by the name of its page or by the id of a game, also with options; raise UnknownGame, BadOption."""
    page = name.strip().lower()
    return page if page in lesson_pages() else lesson_page(find_game(name))


def lesson_pages() -> dict[str, Game]:
    """Map the pages that have a lesson to their first game, in the order of the games."""
    found: dict[str, Game] = {}
    for game in all_games():
        page = lesson_page(game)
        if page:
            found.setdefault(page, game)
    return found


@cache
def read_lesson(page: str) -> Lesson:
    """Read the lesson of a page; raise KeyError if there is none."""
    game = lesson_pages()[page]
    return Lesson(page, game, tuple(_tasks(_read(game.spec.package)[page])))


def task_names(page: str) -> tuple[str, ...]:
    """List the ids of a page's tasks without loading any rules."""
    return tuple(found["id"] for found in _read(lesson_pages()[page].spec.package)[page])


@cache
def _read(family: str) -> dict[str, list[dict[str, Any]]]:
    """Read the tasks of a family's folder, by page."""
    file = files(family).joinpath("lessons.json")
    found: dict[str, list[dict[str, Any]]] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found


def _tasks(listed: list[dict[str, Any]]) -> Iterator[Task]:
    for found in listed:
        position = find_game(found["game"]).start().play(*found["moves"].split())
        cells = tuple(found.get("cells", ()))
        yield Task(found["id"], found["goal"], position, found["answer"], found.get("points", 0), cells)
