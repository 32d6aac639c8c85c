"""Tournaments: opening one, its state and socket, what its organiser does, links, certificates and cards to print."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Query, Request, Response, WebSocket

from veier.games import game as find_game
from veier.messages import Message
from veier.server.address import is_loopback, origin_for_others
from veier.server.compact_json import dump_json
from veier.server.http.problems import Problem, not_found, problem_responses
from veier.server.http.responses import binary_route, download, json_response
from veier.server.http.sessions import WITH_SESSION, OptionalSession, Session, find_session
from veier.server.http.strict_json import StrictRoute
from veier.server.logs import log
from veier.server.routes.listeners import WatchListener, accept_socket, check_socket, deny_socket
from veier.server.routes.sheets import Chosen
from veier.server.schemas.base import GameId
from veier.server.schemas.tables import StateGame
from veier.server.schemas.tournaments import (
    ClaimedPlayer,
    HandoverToken,
    LinkRequest,
    ListedTournament,
    Minutes,
    OpenedTournament,
    OrganiserRequest,
    PlayerLink,
    PlayerLinks,
    TournamentList,
    TournamentPlan,
    TournamentRequest,
    TournamentState,
)
from veier.server.services import Services, ServicesDep, check_rate, client_address, get_services
from veier.server.store.errors import StoreError
from veier.server.store.tournaments import ORGANISER
from veier.server.tables.connection import CLOSE_ERROR, Connection
from veier.server.tournaments.organising import organise
from veier.server.tournaments.session import TournamentSession
from veier.server.tournaments.state import tournament_state
from veier.server.work.client_work import SET_COST
from veier.sheets.cards import Card, cards_pdf
from veier.sheets.certificates import Certificate, certificates_pdf
from veier.tournament import MOST_PLAYERS, System, make_plan, points_text, standings

router = APIRouter(
    prefix="/api/v1",
    tags=["tournaments"],
    route_class=StrictRoute,
    responses=problem_responses(400, 403, 404, 409, 410, 413, 415, 422, 429, 503),
    dependencies=WITH_SESSION,
)

# Tournaments of a session that are listed.
_LISTED = 6


@router.post("/tournaments", status_code=201)
async def open_tournament(
    asked: TournamentRequest, request: Request, services: ServicesDep, session: Session
) -> OpenedTournament:
    """Open a tournament, whose organiser is the session; names that are alike get numbers."""
    check_rate(services.limits.tables, client_address(request))
    game = find_game(asked.game)
    plan = make_plan(len(asked.names), game.players, asked.minutes, asked.system)
    found = await services.tournaments.open(asked.game, asked.names, plan, session)
    return OpenedTournament(id=found.id)


@router.get("/tournaments")
async def list_tournaments(request: Request, services: ServicesDep, session: OptionalSession) -> TournamentList:
    """List the session's tournaments, those that it organises and those where it plays."""
    check_rate(services.limits.lists, client_address(request))
    names = await services.store.tournaments.of_session(session, _LISTED) if session else []
    return TournamentList(tournaments=[_listed(await services.tournaments.find(name), session) for name in names])


def _listed(found: TournamentSession, session: str | None) -> ListedTournament:
    state = tournament_state(found, session)
    return ListedTournament(
        id=found.id,
        game=StateGame.model_validate(state["game"]),
        organiser=state["organiser"],
        names=[found.tournament.players[player].name for player in state["mine"]],
        players=len(state["players"]),
        rounds=len(state["rounds"]),
        over=state["over"],
    )


@router.get("/tournaments/plan")
async def plan_tournament(
    request: Request,
    services: ServicesDep,
    game: Annotated[GameId, Query()],
    players: Annotated[int, Query(ge=1, le=MOST_PLAYERS)],
    minutes: Minutes = 60,
    system: System | None = None,
) -> TournamentPlan:
    """Return what fits into the time: the system, the rounds, and the minutes of each."""
    check_rate(services.limits.reads, client_address(request))
    plan = make_plan(players, find_game(game).players, minutes, system)
    return TournamentPlan(system=plan.system, rounds=plan.rounds, minutes=plan.minutes)


@router.get("/tournaments/{name}", response_model=TournamentState)
async def get_tournament(name: str, request: Request, services: ServicesDep, session: OptionalSession) -> Response:
    """Return a tournament as the session sees it; who knows its id may watch."""
    check_rate(services.limits.reads, client_address(request))
    found = await services.tournaments.find(name)
    return json_response(request, dump_json(tournament_state(found, session)))


@router.post("/tournaments/{name}/commands", response_model=TournamentState)
async def command_tournament(
    name: str, asked: OrganiserRequest, request: Request, services: ServicesDep, session: OptionalSession
) -> Response:
    """Do what the organiser asks for; to others the tournament has no such address."""
    found = await _organised(services, name, session)
    check_rate(services.limits.commands, (name, session))
    if asked.command.kind == "begin_round":
        check_rate(services.limits.tables, client_address(request))
    await organise(services.tournaments, found, asked.command)
    return json_response(request, dump_json(tournament_state(found, session)))


@router.delete("/tournaments/{name}")
async def delete_tournament(
    name: str, request: Request, services: ServicesDep, session: OptionalSession
) -> OpenedTournament:
    """Delete a tournament for ever, with its names, results and games; only for the organiser."""
    check_rate(services.limits.lists, client_address(request))
    await services.tournaments.delete(await _organised(services, name, session))
    return OpenedTournament(id=name)


async def _organised(services: Services, name: str, session: str | None) -> TournamentSession:
    """Return a tournament of which a session is the organiser's; raise Problem 404 for all others."""
    found = await services.tournaments.find(name)
    if not found.is_organiser(session):
        raise not_found()
    return found


# Links.


@router.post("/tournaments/{name}/links")
async def get_links(name: str, request: Request, services: ServicesDep, session: OptionalSession) -> PlayerLinks:
    """Return the links of all players; only for the organiser."""
    check_rate(services.limits.links, client_address(request))
    found = await _organised(services, name, session)
    tokens = await services.tournaments.links.of_players(name, found.tournament)
    return PlayerLinks(links=[PlayerLink(player=number, token=token) for number, token in enumerate(tokens)])


@router.post("/tournaments/{name}/handover")
async def hand_over(name: str, request: Request, services: ServicesDep, session: OptionalSession) -> HandoverToken:
    """Return the link that makes another device the organiser's, for one use; only for the organiser."""
    check_rate(services.limits.links, client_address(request))
    found = await _organised(services, name, session)
    return HandoverToken(token=await services.tournaments.links.of_organiser(name, found.tournament))


@router.post("/tournaments/{name}/claim")
async def claim_player(
    name: str, asked: LinkRequest, request: Request, services: ServicesDep, session: Session
) -> ClaimedPlayer:
    """Assign the player of a link to the session, and the player's seat at the table of the round."""
    found = await services.tournaments.find(name)
    try:
        number = await services.tournaments.claim(found, asked.token, session)
    except Problem:
        # A class opens its links at the same time from one address: only wrong ones are counted.
        check_rate(services.limits.guesses, client_address(request))
        raise
    return ClaimedPlayer(player=None if number == ORGANISER else number)


# Sheets, with the names of children: only for the organiser.


@router.get("/tournaments/{name}/certificates.pdf", **binary_route("application/pdf"))
async def get_certificates(
    name: str, request: Request, services: ServicesDep, session: OptionalSession, chosen: Chosen
) -> Response:
    """Return a certificate for each player, two to a page; large ones have a page of their own."""
    check_rate(services.limits.printing, client_address(request))
    found = await _organised(services, name, session)
    work = partial(certificates_pdf, _certificates(found), found.tournament.find_game(), _date_of(found), chosen)
    written = await services.work.run(services.pools.printing, client_address(request), SET_COST, work)
    return download(written, "application/pdf", "certificates.pdf")


def _certificates(found: TournamentSession) -> list[Certificate]:
    players = found.tournament.players
    return [
        Certificate(players[each.player].name, each.place, len(players), points_text(each.points), each.games)
        for each in standings(found.tournament, found.results)
    ]


def _date_of(found: TournamentSession) -> tuple[int, int, int]:
    """Return the day on which the last round began, or today."""
    rounds = found.tournament.rounds
    day = time.localtime(rounds[-1].began / 1000 if rounds else None)
    return day.tm_year, day.tm_mon, day.tm_mday


@router.get("/tournaments/{name}/cards.pdf", **binary_route("application/pdf"))
async def get_cards(
    name: str, request: Request, services: ServicesDep, session: OptionalSession, chosen: Chosen
) -> Response:
    """Return a card to cut out for each player, with the code of the link; 409 where nobody else reaches the server."""
    check_rate(services.limits.printing, client_address(request))
    found = await _organised(services, name, session)
    origin = services.settings.origin or f"{request.url.scheme}://{request.headers.get('host', '')}"
    if is_loopback(urlsplit(origin).hostname or ""):
        shared = await asyncio.to_thread(origin_for_others, services.settings)
        if isinstance(shared, Message):
            raise Problem(409, shared)
        origin = shared
    tokens = await services.tournaments.links.of_players(name, found.tournament)
    cards = [
        Card(player.name, f"{origin}/tournament/{name}#play={token}")
        for player, token in zip(found.tournament.players, tokens, strict=True)
    ]
    work = partial(cards_pdf, cards, chosen)
    written = await services.work.run(services.pools.printing, client_address(request), SET_COST, work)
    return download(written, "application/pdf", "cards.pdf")


# The socket.


@router.websocket("/tournaments/{name}/socket")
async def tournament_socket(websocket: WebSocket, name: str, boards: bool = False) -> None:
    """Send the state of a tournament whenever it changes, and on demand the boards of the running round."""
    services, session = get_services(websocket), find_session(websocket)
    try:
        check_socket(websocket, services)
        found = await services.tournaments.find(name)
        await services.tournaments.seat(found, session)
    except (Problem, StoreError) as error:
        await deny_socket(websocket, error)
        return
    line, connection = await accept_socket(websocket, services)
    services.connections.count(connection)
    try:
        services.tournaments.broadcast.add(found, connection, boards=boards)
    except Exception:
        # The listener ends what has begun, whatever went wrong.
        log("no tournament", logging.ERROR, fault=True, tournament=name)
        connection.close(CLOSE_ERROR)
    line.hand_over(TournamentListener(services, found, connection))


class TournamentListener(WatchListener):
    """Hears that a client is there, and when no longer."""

    __slots__ = ("_found",)

    def __init__(self, services: Services, found: TournamentSession, connection: Connection) -> None:
        super().__init__(services, connection)
        self._found = found

    def closed(self) -> None:
        """Forget the socket."""
        self.services.tournaments.broadcast.remove(self._found, self.connection)
        self.services.connections.discount(self.connection)
