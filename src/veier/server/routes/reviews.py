"""Hints during a game, where aids are allowed, and reviews after it."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response

from veier.explain.review_story import summarise
from veier.games import game as find_game
from veier.messages import message
from veier.record import format_position
from veier.server.compact_json import dump_json
from veier.server.http.problems import Problem, not_found, not_saved, problem_responses, rate_limited
from veier.server.http.responses import json_response
from veier.server.http.sessions import WITH_SESSION, OptionalSession
from veier.server.http.strict_json import StrictRoute
from veier.server.http.tokens import is_id
from veier.server.positions import play_line, plays_without_aids
from veier.server.records import read_record
from veier.server.schemas.records import AcceptedReview, Hint, Review, ReviewRequest
from veier.server.services import Services, ServicesDep, check_rate, client_address
from veier.server.store.writer import NotSaved
from veier.server.tables.hints import find_hint

router = APIRouter(
    prefix="/api/v1",
    tags=["hints and reviews"],
    route_class=StrictRoute,
    responses=problem_responses(400, 403, 404, 409, 410, 413, 415, 422, 429, 503),
)

# Reviews that may wait in the queue.
_MAX_PENDING = 20


@router.post("/tables/{name}/hint", response_model=Hint, dependencies=WITH_SESSION)
async def get_hint(name: str, request: Request, services: ServicesDep, session: OptionalSession) -> Response:
    """Suggest a move to the player to move, and explain it; only at tables with aids."""
    table_session = await services.registry.find(name)
    if not table_session.holders_of(session):
        raise Problem(403, message("table.no_seat"))
    if not table_session.table.setup.aids:
        raise Problem(403, message("server.no_aids"))
    if table_session.table.mover is None:
        raise Problem(409, message("illegal.over"))
    check_rate(services.limits.searches, session or client_address(request))
    hint = await find_hint(services.computers, session or "", table_session.table.history)
    return json_response(request, dump_json(hint))


@router.post("/tables/{name}/review", status_code=202)
async def review_table(name: str, request: Request, services: ServicesDep) -> AcceptedReview:
    """Request a review of a table's game, when it is over."""
    table_session = await services.registry.find(name)
    table = table_session.table
    if table.result is None:
        raise Problem(409, message("table.not_over"))
    return await _submit(request, services, table.game.id, table.setup.start, [made.text for made in table.moves])


@router.post("/reviews", status_code=202, dependencies=WITH_SESSION)
async def review_game(
    asked: ReviewRequest, request: Request, services: ServicesDep, session: OptionalSession
) -> AcceptedReview:
    """Request a review of a record, or of the moves of a game."""
    if (asked.text is None) == (asked.game is None):
        raise Problem(422, message("server.field", place="text", problem="text | game"))
    game, start, moves = asked.game or "", asked.start, asked.moves
    if asked.text is not None:
        record = await asyncio.to_thread(read_record, asked.text)
        game, moves = record.game.id, list(record.moves)
        start = format_position(record.start) if record.start else None
    line = await play_line(game, start, moves)
    if plays_without_aids(services.registry, session, line):
        raise Problem(403, message("server.no_aids"))
    exact = [position.last_move.text for position in line if position.last_move]
    return await _submit(request, services, line[0].game.id, start, exact)


async def _submit(
    request: Request, services: Services, game: str, start: str | None, moves: list[str]
) -> AcceptedReview:
    check_rate(services.limits.searches, client_address(request))
    if services.reviews.pending >= _MAX_PENDING:
        raise rate_limited(30)
    try:
        return AcceptedReview(review=await services.reviews.submit(game, start, moves))
    except NotSaved as error:
        raise not_saved() from error


@router.get("/reviews/{name}", response_model=Review)
async def get_review(name: str, request: Request, services: ServicesDep) -> Response:
    """Return a review with the plies reviewed so far."""
    review = await services.reviews.find(name) if is_id(name) else None
    if review is None:
        raise not_found()
    plies = list(review.plies)
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
    return json_response(request, dump_json(data))
