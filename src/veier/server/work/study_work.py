"""What is done with studies in pools: tasks are judged, sheets are printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from veier.learn.puzzle_verdicts import solution_line
from veier.learn.study_tasks import OpenTask, open_task
from veier.record import format_position
from veier.server.study_texts import load_chapter, load_study
from veier.server.work.lines import Line
from veier.sheets import PrintSettings
from veier.sheets.study_sheet import study_pdf


def task_position(record: str) -> Line | None:
    """Return the position of a chapter's task; None if it has none."""
    chapter = load_chapter(record)
    start = chapter.record.start
    return Line(chapter.record.game.id, format_position(start) if start else None, ()) if chapter.task else None


def describe_task(record: str) -> dict[str, Any]:
    """Say what is to be found in a chapter with a task."""
    return {"text": _task(record).text.to_data()}


def judge_try(record: str, moves: Sequence[str]) -> dict[str, Any]:
    """Judge a try at a chapter's task; raise VeierError."""
    return _task(record).check(moves).to_data()


def solve_task(record: str, moves: Sequence[str]) -> dict[str, Any]:
    """Return the solution of a chapter's task, or how it goes on after right moves; raise VeierError."""
    task = _task(record)
    found = task.solution()
    line = solution_line(task.puzzle, moves) if moves else found.line
    return {"task": task.text.to_data(), "moves": list(found.moves), "line": list(line)}


def print_study(title: str, records: Sequence[str], settings: PrintSettings) -> bytes:
    """Print a study; raise VeierError."""
    return study_pdf(load_study(title, records), settings)


def _task(record: str) -> OpenTask:
    task = open_task(load_chapter(record))
    assert task is not None
    return task
