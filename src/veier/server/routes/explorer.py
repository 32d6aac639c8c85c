"""The explorer: every move of a position with what is proved of it, and what was played."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter, Request, Response

from veier.server.explorer import write_explored
from veier.server.http.problems import problem_responses
from veier.server.http.responses import json_response
from veier.server.http.sessions import WITH_SESSION, OptionalSession
from veier.server.http.strict_json import StrictRoute
from veier.server.live_games import checked_line
from veier.server.schemas.boards import PositionRequest
from veier.server.schemas.explorer import ExploredPosition, ExplorerRequest, PlayedMoves
from veier.server.services import ServicesDep, check_rate, client_address
from veier.server.work.client_work import EXPLORE_COST, MOVE_COST
from veier.server.work.lines import Line
from veier.server.work.openings import write_openings

router = APIRouter(
    prefix="/api/v1",
    tags=["hints and reviews"],
    route_class=StrictRoute,
    responses=problem_responses(400, 403, 404, 413, 415, 422, 429, 503),
)


@router.post("/explorer", response_model=ExploredPosition, dependencies=WITH_SESSION)
async def explore_position(
    asked: ExplorerRequest, request: Request, services: ServicesDep, session: OptionalSession
) -> Response:
    """Return the moves of a position with what is proved of them; not to players of a game without aids."""
    client = client_address(request)
    check_rate(services.limits.searches if asked.search else services.limits.positions, client)
    line = await checked_line(services, client, session, Line(asked.game, asked.start, asked.moves))
    return json_response(request, await write_explored(services, client, line, asked.search))


@router.post("/statistics", response_model=PlayedMoves, dependencies=WITH_SESSION)
async def list_played_moves(
    asked: PositionRequest, request: Request, services: ServicesDep, session: OptionalSession
) -> Response:
    """Return what was played in a position in many games; not to players of a game without aids."""
    client = client_address(request)
    check_rate(services.limits.positions, client)
    line = await checked_line(services, client, session, Line(asked.game, asked.start, asked.moves))
    work = partial(write_openings, line, services.settings.dataset)
    cost = EXPLORE_COST + MOVE_COST * len(line.moves)
    return json_response(request, await services.work.run(services.pools.lines, client, cost, work))
