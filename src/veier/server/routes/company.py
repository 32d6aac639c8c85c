"""What players say to each other, without a word of their own: set phrases, and a reminder of whose turn it is."""

from __future__ import annotations

from fastapi import APIRouter

from veier.messages import message
from veier.server.http.problems import Problem, problem_responses
from veier.server.http.sessions import WITH_SESSION, OptionalSession
from veier.server.http.strict_json import StrictRoute
from veier.server.schemas.company import NudgedSeat, PhraseRequest, SaidPhrase
from veier.server.services import ServicesDep, check_rate
from veier.server.tables.session import TableSession

router = APIRouter(
    prefix="/api/v1",
    tags=["tables"],
    route_class=StrictRoute,
    responses=problem_responses(400, 403, 404, 409, 410, 413, 415, 422, 429),
    dependencies=WITH_SESSION,
)


@router.post("/tables/{name}/phrases")
async def say_phrase(name: str, asked: PhraseRequest, services: ServicesDep, session: OptionalSession) -> SaidPhrase:
    """Say a phrase to everybody at the table; it is shown beside the seat and not kept."""
    table_session = await services.registry.find(name, fresh=True)
    seat = _speaker(table_session, session)
    check_rate(services.limits.phrases, (name, session))
    table_session.broadcast(type="phrase", seat=seat, phrase=asked.phrase)
    return SaidPhrase(seat=seat, phrase=asked.phrase)


@router.post("/tables/{name}/nudge")
async def nudge_mover(name: str, services: ServicesDep, session: OptionalSession) -> NudgedSeat:
    """Remind the player to move; at most once a minute, with days a move once in six hours."""
    table_session = await services.registry.find(name, fresh=True)
    by = _speaker(table_session, session)
    table = table_session.table
    seat = table.mover
    if seat is None or table.seats[seat].kind != "human" or seat in table_session.seats_of(session):
        raise Problem(409, message("table.no_nudge"))
    in_days = table.setup.clock is not None and table.setup.clock.kind == "days"
    limit = services.limits.nudges_in_days if in_days else services.limits.nudges
    if seconds := limit.retry_after((name, session)):
        wait = max(1, round(seconds))
        raise Problem(429, message("table.nudged"), {"Retry-After": str(wait)}, retry=wait)
    table_session.broadcast(type="nudge", seat=seat, by=by)
    services.notifier.nudge(table_session, seat)
    return NudgedSeat(seat=seat, by=by)


def _speaker(table_session: TableSession, session: str | None) -> int:
    """Return the seat that a session speaks for: of several, the one to move or the first; raise Problem."""
    seats = table_session.seats_of(session)
    if not seats:
        raise Problem(403, message("table.no_seat"))
    mover = table_session.table.mover
    return mover if mover is not None and mover in seats else seats[0]
