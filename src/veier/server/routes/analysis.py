"""The socket of the analysis board: positions one way, the best lines as they are found the other way."""

from __future__ import annotations

from fastapi import APIRouter, WebSocket
from pydantic import TypeAdapter, ValidationError

from veier.core.errors import VeierError
from veier.messages import Message, message
from veier.server.analysis import start_analysis, tell_end
from veier.server.http.problems import Problem, validation_problem
from veier.server.http.strict_json import read_json
from veier.server.routes.sockets import (
    CLOSE_NOT_TEXT,
    CLOSE_POLICY,
    MAX_REFUSALS,
    accept_socket,
    check_socket,
    deny_socket,
)
from veier.server.schemas.analysis import AnalyseMessage, AnalysisRequest, StopMessage
from veier.server.schemas.sockets import PingMessage
from veier.server.services import Services, check_rate, client_address, get_services
from veier.server.tables.connection import Connection

router = APIRouter()

_request: TypeAdapter[AnalyseMessage | StopMessage | PingMessage] = TypeAdapter(AnalysisRequest)


@router.websocket("/api/v1/analysis")
async def analyse(websocket: WebSocket) -> None:
    """Search positions for as long as the socket is open, one at a time."""
    services = get_services(websocket)
    try:
        check_socket(websocket, services)
        check_rate(services.limits.streams, client_address(websocket))
    except Problem as problem:
        await deny_socket(websocket, problem)
        return
    line, connection = await accept_socket(websocket, services)
    services.connections.count(connection)
    line.hand_over(AnalysisListener(services, connection))


class AnalysisListener:
    """Answers the messages over one socket."""

    __slots__ = ("_connection", "_refusals", "_services")

    def __init__(self, services: Services, connection: Connection) -> None:
        self._services = services
        self._connection = connection
        self._refusals = 0

    async def receive(self, text: str | None) -> None:
        """Answer a message; close the socket of a client that sends something else than text, or too much."""
        limits, connection = self._services.limits, self._connection
        if text is None:
            connection.close(CLOSE_NOT_TEXT)
            return
        own = limits.watching.retry_after(connection.session) if connection.session else connection.rate.retry_after()
        wait = own or limits.messages.retry_after(connection.address)
        if not wait:
            self._answer(text)
            return
        self._refusals += 1
        if self._refusals > MAX_REFUSALS:
            connection.close(CLOSE_POLICY)
        else:
            self._refuse(message("server.too_often", count=max(1, round(wait))))

    def closed(self) -> None:
        """End the search of a page that has been left."""
        self._services.searches.stop(self._connection)
        self._services.connections.discount(self._connection)

    def _answer(self, text: str) -> None:
        try:
            asked = _validate(read_json(text))
        except (Problem, VeierError) as error:
            self._refuse(error.reason)
            return
        if isinstance(asked, PingMessage):
            self._connection.send('{"type":"pong"}')
        elif isinstance(asked, StopMessage):
            self._services.searches.stop(self._connection)
        else:
            start_analysis(self._services, self._connection, asked)

    def _refuse(self, reason: Message) -> None:
        tell_end(self._connection, None, reason)


def _validate(data: object) -> AnalyseMessage | StopMessage | PingMessage:
    try:
        return _request.validate_python(data)
    except ValidationError as error:
        # Places begin with the tag of the union, the message's type.
        raise validation_problem([{**each, "loc": each["loc"][1:]} for each in error.errors()]) from error
