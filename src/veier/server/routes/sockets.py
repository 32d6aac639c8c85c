"""The socket of a table: its state first, an event after each change, and commands the other way."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError
from starlette.types import Message as Frame

from veier.core.errors import VeierError
from veier.messages import Message, message
from veier.server.connection import Connection
from veier.server.guarding import is_foreign
from veier.server.hall import Stale
from veier.server.live import Live
from veier.server.problems import Problem, respond, wrong_field
from veier.server.reading import read_json
from veier.server.services import Services, address, services
from veier.server.sessions import find_session
from veier.server.wire import CommandRequest, dump
from veier.table import command_from_data

router = APIRouter()

# Somebody who goes on after so many refusals for haste is sent away.
_PATIENCE = 50
_POLICY = 1008
_NOT_TEXT = 1003


@router.websocket("/api/v1/tables/{name}/socket")
async def socket(websocket: WebSocket, name: str) -> None:
    """Watch a table, and play at it if this browser has a seat."""
    parts = services(websocket)
    session, who = find_session(websocket), address(websocket)
    try:
        if is_foreign(websocket, parts.settings):
            raise Problem(403, message("server.foreign"))
        if parts.hub.is_full(session, who):
            raise Problem(429, message("server.sockets"))
        live = await parts.hall.find(name)
    except Problem as problem:
        await websocket.send_denial_response(respond(problem))
        return
    await websocket.accept()
    # Meanwhile an idle table may have left the memory.
    live = await parts.hall.find(name)
    connection = parts.hub.join(live, websocket.send_text, websocket.close, session, who)
    # A computer that could not move is asked again by whoever comes back.
    parts.players.look_at(live)
    try:
        await _listen(websocket, parts, live, connection)
    except (WebSocketDisconnect, RuntimeError):
        # Gone, or closed by us while we listened.
        return
    finally:
        parts.hub.leave(live, connection)


async def _listen(websocket: WebSocket, parts: Services, live: Live, connection: Connection) -> None:
    hasty = 0
    while frame := await _next_frame(websocket, connection):
        if frame["type"] == "websocket.disconnect":
            return
        if frame.get("text") is None:
            await connection.end(_NOT_TEXT)
            return
        rate = parts.rates.commands if live.holders_of(connection.session) else parts.rates.watching
        wait = rate.wait(connection)
        if wait:
            hasty += 1
            if hasty > _PATIENCE:
                await connection.end(_POLICY)
                return
            _refuse(connection, None, message("server.too_often", count=max(1, round(wait))))
            continue
        await _answer(parts, live, connection, frame["text"])


async def _next_frame(websocket: WebSocket, connection: Connection) -> Frame | None:
    """Wait for what the other side says; None when the connection is closed, also if it says nothing any more."""
    receiving, closing = asyncio.create_task(websocket.receive()), asyncio.create_task(connection.closed.wait())
    try:
        await asyncio.wait((receiving, closing), return_when=asyncio.FIRST_COMPLETED)
        return receiving.result() if receiving.done() else None
    finally:
        receiving.cancel()
        closing.cancel()


async def _answer(parts: Services, live: Live, connection: Connection, text: str) -> None:
    command_id: str | None = None
    try:
        data = read_json(text)
        if data == {"type": "ping"}:
            connection.send('{"type":"pong"}')
            return
        asked = _read_command(data)
        command_id = asked.id
        command = command_from_data(asked.command)
        version = await parts.hall.command(live, connection.session, asked.id, asked.version, command)
        connection.send(dump({"type": "ack", "id": command_id, "version": version}))
        parts.metrics.count("commands")
    except Stale:
        connection.send(f'{{"type":"stale","id":{dump(command_id)},"state":{live.state(connection.session)}}}')
    except (Problem, VeierError) as error:
        parts.metrics.count("refusals")
        _refuse(connection, command_id, error.reason)


def _read_command(data: Any) -> CommandRequest:
    if not isinstance(data, dict) or data.get("type") != "command":
        raise Problem(400, message("server.malformed"))
    try:
        return CommandRequest.model_validate({name: value for name, value in data.items() if name != "type"})
    except ValidationError as error:
        raise wrong_field(error.errors()) from error


def _refuse(connection: Connection, command_id: str | None, reason: Message) -> None:
    connection.send(dump({"type": "refused", "id": command_id, "reason": reason.to_data()}))
