"""Studies: a title and chapters, each a record with a title and perhaps a task. An immutable value.

As text a study is a file of many records: the tags `Study` and `Chapter` have the titles, `Task` has the task, so every
program that reads records reads it. Drawings are in the comments (`drawings.py`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from veier.core.control_characters import ESCAPES
from veier.core.errors import VeierError
from veier.messages import Message, message
from veier.record.location import shorten
from veier.record.record import Record
from veier.record.record_file import Source, format_records, read_records

# What the side to move is to find: see `learn/puzzle.py`.
TaskKind = Literal["win", "only", "score", "stop"]
TASK_KINDS: tuple[TaskKind, ...] = get_args(TaskKind)
MOST_TASK_MOVES = 4
# Points are looked for without a kernel.
_MOST_MOVES: Mapping[TaskKind, int] = {"score": 2, "stop": 1}
MOST_CHAPTERS = 64
TITLE_LIMIT = 100

_STUDY, _CHAPTER, _TASK = "Study", "Chapter", "Task"


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be found from the first position of a chapter: the kind, and within how many moves."""

    kind: TaskKind
    moves: int = 1

    def __post_init__(self) -> None:
        if self.kind not in TASK_KINDS or not 1 <= self.moves <= MOST_TASK_MOVES:
            raise VeierError(_unknown_task(f"{self.kind} {self.moves}"))

    def __str__(self) -> str:
        return f"{self.kind} {self.moves}"

    @staticmethod
    def parse(text: str) -> Task:
        """Read what `str` writes; raise VeierError."""
        kind, _, moves = text.partition(" ")
        if kind not in TASK_KINDS or moves not in map(str, range(1, MOST_TASK_MOVES + 1)):
            raise VeierError(_unknown_task(text))
        return Task(kind, int(moves))


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its title, its record, and what is to be found at the beginning of it."""

    record: Record
    title: str = ""
    task: Task | None = None

    def __post_init__(self) -> None:
        check_title(self.title)
        if any(name in (_STUDY, _CHAPTER, _TASK) for name, _ in self.record.tags):
            raise VeierError(message("study.tags", tags=f"{_STUDY}, {_CHAPTER}, {_TASK}"))
        if self.task and (reason := why_no_task(self.record, self.task)):
            raise VeierError(reason)

    @staticmethod
    def of_record(record: Record) -> Chapter:
        """Return a record as a chapter: its tags have title and task."""
        tags = dict(record.tags)
        title, task = tags.pop(_CHAPTER, ""), tags.pop(_TASK, None)
        tags.pop(_STUDY, None)
        bare = replace(record, tags=tuple(tags.items()))
        return Chapter(bare, clean_title(title), Task.parse(task) if task else None)

    def to_record(self, study: str = "") -> Record:
        """Return the chapter as a record with title and task as its tags."""
        named = [(_STUDY, study), (_CHAPTER, self.title), (_TASK, str(self.task) if self.task else "")]
        return replace(self.record, tags=(*((name, value) for name, value in named if value), *self.record.tags))


@dataclass(frozen=True, slots=True)
class Study:
    """A study: its title and its chapters, at least one."""

    title: str
    chapters: tuple[Chapter, ...]

    def __post_init__(self) -> None:
        check_title(self.title)
        if not 1 <= len(self.chapters) <= MOST_CHAPTERS:
            raise VeierError(message("study.chapters", most=MOST_CHAPTERS))


def format_study(study: Study) -> str:
    """Format a study as the text of a file."""
    return format_records(chapter.to_record(study.title) for chapter in study.chapters)


def read_study(source: Source) -> Study:
    """Read a study from a path, a text or an open file; any file of records is one. Raise VeierError."""
    return study_of_records(list(read_records(source)))


def study_of_records(records: Sequence[Record]) -> Study:
    """Return records as the chapters of a study; raise VeierError."""
    title = next((value for record in records for name, value in record.tags if name == _STUDY), "")
    return Study(clean_title(title), tuple(map(Chapter.of_record, records)))


def is_study(records: Iterable[Record]) -> bool:
    """Return whether records are the chapters of a study, and not only games."""
    return any(name in (_STUDY, _CHAPTER, _TASK) for record in records for name, _ in record.tags)


def why_no_task(record: Record, task: Task) -> Message | None:
    """Say why a task cannot be set in a record's game."""
    start = record.start or record.game.start()
    if start.is_over:
        return message("study.task.over")
    kinds = task_kinds(record)
    if task.kind not in kinds:
        return message("study.task.kind", known=", ".join(kinds))
    most = _MOST_MOVES.get(task.kind, MOST_TASK_MOVES)
    return message("study.task.moves", count=most) if task.moves > most else None


def task_kinds(record: Record) -> tuple[TaskKind, ...]:
    """List the kinds of tasks of a record's game: a win; with two players a defence; where there are points, those."""
    game = record.game
    if game.players > 2:
        return ("win",)
    return ("win", "only") if game.patterns.shapes else ("win", "only", "score", "stop")


def clean_title(text: str) -> str:
    """Return a title in one line, without characters that cannot be seen, and no longer than it may be."""
    kept = "".join(" " if ord(letter) in ESCAPES or letter in "\t\n" else letter for letter in text)
    return " ".join(unicodedata.normalize("NFC", kept).split())[:TITLE_LIMIT].rstrip()


def check_title(title: str) -> None:
    """Raise VeierError for what `clean_title` would change."""
    if clean_title(title) != title:
        raise VeierError(message("study.title", limit=TITLE_LIMIT))


def _unknown_task(text: str) -> Message:
    return message("study.task.unknown", text=shorten(text), known=", ".join(TASK_KINDS), most=MOST_TASK_MOVES)
