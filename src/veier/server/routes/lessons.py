"""Lessons and the square trainer: tasks, verdicts on tries, and exercises from a seed."""

from __future__ import annotations

import asyncio
from functools import lru_cache, partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from veier.core.data import to_plain
from veier.core.errors import BadOption, UnknownGame
from veier.learn import (
    Task,
    check_task_try,
    exercises,
    find_lesson_page,
    hint_view,
    lesson_pages,
    read_lesson,
    task_names,
)
from veier.messages import message
from veier.record import format_position
from veier.server.compact_json import dump_json
from veier.server.http.problems import not_found, problem_responses
from veier.server.http.responses import json_response
from veier.server.http.strict_json import StrictRoute
from veier.server.kernel_loading import load_rules
from veier.server.schemas.learning import ExerciseList, LessonList, LessonTasks, TaskTryRequest, TaskVerdict
from veier.server.services import ServicesDep, check_rate, client_address
from veier.server.work.client_work import BOARD_COST, EXERCISE_COST
from veier.table import board_data

router = APIRouter(
    prefix="/api/v1",
    tags=["lessons"],
    route_class=StrictRoute,
    responses=problem_responses(400, 403, 404, 413, 415, 422, 429, 503),
)

_MAX_EXERCISES = 20


@router.get("/lessons", response_model=LessonList)
async def list_lessons(request: Request) -> Response:
    """List the lessons with the names of their tasks."""
    return json_response(request, dump_json({"lessons": [_summary(page) for page in lesson_pages()]}))


@router.get("/lessons/{page}", response_model=LessonTasks)
async def get_lesson(request: Request, page: str) -> Response:
    """Return the tasks of a lesson, each with its board, a hint and a right answer; the id of a game will do, too."""
    found = _find_page(page)
    await load_rules(lesson_pages()[found])
    return json_response(request, await asyncio.to_thread(_lesson_json, found))


@router.post("/lessons/{page}/{name}/tries", response_model=TaskVerdict)
async def try_task(page: str, name: str, asked: TaskTryRequest, request: Request, services: ServicesDep) -> Response:
    """Judge a move as the answer to a task: right or wrong, why, and the board that shows it."""
    client = client_address(request)
    check_rate(services.limits.positions, client)
    found = _find_page(page)
    await load_rules(lesson_pages()[found])
    task = (await asyncio.to_thread(read_lesson, found)).task(name)
    if task is None:
        raise not_found()
    work = partial(check_task_try, task, asked.move)
    verdict = await services.work.run(services.pools.short, client, BOARD_COST, work)
    return json_response(request, dump_json(verdict.to_data()))


@router.get("/trainer", response_model=ExerciseList)
async def get_exercises(
    request: Request,
    services: ServicesDep,
    seed: Annotated[int, Query(ge=0, lt=2**32)],
    skill: Annotated[int, Query(ge=1, le=10)] = 1,
    count: Annotated[int, Query(ge=1, le=_MAX_EXERCISES)] = 5,
) -> Response:
    """Generate exercises: a board, the cell that completes a square, and the square."""
    client = client_address(request)
    check_rate(services.limits.positions, client)
    work = partial(exercises, seed, skill, count)
    made = await services.work.run(services.pools.short, client, EXERCISE_COST * count, work)
    return json_response(request, dump_json({"exercises": [one.to_data() for one in made]}))


def _find_page(name: str) -> str:
    try:
        page = find_lesson_page(name)
    except (UnknownGame, BadOption):
        page = None
    if page is None:
        raise not_found()
    return page


def _summary(page: str) -> dict[str, Any]:
    titles = [(name, message(f"lesson.{name}.title")) for name in task_names(page)]
    tasks = [{"id": name, "title": title.to_data()} for name, title in titles]
    return {"page": page, "game": lesson_pages()[page].name, "tasks": tasks}


@lru_cache(maxsize=16)
def _lesson_json(page: str) -> str:
    return dump_json(_summary(page) | {"tasks": [_task_data(task) for task in read_lesson(page).tasks]})


def _task_data(task: Task) -> dict[str, Any]:
    return {
        "id": task.id,
        "goal": task.goal,
        "title": task.title.to_data(),
        "text": task.text.to_data(),
        "hint": task.hint.to_data(),
        "answer": task.answer,
        "game": task.position.game.id,
        "start": format_position(task.position),
        "board": board_data(task.position),
        "hinted": to_plain(hint_view(task)),
    }
