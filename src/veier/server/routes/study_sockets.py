"""The socket of a study: it tells that something has changed, and the client reads what that is."""

from __future__ import annotations

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError

from veier.core.errors import VeierError
from veier.server.http.problems import Problem
from veier.server.http.strict_json import read_json
from veier.server.routes.sockets import CLOSE_NOT_TEXT, CLOSE_POLICY, accept_socket, check_socket, deny_socket
from veier.server.schemas.studies import ping
from veier.server.services import Services, check_rate, client_address, get_services
from veier.server.store.errors import StoreError
from veier.server.tables.connection import Connection

router = APIRouter()


@router.websocket("/api/v1/studies/{name}/socket")
async def watch_study(websocket: WebSocket, name: str) -> None:
    """Send a reader of a study a message whenever it changes."""
    services = get_services(websocket)
    try:
        check_socket(websocket, services)
        check_rate(services.limits.streams, client_address(websocket))
        await services.studies.find(name)
    except (Problem, StoreError) as error:
        await deny_socket(websocket, error)
        return
    line, connection = await accept_socket(websocket, services)
    services.connections.count(connection)
    services.studies.watch(name, connection)
    line.hand_over(StudyListener(services, name, connection))


class StudyListener:
    """Answers signs of life; there is nothing else to say over this socket."""

    __slots__ = ("_connection", "_services", "_study")

    def __init__(self, services: Services, study: str, connection: Connection) -> None:
        self._services = services
        self._study = study
        self._connection = connection

    async def receive(self, text: str | None) -> None:
        """Answer a sign of life; close the socket of a client that sends anything else, or too much."""
        limits, connection = self._services.limits, self._connection
        if text is None:
            connection.close(CLOSE_NOT_TEXT)
            return
        own = limits.watching.retry_after(connection.session) if connection.session else connection.rate.retry_after()
        try:
            if own or limits.messages.retry_after(connection.address):
                connection.close(CLOSE_POLICY)
                return
            ping.validate_python(read_json(text))
        except (ValidationError, Problem, VeierError):
            connection.close(CLOSE_POLICY)
            return
        connection.send('{"type":"pong"}')

    def closed(self) -> None:
        """Forget a reader who is gone."""
        self._services.studies.leave(self._study, self._connection)
        self._services.connections.discount(self._connection)
