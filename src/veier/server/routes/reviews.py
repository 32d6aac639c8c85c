"""Hints during a game, where aids are allowed, and reviews after it."""

from __future__ import annotations

import json
from functools import partial

from fastapi import APIRouter, Request, Response

from veier.explain.review_story import summarise
from veier.games import game as find_game
from veier.messages import message
from veier.record import format_position
from veier.server.compact_json import dump_json
from veier.server.http.problems import Problem, not_found, problem_responses
from veier.server.http.responses import json_response
from veier.server.http.sessions import WITH_SESSION, OptionalSession
from veier.server.http.strict_json import StrictRoute
from veier.server.http.tokens import is_id
from veier.server.live_games import checked_line, refuse_live_game
from veier.server.records import read_record
from veier.server.reviews import Client
from veier.server.schemas.records import AcceptedReview, Hint, Review, ReviewRequest
from veier.server.services import Services, ServicesDep, check_rate, client_address
from veier.server.store.reviews import StoredReview
from veier.server.work.client_work import PLY_COST, TEXT_COST, busy
from veier.server.work.lines import Line

router = APIRouter(
    prefix="/api/v1",
    tags=["hints and reviews"],
    route_class=StrictRoute,
    responses=problem_responses(400, 403, 404, 409, 410, 413, 415, 422, 429, 503),
)


@router.post("/tables/{name}/hint", response_model=Hint, dependencies=WITH_SESSION)
async def get_hint(name: str, request: Request, services: ServicesDep, session: OptionalSession) -> Response:
    """Suggest a move to the player to move, and explain it; only at tables with aids."""
    table_session = await services.registry.find(name, fresh=True)
    if not table_session.holders_of(session):
        raise Problem(403, message("table.no_seat"))
    if not table_session.table.setup.aids:
        raise Problem(403, message("server.no_aids"))
    if table_session.table.mover is None:
        raise Problem(409, message("illegal.over"))
    client, table = client_address(request), table_session.table
    check_rate(services.limits.searches, session or client)
    await refuse_live_game(services, client, session, table)
    return json_response(request, dump_json(await services.hints.find(client, session or "", table)))


@router.post("/tables/{name}/review", status_code=202, dependencies=WITH_SESSION)
async def review_table(name: str, request: Request, services: ServicesDep, session: OptionalSession) -> AcceptedReview:
    """Request a review of a table's game, when it is over."""
    client = _check_limits(request, services, session)
    table = (await services.registry.find(name, fresh=True)).table
    if table.result is None:
        raise Problem(409, message("table.not_over"))
    await refuse_live_game(services, client.address, session, table)
    line = Line(table.game.id, table.setup.start, [made.text for made in table.moves])
    return await _submit(services, client, line)


@router.post("/reviews", status_code=202, dependencies=WITH_SESSION)
async def review_game(
    asked: ReviewRequest, request: Request, services: ServicesDep, session: OptionalSession
) -> AcceptedReview:
    """Request a review of a record, or of the moves of a game."""
    if (asked.text is None) == (asked.game is None):
        raise Problem(422, message("server.field", place="text", problem="text | game"))
    client = _check_limits(request, services, session)
    line = Line(asked.game or "", asked.start, asked.moves)
    if asked.text is not None:
        work = partial(read_record, asked.text)
        record = await services.work.run(services.pools.short, client.address, TEXT_COST * len(asked.text), work)
        line = Line(record.game.id, format_position(record.start) if record.start else None, record.moves)
    return await _submit(services, client, await checked_line(services, client.address, session, line))


def _check_limits(request: Request, services: Services, session: str | None) -> Client:
    """Return the client, if it may ask for another review; raise Problem 429 before anything is read or played."""
    client = Client(client_address(request), session)
    check_rate(services.limits.searches, client.address)
    if services.reviews.is_full(client.address):
        raise busy()
    return client


async def _submit(services: Services, client: Client, line: Line) -> AcceptedReview:
    services.work.pay_for_review(client.address, len(line.moves))
    return AcceptedReview(review=await services.reviews.submit(client, line))


@router.get("/reviews/{name}", response_model=Review)
async def get_review(name: str, request: Request, services: ServicesDep) -> Response:
    """Return a review with the plies reviewed so far."""
    review = await services.store.reviews.find(name) if is_id(name) else None
    if review is None:
        raise not_found()
    cost = PLY_COST * len(review.plies)
    work = partial(_review_json, review)
    return json_response(request, await services.work.run(services.pools.short, client_address(request), cost, work))


def _review_json(review: StoredReview) -> str:
    plies = [json.loads(ply) for ply in review.plies]
    data = {
        "id": review.id,
        "game": review.game,
        "start": review.start,
        "moves": list(review.moves),
        "done": review.done,
        "progress": len(plies) / len(review.moves) if review.moves else 1.0,
        "plies": plies,
        **summarise(find_game(review.game), plies),
    }
    return dump_json(data)
