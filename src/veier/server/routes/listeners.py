"""What all sockets have in common: who may open one, and how its messages are limited and read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TypeVar

from fastapi import WebSocket
from pydantic import TypeAdapter, ValidationError

from veier.core.errors import VeierError
from veier.messages import Message, message
from veier.server.http.middleware import is_cross_site
from veier.server.http.problems import Problem, problem_response, store_problem, validation_problem
from veier.server.http.sessions import find_session
from veier.server.http.socket_protocol import LINE, SocketProtocol
from veier.server.http.strict_json import read_json
from veier.server.logs import begin_request
from veier.server.schemas.sockets import PingMessage
from veier.server.services import Services, client_address
from veier.server.store.errors import StoreError
from veier.server.tables.connection import Connection

PONG = '{"type":"pong"}'

# Messages beyond the rate limit that are refused before the socket is closed.
_MAX_REFUSALS = 50
_CLOSE_POLICY = 1008
_CLOSE_NOT_TEXT = 1003

_Asked = TypeVar("_Asked")
_ping: TypeAdapter[PingMessage] = TypeAdapter(PingMessage)


def check_socket(websocket: WebSocket, services: Services) -> None:
    """Raise Problem if a client may not open a socket: for another site's page, or beside too many others."""
    if is_cross_site(websocket, services.settings):
        raise Problem(403, message("server.foreign"))
    if services.connections.is_full(find_session(websocket), client_address(websocket)):
        raise Problem(429, message("server.sockets"))


async def deny_socket(websocket: WebSocket, error: Problem | StoreError) -> None:
    """Answer that a socket is not opened, and why."""
    problem = store_problem(error) if isinstance(error, StoreError) else error
    await websocket.send_denial_response(problem_response(problem, websocket))


async def accept_socket(websocket: WebSocket, services: Services) -> tuple[SocketProtocol, Connection]:
    """Open a socket; its line can be handed over to a listener."""
    await websocket.accept()
    line: SocketProtocol = websocket.scope["extensions"][LINE]
    rate = services.limits.watcher()
    return line, Connection(line, find_session(websocket), client_address(websocket), rate)


def validate_message(adapter: TypeAdapter[_Asked], data: object) -> _Asked:
    """Return the message that JSON data are; raise Problem."""
    try:
        return adapter.validate_python(data)
    except ValidationError as error:
        # Places begin with the tag of the union, the message's type.
        raise validation_problem([{**each, "loc": each["loc"][1:]} for each in error.errors()]) from error


class MessageListener(ABC):
    """Answers the messages of one socket; closes it when they are no text, or far too many."""

    __slots__ = ("_refusals", "connection", "services")

    def __init__(self, services: Services, connection: Connection) -> None:
        self.services = services
        self.connection = connection
        self._refusals = 0

    async def receive(self, text: str | None) -> None:
        """Answer a message, or refuse it because there are too many."""
        if text is None:
            self.connection.close(_CLOSE_NOT_TEXT)
        elif seconds := self.retry_after() or self.services.limits.messages.retry_after(self.connection.address):
            self._refusals += 1
            if self._refusals > _MAX_REFUSALS:
                self.connection.close(_CLOSE_POLICY)
            else:
                self.refuse(message("server.too_often", count=max(1, round(seconds))))
        else:
            begin_request(None)
            await self.answer(text)

    def retry_after(self) -> float:
        """Count a message: for a session however many sockets it has, or for the socket of who has none."""
        session = self.connection.session
        return self.services.limits.watching.retry_after(session) if session else self.connection.rate.retry_after()

    @abstractmethod
    async def answer(self, text: str) -> None:
        """Answer a message within the limits."""

    @abstractmethod
    def refuse(self, reason: Message) -> None:
        """Send the reason why a message is refused."""

    @abstractmethod
    def closed(self) -> None:
        """End, because the socket is closed."""


class WatchListener(MessageListener):
    """Answers signs of life; closes the socket of a client that says anything else, because it is only told things."""

    __slots__ = ()

    async def answer(self, text: str) -> None:
        try:
            _ping.validate_python(read_json(text))
        except (ValidationError, Problem, VeierError):
            self.connection.close(_CLOSE_POLICY)
        else:
            self.connection.send(PONG)

    def refuse(self, reason: Message) -> None:
        """Say nothing: a sign of life that is not answered does no harm."""
