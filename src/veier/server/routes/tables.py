"""Tables: opening one, looking at it, playing by request, sitting down by invite, moving to another device."""

from __future__ import annotations

import secrets
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from veier.core.data import to_plain
from veier.core.descriptions import tell_turn
from veier.messages import message
from veier.server.clocks import wall_ms
from veier.server.compact_json import dump_json
from veier.server.http.problems import Problem, not_found, not_saved, problem_document, problem_responses
from veier.server.http.responses import json_response
from veier.server.http.sessions import OptionalSession, Session
from veier.server.http.strict_json import StrictRoute
from veier.server.http.tokens import TRANSFER_MS, digest, is_token, new_token
from veier.server.services import ServicesDep, check_rate, client_address
from veier.server.store.invites import use_invite
from veier.server.store.writer import Conflict, NotSaved
from veier.server.tables.connection import CLOSE_SEAT_MOVED
from veier.server.tables.registry import Stale
from veier.server.tables.session import TableSession
from veier.server.wire import (
    ClaimRequest,
    CommandRequest,
    InviteRequest,
    SeatRequest,
    TableRequest,
    TokenRequest,
)
from veier.table import Clock, SeatPlan, Setup, command_from_data

router = APIRouter(
    prefix="/api/v1",
    tags=["tables"],
    route_class=StrictRoute,
    responses=problem_responses(400, 403, 404, 409, 410, 413, 415, 422, 429, 503),
)

# Tables of a browser that are listed.
_LISTED = 60
_PICTURED = 6


@router.post("/tables", status_code=201)
async def open_table(
    asked: TableRequest, request: Request, response: Response, services: ServicesDep, session: Session
) -> dict[str, Any]:
    """Open a table. Seats "me" and "device" belong to this browser; "friend" seats get an invite each."""
    check_rate(services.limits.tables, client_address(request))
    seats = list(asked.seats)
    if asked.lot:
        secrets.SystemRandom().shuffle(seats)
    clock = Clock(asked.clock.kind, asked.clock.initial_ms, asked.clock.increment_ms) if asked.clock else None
    setup = Setup(asked.game, tuple(map(_plan, seats)), asked.swap, clock, asked.aids, asked.start or None)
    owners = {number: session for number, seat in enumerate(seats) if seat.kind in ("me", "device")}
    friends = [number for number, seat in enumerate(seats) if seat.kind == "friend"]
    table_session, tokens = await services.registry.open(setup, owners, friends)
    return {
        "id": table_session.id,
        "seats": [_seat_data(table_session, seat) for seat in range(len(seats))],
        "invites": [{"seat": seat, "token": token} for seat, token in tokens.items()],
    }


def _plan(seat: SeatRequest) -> SeatPlan:
    kinds = {"me": "human", "device": "human", "computer": "computer", "friend": "open"}
    name = seat.name if seat.kind in ("me", "device") else None
    return SeatPlan(kinds[seat.kind], name or None, seat.level)  # type: ignore[arg-type]


def _seat_data(table_session: TableSession, seat: int) -> dict[str, Any]:
    plan = table_session.table.seats[seat]
    return {"kind": plan.kind, "name": plan.name, "level": plan.level}


@router.get("/tables")
async def my_tables(request: Request, services: ServicesDep, session: OptionalSession) -> Response:
    """List the tables of this browser, running ones first; the first few with their board."""
    found: list[dict[str, Any]] = []
    for name, updated in await services.store.tables.of_session(session, _LISTED) if session else ():
        try:
            table_session = await services.registry.find(name)
            view = to_plain(table_session.table.position.view()) if len(found) < _PICTURED else None
            found.append(_summary(table_session, session, updated) | {"view": view})
        except Problem:
            # What cannot be read any more is left out of the list; asked for by its address it says so.
            continue
    return json_response(request, dump_json({"tables": found}))


def _summary(table_session: TableSession, session: str | None, updated: int) -> dict[str, Any]:
    table = table_session.table
    mine = table_session.seats_of(session)
    return {
        "id": table_session.id,
        "game": {"id": table.game.id, "title": table.game.text("title").to_data()},
        "seats": [{**_seat_data(table_session, seat), "mine": seat in mine} for seat in range(len(table.seats))],
        "version": table.version,
        "moves": len(table.moves),
        "turn": tell_turn(table.position).to_data() if table.mover is not None else None,
        "myTurn": table.mover in mine,
        "over": table.result is not None,
        "result": table.result.to_data() if table.result else None,
        "created": table_session.created,
        "updated": updated,
    }


@router.get("/tables/{name}")
async def table(name: str, request: Request, services: ServicesDep, session: OptionalSession) -> Response:
    """Give a table as this browser sees it; who has no seat there watches."""
    table_session = await services.registry.find(name)
    return json_response(request, table_session.state_json(session))


@router.post("/tables/{name}/commands")
async def command(name: str, asked: CommandRequest, services: ServicesDep, session: OptionalSession) -> Response:
    """Carry out a command of this browser's seat; 409 with the state if what it is about has changed since."""
    table_session = await services.registry.find(name)
    check_rate(services.limits.commands, (name, session))
    if not table_session.holders_of(session):
        raise Problem(403, message("table.no_seat"))
    try:
        version = await services.registry.execute(
            table_session, session, asked.id, asked.version, command_from_data(asked.command)
        )
    except Stale:
        return _stale(table_session, session)
    return JSONResponse({"version": version})


def _stale(table_session: TableSession, session: str | None) -> Response:
    problem = Problem(409, message("server.stale"))
    text = dump_json(problem_document(problem))[:-1] + f',"state":{table_session.state_json(session)}}}'
    return Response(text, 409, media_type="application/problem+json")


# Sitting down.


@router.post("/tables/{name}/claim")
async def claim(
    name: str, asked: ClaimRequest, request: Request, services: ServicesDep, session: Session
) -> dict[str, Any]:
    """Sit down at an invite's seat. The invite is used up by that."""
    check_rate(services.limits.guesses, client_address(request))
    table_session = await services.registry.find(name)
    found = await services.store.invites.find(digest(asked.token)) if is_token(asked.token) else None
    if found is None or found[0] != name:
        raise Problem(403, message("server.invite_used"))
    holder = found[1]
    await services.registry.sit(table_session, holder, session, asked.name or None, [use_invite(digest(asked.token))])
    return {"seat": table_session.table.seat_of(holder), "version": table_session.table.version}


@router.post("/tables/{name}/invites", status_code=201)
async def invite(name: str, asked: InviteRequest, services: ServicesDep, session: OptionalSession) -> dict[str, Any]:
    """Make a new invite to an open seat; the older one ends. Only for those who sit at the table."""
    table_session = await services.registry.find(name)
    if not table_session.holders_of(session):
        raise Problem(403, message("table.no_seat"))
    if asked.seat >= len(table_session.table.seats):
        raise not_found()
    if table_session.table.seats[asked.seat].kind != "open":
        raise Problem(409, message("table.seat_taken"))
    token = new_token()
    await _saving(services.store.invites.add(name, table_session.table.holders[asked.seat], digest(token)))
    return {"seat": asked.seat, "token": token}


# Another device.


@router.post("/tables/{name}/transfer", status_code=201)
async def transfer(name: str, services: ServicesDep, session: OptionalSession) -> dict[str, Any]:
    """Make a way, for once and an hour, to take one's seats at this table to another device."""
    table_session = await services.registry.find(name)
    if session is None or not table_session.holders_of(session):
        raise Problem(403, message("table.no_seat"))
    token = new_token()
    await _saving(services.store.invites.add_transfer(name, session, digest(token), wall_ms() + TRANSFER_MS))
    return {"token": token}


@router.post("/transfers")
async def use_transfer(
    asked: TokenRequest, request: Request, services: ServicesDep, session: Session
) -> dict[str, Any]:
    """Take the seats to this browser; the sockets of the one that had them are closed."""
    check_rate(services.limits.guesses, client_address(request))
    moved = None
    if is_token(asked.token):
        moved = await _saving(services.store.invites.use_transfer(digest(asked.token), session))
    if moved is None:
        raise Problem(403, message("server.transfer_used"))
    table_session = await services.registry.find(moved[0])
    async with table_session.lock:
        table_session.owners = {
            holder: session if owner == moved[1] else owner for holder, owner in table_session.owners.items()
        }
    for connection in tuple(table_session.connections):
        if connection.session == moved[1] != session:
            connection.close(CLOSE_SEAT_MOVED)
    table_session.broadcast_state("state")
    return {"table": table_session.id, "seats": list(table_session.seats_of(session))}


async def _saving(work: Any) -> Any:
    try:
        return await work
    except NotSaved as error:
        raise not_saved() from error
    except Conflict as error:
        raise Problem(409, message("server.conflict")) from error
