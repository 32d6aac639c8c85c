"""The socket of the analysis board: positions one way, the best lines as they are found the other way."""

from __future__ import annotations

from fastapi import APIRouter, WebSocket
from pydantic import TypeAdapter

from veier.core.errors import VeierError
from veier.messages import Message
from veier.server.analysis import start_analysis, tell_end
from veier.server.http.problems import Problem
from veier.server.http.strict_json import read_json
from veier.server.routes.listeners import (
    PONG,
    MessageListener,
    accept_socket,
    check_socket,
    deny_socket,
    validate_message,
)
from veier.server.schemas.analysis import AnalyseMessage, AnalysisRequest, StopMessage
from veier.server.schemas.sockets import PingMessage
from veier.server.services import check_rate, client_address, get_services

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


class AnalysisListener(MessageListener):
    """Answers the messages over one socket."""

    __slots__ = ()

    async def answer(self, text: str) -> None:
        try:
            asked = validate_message(_request, read_json(text))
        except (Problem, VeierError) as error:
            self.refuse(error.reason)
            return
        if isinstance(asked, PingMessage):
            self.connection.send(PONG)
        elif isinstance(asked, StopMessage):
            self.services.searches.stop(self.connection)
        else:
            start_analysis(self.services, self.connection, asked)

    def refuse(self, reason: Message) -> None:
        tell_end(self.connection, None, reason)

    def closed(self) -> None:
        """End the search of a page that has been left."""
        self.services.searches.stop(self.connection)
        self.services.connections.discount(self.connection)
