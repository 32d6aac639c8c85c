"""The socket of a table: its state first, an event after each change, and commands the other way."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError
from starlette.types import Message as Frame

from veier.core.errors import VeierError
from veier.messages import Message, message
from veier.server.compact_json import dump_json
from veier.server.http.middleware import is_cross_site
from veier.server.http.problems import Problem, problem_response, validation_problem
from veier.server.http.sessions import find_session
from veier.server.http.strict_json import read_json
from veier.server.schemas.sockets import ClientMessage, CommandMessage, PingMessage
from veier.server.services import Services, client_address, get_services
from veier.server.tables.connection import Connection
from veier.server.tables.registry import Stale
from veier.server.tables.session import TableSession

router = APIRouter()

# Messages beyond the rate limit that are refused before the socket is closed.
_MAX_REFUSALS = 50
_MAX_ID_LENGTH = 40
_CLOSE_POLICY = 1008
_CLOSE_NOT_TEXT = 1003

_client_message: TypeAdapter[CommandMessage | PingMessage] = TypeAdapter(ClientMessage)


@router.websocket("/api/v1/tables/{name}/socket")
async def socket(websocket: WebSocket, name: str) -> None:
    """Watch a table, and play at it if the session owns a seat."""
    services = get_services(websocket)
    session, address = find_session(websocket), client_address(websocket)
    try:
        if is_cross_site(websocket, services.settings):
            raise Problem(403, message("server.foreign"))
        if services.connections.is_full(session, address):
            raise Problem(429, message("server.sockets"))
        table_session = await services.registry.find(name)
    except Problem as problem:
        await websocket.send_denial_response(problem_response(problem, websocket))
        return
    await websocket.accept()
    # An idle table may have been unloaded meanwhile.
    table_session = await services.registry.find(name)
    connection = Connection(websocket.send_text, websocket.close, session, address)
    services.connections.add(table_session, connection)
    # A computer whose turn failed tries again when a client connects.
    services.computers.update(table_session)
    try:
        await _listen(websocket, services, table_session, connection)
    except (WebSocketDisconnect, RuntimeError):
        # Disconnected, or closed by the server while it was listening.
        return
    finally:
        services.connections.remove(table_session, connection)


async def _listen(
    websocket: WebSocket, services: Services, table_session: TableSession, connection: Connection
) -> None:
    refusals = 0
    while frame := await _next_frame(websocket, connection):
        if frame["type"] == "websocket.disconnect":
            return
        if frame.get("text") is None:
            await connection.close_and_wait(_CLOSE_NOT_TEXT)
            return
        limits = services.limits
        limit = limits.commands if table_session.holders_of(connection.session) else limits.watching
        seconds = limit.retry_after(connection)
        if seconds:
            refusals += 1
            if refusals > _MAX_REFUSALS:
                await connection.close_and_wait(_CLOSE_POLICY)
                return
            _refuse(connection, None, message("server.too_often", count=max(1, round(seconds))))
            continue
        await _answer(services, table_session, connection, frame["text"])


async def _next_frame(websocket: WebSocket, connection: Connection) -> Frame | None:
    """Wait for a frame; return None when the connection is closed, also by the server."""
    receiving, closing = asyncio.create_task(websocket.receive()), asyncio.create_task(connection.closed.wait())
    try:
        await asyncio.wait((receiving, closing), return_when=asyncio.FIRST_COMPLETED)
        return receiving.result() if receiving.done() else None
    finally:
        receiving.cancel()
        closing.cancel()


async def _answer(services: Services, table_session: TableSession, connection: Connection, text: str) -> None:
    command_id: str | None = None
    session = connection.session
    try:
        data = read_json(text)
        command_id = _id_of(data)
        asked = _validate(data)
        if isinstance(asked, PingMessage):
            connection.send('{"type":"pong"}')
            return
        version = await services.registry.execute(table_session, session, asked.id, asked.version, asked.command)
        connection.send(dump_json({"type": "ack", "id": asked.id, "version": version}))
        services.metrics.count("commands")
    except Stale:
        connection.send(f'{{"type":"stale","id":{dump_json(command_id)},"state":{table_session.state_json(session)}}}')
    except (Problem, VeierError) as error:
        services.metrics.count("refusals")
        _refuse(connection, command_id, error.reason)


def _validate(data: object) -> CommandMessage | PingMessage:
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
