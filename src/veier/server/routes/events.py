"""The event stream of a session, over which bots are registered, and the list of bots."""

from __future__ import annotations

import logging
from collections.abc import Collection

from fastapi import APIRouter, Request, WebSocket
from pydantic import TypeAdapter, ValidationError

from veier.core.errors import VeierError
from veier.messages import Message, message
from veier.server.bots import Bot
from veier.server.compact_json import dump_json
from veier.server.event_streams import EventStream
from veier.server.http.problems import Problem, problem_responses, validation_problem
from veier.server.http.sessions import find_session
from veier.server.http.strict_json import StrictRoute, read_json
from veier.server.logs import log
from veier.server.routes.sockets import (
    CLOSE_NOT_TEXT,
    CLOSE_POLICY,
    MAX_REFUSALS,
    accept_socket,
    check_socket,
    deny_socket,
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


class StreamListener:
    """Answers the messages over one event stream."""

    __slots__ = ("_refusals", "_services", "_stream")

    def __init__(self, services: Services, stream: EventStream) -> None:
        self._services = services
        self._stream = stream
        self._refusals = 0

    async def receive(self, text: str | None) -> None:
        """Answer a message; close the socket of a client that sends something else than text, or too much."""
        limits, connection = self._services.limits, self._stream.connection
        if text is None:
            connection.close(CLOSE_NOT_TEXT)
            return
        wait = limits.watching.retry_after(self._stream.session) or limits.messages.retry_after(connection.address)
        if not wait:
            self._answer(text)
            return
        self._refusals += 1
        if self._refusals > MAX_REFUSALS:
            connection.close(CLOSE_POLICY)
        else:
            self._refuse(message("server.too_often", count=max(1, round(wait))))

    def closed(self) -> None:
        """Forget the stream and its bot."""
        self._services.bots.remove(self._stream.connection)
        self._services.streams.remove(self._stream)
        self._services.connections.discount(self._stream.connection)

    def _answer(self, text: str) -> None:
        connection = self._stream.connection
        try:
            asked = _validate(read_json(text))
            if isinstance(asked, PingMessage):
                connection.send('{"type":"pong"}')
                return
            bot = Bot(asked.name, self._stream.session, tuple(asked.games), asked.tables)
            bot = self._services.bots.register(bot, connection)
            connection.send(dump_json({"type": "registered", "name": bot.name}))
        except (Problem, VeierError) as error:
            self._refuse(error.reason)

    def _refuse(self, reason: Message) -> None:
        self._stream.connection.send(dump_json({"type": "refused", "reason": reason.to_data()}))


def _validate(data: object) -> RegisterMessage | PingMessage:
    try:
        return _request.validate_python(data)
    except ValidationError as error:
        # Places begin with the tag of the union, the message's type.
        raise validation_problem([{**each, "loc": each["loc"][1:]} for each in error.errors()]) from error
