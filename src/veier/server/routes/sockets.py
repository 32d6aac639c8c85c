"""The socket of a table: its state first, an event after each change, and commands the other way."""

from __future__ import annotations

import logging

from fastapi import APIRouter, WebSocket
from pydantic import TypeAdapter, ValidationError

from veier.core.errors import VeierError
from veier.messages import Message, message
from veier.server.compact_json import dump_json
from veier.server.http.limits import RateLimits
from veier.server.http.middleware import is_cross_site
from veier.server.http.problems import Problem, problem_response, store_problem, validation_problem
from veier.server.http.sessions import find_session
from veier.server.http.socket_protocol import LINE, SocketProtocol
from veier.server.http.strict_json import read_json
from veier.server.logs import begin_request, log
from veier.server.schemas.sockets import ClientMessage, CommandMessage, PingMessage, ResyncMessage
from veier.server.services import Services, client_address, get_services
from veier.server.store.errors import StoreError, Unknown
from veier.server.tables.connection import CLOSE_ERROR, Connection
from veier.server.tables.registry import Stale
from veier.server.tables.session import TableSession

router = APIRouter()

# Messages beyond the rate limit that are refused before the socket is closed.
MAX_REFUSALS = 50
_MAX_ID_LENGTH = 40
CLOSE_POLICY = 1008
CLOSE_NOT_TEXT = 1003

_client_message: TypeAdapter[CommandMessage | PingMessage | ResyncMessage] = TypeAdapter(ClientMessage)


@router.websocket("/api/v1/tables/{name}/socket")
async def socket(websocket: WebSocket, name: str, choices: bool = False, state: str = "full") -> None:
    """Watch a table, and play at it if the session owns a seat; on demand with choices and aids, or lightly."""
    services = get_services(websocket)
    try:
        check_socket(websocket, services)
        table_session = await services.registry.find(name, fresh=True)
    except (Problem, StoreError) as error:
        await deny_socket(websocket, error)
        return
    line, connection = await accept_socket(websocket, services)
    connection.is_light = state == "light"
    connection.wants_choices = choices and not connection.is_light
    try:
        services.connections.add(table_session, connection)
        services.choices.update(table_session)
        # A computer whose turn failed tries again when a client connects.
        services.computers.update(table_session)
    except Exception:
        # The listener ends what has begun, whatever went wrong.
        log("no state", logging.ERROR, fault=True, table=table_session.id)
        connection.close(CLOSE_ERROR)
    line.hand_over(SocketListener(services, table_session, connection))


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


class SocketListener:
    """Answers the messages of one socket."""

    __slots__ = ("_connection", "_refusals", "_services", "_table_session")

    def __init__(self, services: Services, table_session: TableSession, connection: Connection) -> None:
        self._services = services
        self._table_session = table_session
        self._connection = connection
        self._refusals = 0

    async def receive(self, text: str | None) -> None:
        """Answer a message; close the socket of a client that sends something else than text, or too much."""
        services, table_session, connection = self._services, self._table_session, self._connection
        if text is None:
            connection.close(CLOSE_NOT_TEXT)
        elif seconds := _retry_after(services.limits, table_session, connection):
            self._refusals += 1
            if self._refusals > MAX_REFUSALS:
                connection.close(CLOSE_POLICY)
            else:
                _refuse(connection, None, message("server.too_often", count=max(1, round(seconds))))
        else:
            await _answer(services, table_session, connection, text)

    def closed(self) -> None:
        """Detach the socket from its table."""
        self._services.connections.remove(self._table_session, self._connection)


def _retry_after(limits: RateLimits, table_session: TableSession, connection: Connection) -> float:
    """Count a message: for a seat or a session however many sockets it has, and for the address."""
    session = connection.session
    if table_session.holders_of(session):
        seconds = limits.commands.retry_after((table_session.id, session))
    elif session is not None:
        seconds = limits.watching.retry_after(session)
    else:
        seconds = connection.rate.retry_after()
    return seconds or limits.messages.retry_after(connection.address)


async def _answer(services: Services, table_session: TableSession, connection: Connection, text: str) -> None:
    received = services.registry.clocks.time.now()
    command_id: str | None = None
    session = connection.session
    begin_request(None)
    try:
        data = read_json(text)
        command_id = _id_of(data)
        asked = _validate(data)
        if isinstance(asked, PingMessage):
            connection.send('{"type":"pong"}')
            return
        if isinstance(asked, ResyncMessage):
            connection.choices = None
            connection.send(table_session.state_message(connection))
            services.choices.update(table_session)
            return
        about = asked.id, asked.version, asked.command
        version = await services.registry.execute(table_session, session, *about, received)
        connection.send(dump_json({"type": "ack", "id": asked.id, "version": version}))
        services.metrics.count("commands")
        log("command", table=table_session.id, version=version, kind=asked.command.kind)
    except Stale:
        state = table_session.state_for(connection)
        connection.send(f'{{"type":"stale","id":{dump_json(command_id)},"state":{state}}}')
    except Unknown as error:
        answer = {"type": "unknown", "id": command_id, "reason": store_problem(error).reason.to_data()}
        connection.send(dump_json(answer))
    except (Problem, VeierError, StoreError) as error:
        services.metrics.count("refusals")
        problem = store_problem(error) if isinstance(error, StoreError) else error
        _refuse(connection, command_id, problem.reason)


def _validate(data: object) -> CommandMessage | PingMessage | ResyncMessage:
    try:
        return _client_message.validate_python(data)
    except ValidationError as error:
        # Places begin with the tag of the union, the message's type.
        raise validation_problem([{**each, "loc": each["loc"][1:]} for each in error.errors()]) from error


def _id_of(data: object) -> str | None:
    """Return the id of a message, also of an invalid one, so that its sender can relate the refusal to it."""
    name = data.get("id") if isinstance(data, dict) else None
    return name[:_MAX_ID_LENGTH] if isinstance(name, str) else None


def _refuse(connection: Connection, command_id: str | None, reason: Message) -> None:
    connection.send(dump_json({"type": "refused", "id": command_id, "reason": reason.to_data()}))
