"""Tables: opening one, its state, commands, invites to seats, transfers to another device."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import Literal

from fastapi import APIRouter, Request, Response

from veier.messages import message
from veier.server.bots import Bot
from veier.server.clocks import wall_ms
from veier.server.compact_json import dump_json
from veier.server.http.problems import (
    MEDIA_TYPE,
    Problem,
    not_found,
    problem_document,
    problem_responses,
)
from veier.server.http.responses import json_response
from veier.server.http.sessions import WITH_SESSION, OptionalSession, Session
from veier.server.http.strict_json import StrictRoute
from veier.server.http.tokens import TRANSFER_MS, digest, is_token, new_token
from veier.server.routes.events import with_time
from veier.server.schemas.tables import (
    Acknowledgement,
    ClaimedSeat,
    ClaimRequest,
    CommandRequest,
    InvitationRequest,
    Invite,
    InvitedSeat,
    InviteRequest,
    LightState,
    OpenedTable,
    SeatRequest,
    State,
    TableRequest,
    TransferredSeats,
    TransferRequest,
    TransferToken,
)
from veier.server.services import Services, ServicesDep, check_rate, client_address
from veier.server.store.errors import Unavailable, Unknown
from veier.server.store.invites import Invite as StoredInvite
from veier.server.tables.registry import Stale
from veier.server.tables.seating import Claim, move_seats, sit_down
from veier.table import SeatPlan, Setup

router = APIRouter(
    prefix="/api/v1",
    tags=["tables"],
    route_class=StrictRoute,
    responses=problem_responses(400, 403, 404, 409, 410, 413, 415, 422, 429, 503),
    dependencies=WITH_SESSION,
)


@router.post("/tables", status_code=201)
async def open_table(asked: TableRequest, request: Request, services: ServicesDep, session: Session) -> OpenedTable:
    """Open a table. The session owns the seats "me" and "device"; each "friend" seat gets an invite.

    A "bot" seat belongs to the bot that is connected under its name, which plays at once.
    """
    check_rate(services.limits.tables, client_address(request))
    seats = list(asked.seats)
    if asked.lot:
        secrets.SystemRandom().shuffle(seats)
    is_bot = services.bots.of_session(session) is not None
    bots = {n: services.bots.find(seat.name, asked.game) for n, seat in enumerate(seats) if seat.kind == "bot"}
    plans = tuple(bots[n].plan if n in bots else _plan(seat, is_bot) for n, seat in enumerate(seats))
    setup = Setup(asked.game, plans, asked.swap, asked.clock, asked.aids, asked.start or None)
    owners = {number: session for number, seat in enumerate(seats) if seat.kind in ("me", "device")}
    owners |= {number: bot.session for number, bot in bots.items()}
    friends = [number for number, seat in enumerate(seats) if seat.kind == "friend"]
    async with _challenge(services, bots.values()):
        table_session, tokens = await services.registry.open(setup, owners, friends)
    invites = [Invite(seat=seat, token=token) for seat, token in tokens.items()]
    return OpenedTable(id=table_session.id, seats=list(setup.seats), invites=invites)


@asynccontextmanager
async def _challenge(services: Services, bots: Collection[Bot]) -> AsyncIterator[None]:
    """Hold the time of some bots while a table is opened with them; raise Problem if one has none."""
    if not bots:
        yield
        return
    async with services.bots.challenging:
        free = await with_time(services, bots)
        for bot in bots:
            if bot not in free:
                raise Problem(409, message("bots.busy", name=bot.name))
        yield


def _plan(seat: SeatRequest, is_bot: bool) -> SeatPlan:
    if seat.kind == "friend":
        return SeatPlan("open", None, seat.level)
    if seat.kind == "computer":
        return SeatPlan("computer", None, seat.level)
    is_marked = seat.bot or (is_bot and seat.kind == "me")
    return SeatPlan("human", seat.name or None, seat.level, is_marked)


@router.get("/tables/{name}", response_model=State | LightState)
async def get_state(
    name: str,
    request: Request,
    services: ServicesDep,
    session: OptionalSession,
    state: Literal["full", "light"] = "full",
) -> Response:
    """Return the state of a table as the session sees it; without a seat it watches."""
    check_rate(services.limits.reads, client_address(request))
    table_session = await services.registry.find(name, fresh=True)
    if state == "light":
        return json_response(request, table_session.light_json(session))
    return json_response(request, await services.choices.state_json(table_session, session))


@router.post(
    "/tables/{name}/commands",
    response_model=Acknowledgement,
    responses=problem_responses(409, schema="StaleProblem"),
)
async def send_command(
    name: str, asked: CommandRequest, request: Request, services: ServicesDep, session: OptionalSession
) -> Response | Acknowledgement:
    """Execute a command of the session; 409 with the state if what it is about has changed since its version."""
    received = services.registry.clocks.time.now()
    try:
        table_session = await services.registry.find(name, fresh=True)
    except Unavailable as error:
        # It may be a command whose first answer was lost.
        raise Unknown from error
    check_rate(services.limits.commands, (name, session))
    if not table_session.holders_of(session):
        raise Problem(403, message("table.no_seat"))
    try:
        about = asked.id, asked.version, asked.command
        version = await services.registry.execute(table_session, session, *about, received)
    except Stale:
        state = await services.choices.state_json(table_session, session)
        return _stale_response(request, state)
    return Acknowledgement(version=version)


def _stale_response(request: Request, state: str) -> Response:
    document = problem_document(Problem(409, message("server.stale")), request)
    text = dump_json(document)[:-1] + f',"state":{state}}}'
    return Response(text, 409, media_type=MEDIA_TYPE)


# Invites.


@router.post("/tables/{name}/invitation")
async def look_at_invite(name: str, asked: InvitationRequest, request: Request, services: ServicesDep) -> InvitedSeat:
    """Return the seat of an invite, which stays valid."""
    check_rate(services.limits.guesses, client_address(request))
    table_session = await services.registry.find(name, fresh=True)
    invite = await _invite(services, name, asked.token)
    return InvitedSeat(seat=table_session.table.seat_of(invite.seat))


@router.post("/tables/{name}/claim")
async def claim_seat(
    name: str, asked: ClaimRequest, request: Request, services: ServicesDep, session: Session
) -> ClaimedSeat:
    """Take the seat of an invite, which is used up by it; the session that sends it again gets the same answer."""
    check_rate(services.limits.guesses, client_address(request))
    table_session = await services.registry.find(name, fresh=True)
    token = digest(asked.token)
    try:
        invite = await _invite(services, name, asked.token)
    except Problem:
        claimed = table_session.claimed(session, token)
        if claimed is None:
            raise
    else:
        is_bot = asked.bot or services.bots.of_session(session) is not None
        claim = Claim(invite.seat, token, session, asked.name or None, is_bot)
        claimed = await sit_down(services.registry, table_session, claim)
    return ClaimedSeat(seat=claimed.seat, version=claimed.version)


async def _invite(services: Services, table: str, token: str) -> StoredInvite:
    """Find an invite to a table; raise Problem if it is used up, or for another one."""
    invite = await services.store.invites.find(digest(token)) if is_token(token) else None
    if invite is None or invite.table != table:
        raise Problem(403, message("server.invite_used"))
    return invite


@router.post("/tables/{name}/invites", status_code=201)
async def create_invite(
    name: str, asked: InviteRequest, request: Request, services: ServicesDep, session: OptionalSession
) -> Invite:
    """Create a new invite to an open seat, and end the older one; only for players at the table."""
    check_rate(services.limits.links, client_address(request))
    table_session = await services.registry.find(name, fresh=True)
    if not table_session.holders_of(session):
        raise Problem(403, message("table.no_seat"))
    table = table_session.table
    if asked.seat >= len(table.seats):
        raise not_found()
    if table.seats[asked.seat].kind != "open":
        raise Problem(409, message("table.seat_taken"))
    token = new_token()
    await services.store.invites.add(name, table.holders[asked.seat], digest(token))
    return Invite(seat=asked.seat, token=token)


# Transfers.


@router.post("/tables/{name}/transfer", status_code=201)
async def create_transfer(
    name: str, request: Request, services: ServicesDep, session: OptionalSession
) -> TransferToken:
    """Create a transfer of the session's seats to another device, for one use within an hour."""
    check_rate(services.limits.links, client_address(request))
    table_session = await services.registry.find(name, fresh=True)
    if session is None or not table_session.holders_of(session):
        raise Problem(403, message("table.no_seat"))
    token = new_token()
    await services.store.invites.add_transfer(name, session, digest(token), wall_ms() + TRANSFER_MS)
    return TransferToken(token=token)


@router.post("/transfers")
async def use_transfer(
    asked: TransferRequest, request: Request, services: ServicesDep, session: Session
) -> TransferredSeats:
    """Move the seats of a transfer to this session, and close the sockets of the old one; sent again, the same."""
    check_rate(services.limits.guesses, client_address(request))
    moved = await move_seats(services.registry, digest(asked.token), session) if is_token(asked.token) else None
    if moved is None or not moved.table_session.holders_of(session):
        raise Problem(403, message("server.transfer_used"))
    table_session = moved.table_session
    table_session.broadcast_changes()
    services.choices.update(table_session)
    services.streams.update(table_session)
    return TransferredSeats(table=table_session.id, seats=list(table_session.seats_of(session)))
