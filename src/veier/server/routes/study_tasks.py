"""Tasks of studies, judged by the rules, and studies as sheets."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response

from veier.games import game as find_game
from veier.server.compact_json import dump_json
from veier.server.http.problems import not_found, problem_responses
from veier.server.http.responses import binary_route, download, json_response
from veier.server.http.sessions import WITH_SESSION, OptionalSession
from veier.server.http.strict_json import StrictRoute
from veier.server.kernel_loading import load_search
from veier.server.live_games import checked_line
from veier.server.routes.sheets import Chosen
from veier.server.schemas.learning import PuzzleVerdict
from veier.server.schemas.studies import StudySolution, StudyTask, StudyTryRequest
from veier.server.services import Services, ServicesDep, check_rate, client_address
from veier.server.work.client_work import SHEET_COST, SHEET_MOVE_COST, TEXT_COST, TRY_COST
from veier.server.work.lines import Line
from veier.server.work.study_work import describe_task, judge_try, print_study, solve_task, task_position

router = APIRouter(
    prefix="/api/v1",
    tags=["studies"],
    route_class=StrictRoute,
    responses=problem_responses(400, 403, 404, 409, 410, 413, 415, 422, 429, 503),
    dependencies=WITH_SESSION,
)
# A move in the JSON of a record has about so many characters.
_MOVE_CHARACTERS = 20


@router.get("/studies/{name}/chapters/{chapter}/task", response_model=StudyTask)
async def get_study_task(name: str, chapter: str, request: Request, services: ServicesDep) -> Response:
    """Return what is to be found in a chapter, as a sentence."""
    client = client_address(request)
    check_rate(services.limits.positions, client)
    found, record = await services.studies.chapter(name, chapter)
    if found.task is None:
        raise not_found()
    cost = TEXT_COST * len(record)
    work = partial(describe_task, record)
    return json_response(request, dump_json(await services.work.run(services.pools.short, client, cost, work)))


@router.post("/studies/{name}/chapters/{chapter}/tries", response_model=PuzzleVerdict)
async def try_study_task(
    name: str, chapter: str, asked: StudyTryRequest, request: Request, services: ServicesDep, session: OptionalSession
) -> Response:
    """Judge the last of some moves from the task's position on; not for players of such a game without aids."""
    record = await _task_record(services, request, session, name, chapter)
    return await _judge(services, request, record, partial(judge_try, record, asked.moves))


@router.post("/studies/{name}/chapters/{chapter}/solution", response_model=StudySolution)
async def solve_study_task(
    name: str, chapter: str, asked: StudyTryRequest, request: Request, services: ServicesDep, session: OptionalSession
) -> Response:
    """Return what solves a task, or after some right moves how it goes on; 422 says why a task cannot be set."""
    record = await _task_record(services, request, session, name, chapter)
    return await _judge(services, request, record, partial(solve_task, record, asked.moves))


@router.get("/studies/{name}/sheet.pdf", **binary_route("application/pdf"))
async def get_study_sheet(
    name: str, request: Request, services: ServicesDep, session: OptionalSession, chosen: Chosen
) -> Response:
    """Return a study as sheets: its chapters with diagrams and comments, its tasks, and their solutions at the end."""
    client = client_address(request)
    check_rate(services.limits.printing, client)
    study = await services.studies.find(name)
    records = await services.store.studies.records(study)
    for record in records:
        await _refuse_live_game(services, client, session, record)
    tasks = sum(each.task is not None for each in study.chapters)
    moves = sum(map(len, records)) // _MOVE_CHARACTERS
    cost = SHEET_COST + SHEET_MOVE_COST * moves + TRY_COST * tasks
    work = partial(print_study, study.title, records, chosen)
    written = await services.work.run(services.pools.printing, client, cost, work)
    return download(written, "application/pdf", "study.pdf")


async def _task_record(services: Services, request: Request, session: str | None, study: str, chapter: str) -> str:
    client = client_address(request)
    check_rate(services.limits.searches, client)
    found, record = await services.studies.chapter(study, chapter)
    if found.task is None:
        raise not_found()
    await _refuse_live_game(services, client, session, record)
    return record


async def _refuse_live_game(services: Services, client: str, session: str | None, record: str) -> None:
    """Raise Problem 403 if the session plays a game without aids that a chapter with a task belongs to."""
    cost = TEXT_COST * len(record)
    found = await services.work.run(services.pools.short, client, cost, partial(task_position, record))
    if found:
        await checked_line(services, client, session, Line(found.game, found.start, ()))


async def _judge(services: Services, request: Request, record: str, work: Callable[[], dict[str, Any]]) -> Response:
    client = client_address(request)
    await load_search(find_game(json.loads(record)["game"]))
    return json_response(request, dump_json(await services.work.run(services.pools.hints, client, TRY_COST, work)))
