"""The event stream of a session, over which bots are registered, and the list of bots."""

from __future__ import annotations

import logging
from collections.abc import Collection

from fastapi import APIRouter, Request, WebSocket
from pydantic import TypeAdapter

from veier.core.errors import VeierError
from veier.messages import Message, message
from veier.server.bots import Bot
from veier.server.compact_json import dump_json
from veier.server.event_streams import EventStream
from veier.server.http.problems import Problem, problem_responses
from veier.server.http.sessions import find_session
from veier.server.http.strict_json import StrictRoute, read_json
from veier.server.logs import log
from veier.server.routes.listeners import (
    PONG,
    MessageListener,
    accept_socket,
    check_socket,
    deny_socket,
    validate_message,
)
from veier.server.schemas.events import BotList, ListedBot, RegisterMessage, StreamRequest
from veier.server.schemas.sockets import PingMessage
from veier.server.services import Services, ServicesDep, check_rate, client_address, get_services
from veier.server.tables.connection import CLOSE_ERROR

router = APIRouter(
    prefix="/api/v1", tags=["bots"], route_class=StrictRoute, responses=problem_responses(400, 413, 415, 422, 429, 503)
)

_request: TypeAdapter[RegisterMessage | PingMessage] = TypeAdapter(StreamRequest)


@router.get("/bots")
async def list_bots(request: Request, services: ServicesDep) -> BotList:
    """List the bots that are connected, which can be given a seat when a table is opened."""
    check_rate(services.limits.lists, client_address(request))
    bots = services.bots.list()
    free = await with_time(services, bots)
    return BotList(bots=[ListedBot(name=bot.name, games=list(bot.games), free=bot in free) for bot in bots])


async def with_time(services: Services, bots: Collection[Bot]) -> frozenset[Bot]:
    """Return the bots that play fewer games than they want to play at once."""
    running = await services.store.listings.running(bot.session for bot in bots)
    return frozenset(bot for bot in bots if running.get(bot.session, 0) < bot.tables)


@router.websocket("/events")
async def stream_events(websocket: WebSocket) -> None:
    """Send a session what concerns it at all of its tables."""
    services = get_services(websocket)
    session = find_session(websocket)
    try:
        check_socket(websocket, services)
        check_rate(services.limits.streams, client_address(websocket))
        if session is None:
            raise Problem(403, message("server.no_session"))
    except Problem as problem:
        await deny_socket(websocket, problem)
        return
    line, connection = await accept_socket(websocket, services)
    stream = EventStream(session, connection)
    services.connections.count(connection)
    services.streams.add(stream)
    try:
        await services.streams.begin(stream)
    except Exception:
        # The listener ends what has begun, whatever went wrong.
        log("no events", logging.ERROR, fault=True)
        connection.close(CLOSE_ERROR)
    line.hand_over(StreamListener(services, stream))


class StreamListener(MessageListener):
    """Answers the messages over one event stream."""

    __slots__ = ("_stream",)

    def __init__(self, services: Services, stream: EventStream) -> None:
        super().__init__(services, stream.connection)
        self._stream = stream

    async def answer(self, text: str) -> None:
        try:
            asked = validate_message(_request, read_json(text))
            if isinstance(asked, PingMessage):
                self.connection.send(PONG)
                return
            bot = Bot(asked.name, self._stream.session, tuple(asked.games), asked.tables)
            bot = self.services.bots.register(bot, self.connection)
            self.connection.send(dump_json({"type": "registered", "name": bot.name}))
        except (Problem, VeierError) as error:
            self.refuse(error.reason)

    def refuse(self, reason: Message) -> None:
        self.connection.send(dump_json({"type": "refused", "reason": reason.to_data()}))

    def closed(self) -> None:
        """Forget the stream and its bot."""
        self.services.bots.remove(self.connection)
        self.services.streams.remove(self._stream)
        self.services.connections.discount(self.connection)
