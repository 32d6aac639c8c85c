"""Hints during a game, where aids are allowed, and reviews after it."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request, Response

from veier.messages import message
from veier.server.http.problems import Problem, not_found, not_saved, problem_responses, rate_limited
from veier.server.http.sessions import OptionalSession
from veier.server.http.strict_json import StrictRoute
from veier.server.http.tokens import is_id
from veier.server.records import read_record
from veier.server.routes.positions import plays_without_aids, read_line
from veier.server.services import Services, ServicesDep, check_rate, client_address
from veier.server.store.writer import NotSaved
from veier.server.tables.hints import find_hint
from veier.server.wire import ReviewRequest

router = APIRouter(
    prefix="/api/v1",
    tags=["hints and reviews"],
    route_class=StrictRoute,
    responses=problem_responses(400, 403, 404, 409, 410, 413, 415, 422, 429, 503),
)

# More games than this do not wait to be looked at.
_MOST_WAITING = 20


@router.post("/tables/{name}/hint")
async def hint(name: str, request: Request, services: ServicesDep, session: OptionalSession) -> dict[str, Any]:
    """Suggest a move to whoever has the turn, and say what it does; only at tables with aids."""
    table_session = await services.registry.find(name)
    if not table_session.holders_of(session):
        raise Problem(403, message("table.no_seat"))
    if not table_session.table.setup.aids:
        raise Problem(403, message("server.no_aids"))
    if table_session.table.mover is None:
        raise Problem(409, message("illegal.over"))
    check_rate(services.limits.searches, session or client_address(request))
    return await find_hint(services.computers, session or "", table_session.table.position)


@router.post("/tables/{name}/review", status_code=202)
async def review_table(name: str, request: Request, services: ServicesDep) -> dict[str, str]:
    """Ask for a review of a table's game, when it is over."""
    table_session = await services.registry.find(name)
    if table_session.table.result is None:
        raise Problem(409, message("table.not_over"))
    moves = [made.text for made in table_session.table.moves]
    return await _ask(request, services, table_session.table.game.id, table_session.table.setup.start, moves)


@router.post("/reviews", status_code=202)
async def review_record(
    asked: ReviewRequest, request: Request, services: ServicesDep, session: OptionalSession
) -> dict[str, str]:
    """Ask for a review of a record, or of the moves of a game."""
    if (asked.text is None) == (asked.game is None):
        raise Problem(422, message("server.field", place="text", problem="text | game"))
    game, start, moves = asked.game or "", asked.start, asked.moves
    if asked.text is not None:
        from veier.record import format_position

        read = await asyncio.to_thread(read_record, asked.text)
        game, moves = read.game.id, list(read.moves)
        start = format_position(read.start) if read.start else None
    line = await read_line(game, start, moves)
    if plays_without_aids(services, session, line):
        raise Problem(403, message("server.no_aids"))
    exact = [position.last_move.text for position in line if position.last_move]
    return await _ask(request, services, line[0].game.id, start, exact)


async def _ask(request: Request, services: Services, game: str, start: str | None, moves: list[str]) -> dict[str, str]:
    check_rate(services.limits.searches, client_address(request))
    if services.reviews.pending >= _MOST_WAITING:
        raise rate_limited(30)
    try:
        return {"review": await services.reviews.submit(game, start, moves)}
    except NotSaved as error:
        raise not_saved() from error


@router.get("/reviews/{name}")
async def review(name: str, services: ServicesDep, response: Response) -> dict[str, Any]:
    """Give a review as far as it is."""
    found = await services.reviews.find(name) if is_id(name) else None
    if found is None:
        raise not_found()
    plies = list(found.plies)
    return {
        "id": found.id,
        "game": found.game,
        "start": found.start,
        "moves": list(found.moves),
        "done": found.done,
        "progress": len(plies) / len(found.moves) if found.moves else 1.0,
        "plies": plies,
        "turning": [number for number, ply in enumerate(plies) if ply["turns"]],
    }
