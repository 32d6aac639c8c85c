"""Tables: opening one, looking at it, playing by request, sitting down by invite, moving to another device."""

from __future__ import annotations

import secrets
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from veier.core.data import to_plain
from veier.core.descriptions import tell_turn
from veier.messages import message
from veier.server.connection import MOVED_AWAY
from veier.server.hall import Stale
from veier.server.live import Live
from veier.server.problems import Problem, document, not_found, not_saved, problem_responses
from veier.server.reading import StrictRoute
from veier.server.services import Parts, address, allow
from veier.server.sessions import MaybeSession, Session
from veier.server.store.writer import Conflict, NotSaved
from veier.server.times import wall_ms
from veier.server.tokens import TRANSFER_MS, digest, is_token, new_token
from veier.server.wire import (
    ClaimRequest,
    CommandRequest,
    InviteRequest,
    SeatRequest,
    TableRequest,
    TokenRequest,
    answer_json,
    dump,
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
    asked: TableRequest, request: Request, response: Response, parts: Parts, session: Session
) -> dict[str, Any]:
    """Open a table. Seats "me" and "device" belong to this browser; "friend" seats get an invite each."""
    allow(parts.rates.tables, address(request))
    seats = list(asked.seats)
    if asked.lot:
        secrets.SystemRandom().shuffle(seats)
    clock = Clock(asked.clock.kind, asked.clock.initial_ms, asked.clock.increment_ms) if asked.clock else None
    setup = Setup(asked.game, tuple(map(_plan, seats)), asked.swap, clock, asked.aids, asked.start or None)
    owners = {number: session for number, seat in enumerate(seats) if seat.kind in ("me", "device")}
    friends = [number for number, seat in enumerate(seats) if seat.kind == "friend"]
    live, tokens = await parts.hall.open(setup, owners, friends)
    return {
        "id": live.id,
        "seats": [_seat_data(live, seat) for seat in range(len(seats))],
        "invites": [{"seat": seat, "token": token} for seat, token in tokens.items()],
    }


def _plan(seat: SeatRequest) -> SeatPlan:
    kinds = {"me": "human", "device": "human", "computer": "computer", "friend": "open"}
    name = seat.name if seat.kind in ("me", "device") else None
    return SeatPlan(kinds[seat.kind], name or None, seat.level)  # type: ignore[arg-type]


def _seat_data(live: Live, seat: int) -> dict[str, Any]:
    plan = live.table.seats[seat]
    return {"kind": plan.kind, "name": plan.name, "level": plan.level}


@router.get("/tables")
async def my_tables(request: Request, parts: Parts, session: MaybeSession) -> Response:
    """List the tables of this browser, running ones first; the first few with their board."""
    found: list[dict[str, Any]] = []
    for name, _, updated in await parts.store.tables_of(session, _LISTED) if session else ():
        try:
            live = await parts.hall.find(name)
            view = to_plain(live.table.position.view()) if len(found) < _PICTURED else None
            found.append(_summary(live, session, updated) | {"view": view})
        except Problem:
            # What cannot be read any more is left out of the list; asked for by its address it says so.
            continue
    return answer_json(request, dump({"tables": found}))


def _summary(live: Live, session: str | None, updated: int) -> dict[str, Any]:
    table = live.table
    mine = live.seats_of(session)
    return {
        "id": live.id,
        "game": {"id": table.game.id, "title": table.game.text("title").to_data()},
        "seats": [{**_seat_data(live, seat), "mine": seat in mine} for seat in range(len(table.seats))],
        "version": table.version,
        "moves": len(table.moves),
        "turn": tell_turn(table.position).to_data() if table.mover is not None else None,
        "myTurn": table.mover in mine,
        "over": table.result is not None,
        "result": table.result.to_data() if table.result else None,
        "created": live.created,
        "updated": updated,
    }


@router.get("/tables/{name}")
async def table(name: str, request: Request, parts: Parts, session: MaybeSession) -> Response:
    """Give a table as this browser sees it; who has no seat there watches."""
    live = await parts.hall.find(name)
    return answer_json(request, live.state(session))


@router.post("/tables/{name}/commands")
async def command(name: str, asked: CommandRequest, parts: Parts, session: MaybeSession) -> Response:
    """Carry out a command of this browser's seat; 409 with the state if what it is about has changed since."""
    live = await parts.hall.find(name)
    allow(parts.rates.commands, (name, session))
    if not live.holders_of(session):
        raise Problem(403, message("table.no_seat"))
    try:
        version = await parts.hall.command(live, session, asked.id, asked.version, command_from_data(asked.command))
    except Stale:
        return _stale(live, session)
    return JSONResponse({"version": version})


def _stale(live: Live, session: str | None) -> Response:
    problem = Problem(409, message("server.stale"))
    text = dump(document(problem))[:-1] + f',"state":{live.state(session)}}}'
    return Response(text, 409, media_type="application/problem+json")


# Sitting down.


@router.post("/tables/{name}/claim")
async def claim(name: str, asked: ClaimRequest, request: Request, parts: Parts, session: Session) -> dict[str, Any]:
    """Sit down at an invite's seat. The invite is used up by that."""
    allow(parts.rates.guesses, address(request))
    live = await parts.hall.find(name)
    found = await parts.store.find_invite(digest(asked.token)) if is_token(asked.token) else None
    if found is None or found[0] != name:
        raise Problem(403, message("server.invite_used"))
    holder = found[1]
    await parts.hall.sit(live, holder, session, asked.name or None, [parts.store.invite_step(digest(asked.token))])
    return {"seat": live.table.seat_of(holder), "version": live.table.version}


@router.post("/tables/{name}/invites", status_code=201)
async def invite(name: str, asked: InviteRequest, parts: Parts, session: MaybeSession) -> dict[str, Any]:
    """Make a new invite to an open seat; the older one ends. Only for those who sit at the table."""
    live = await parts.hall.find(name)
    if not live.holders_of(session):
        raise Problem(403, message("table.no_seat"))
    if asked.seat >= len(live.table.seats):
        raise not_found()
    if live.table.seats[asked.seat].kind != "open":
        raise Problem(409, message("table.seat_taken"))
    token = new_token()
    await _saving(parts.store.add_invite(name, live.table.holders[asked.seat], digest(token)))
    return {"seat": asked.seat, "token": token}


# Another device.


@router.post("/tables/{name}/transfer", status_code=201)
async def transfer(name: str, parts: Parts, session: MaybeSession) -> dict[str, Any]:
    """Make a way, for once and an hour, to take one's seats at this table to another device."""
    live = await parts.hall.find(name)
    if session is None or not live.holders_of(session):
        raise Problem(403, message("table.no_seat"))
    token = new_token()
    await _saving(parts.store.add_transfer(name, session, digest(token), wall_ms() + TRANSFER_MS))
    return {"token": token}


@router.post("/transfers")
async def use_transfer(asked: TokenRequest, request: Request, parts: Parts, session: Session) -> dict[str, Any]:
    """Take the seats to this browser; the sockets of the one that had them are closed."""
    allow(parts.rates.guesses, address(request))
    moved = None
    if is_token(asked.token):
        moved = await _saving(parts.store.use_transfer(digest(asked.token), session))
    if moved is None:
        raise Problem(403, message("server.transfer_used"))
    live = await parts.hall.find(moved[0])
    async with live.lock:
        live.owners = {holder: session if owner == moved[1] else owner for holder, owner in live.owners.items()}
    for connection in tuple(live.connections):
        if connection.session == moved[1] != session:
            connection.close(MOVED_AWAY)
    live.broadcast("state")
    return {"table": live.id, "seats": list(live.seats_of(session))}


async def _saving(work: Any) -> Any:
    try:
        return await work
    except NotSaved as error:
        raise not_saved() from error
    except Conflict as error:
        raise Problem(409, message("server.conflict")) from error
