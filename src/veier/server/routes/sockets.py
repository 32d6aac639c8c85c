"""The socket of a table: its state first, an event after each change, and commands the other way."""

from __future__ import annotations

import logging

from fastapi import APIRouter, WebSocket
from pydantic import TypeAdapter

from veier.core.errors import VeierError
from veier.messages import Message
from veier.server.compact_json import dump_json
from veier.server.http.problems import Problem, store_problem
from veier.server.http.strict_json import read_json
from veier.server.logs import log
from veier.server.routes.listeners import (
    PONG,
    MessageListener,
    accept_socket,
    check_socket,
    deny_socket,
    validate_message,
)
from veier.server.schemas.sockets import ClientMessage, CommandMessage, PingMessage, ResyncMessage
from veier.server.services import Services, get_services
from veier.server.store.errors import StoreError, Unknown
from veier.server.tables.connection import CLOSE_ERROR, Connection
from veier.server.tables.registry import Stale
from veier.server.tables.session import TableSession

router = APIRouter()

_MAX_ID_LENGTH = 40

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


class SocketListener(MessageListener):
    """Answers the messages of one socket of a table."""

    __slots__ = ("_table_session",)

    def __init__(self, services: Services, table_session: TableSession, connection: Connection) -> None:
        super().__init__(services, connection)
        self._table_session = table_session

    def retry_after(self) -> float:
        """Count a message: for a seat however many sockets its owner has."""
        table_session, session = self._table_session, self.connection.session
        if table_session.holders_of(session):
            return self.services.limits.commands.retry_after((table_session.id, session))
        return super().retry_after()

    async def answer(self, text: str) -> None:
        await _answer(self.services, self._table_session, self.connection, text)

    def refuse(self, reason: Message) -> None:
        _refuse(self.connection, None, reason)

    def closed(self) -> None:
        """Detach the socket from its table."""
        self.services.connections.remove(self._table_session, self.connection)


async def _answer(services: Services, table_session: TableSession, connection: Connection, text: str) -> None:
    received = services.registry.clocks.time.now()
    command_id: str | None = None
    session = connection.session
    try:
        data = read_json(text)
        command_id = _id_of(data)
        asked = validate_message(_client_message, data)
        if isinstance(asked, PingMessage):
            connection.send(PONG)
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


def _id_of(data: object) -> str | None:
    """Return the id of a message, also of an invalid one, so that its sender can relate the refusal to it."""
    name = data.get("id") if isinstance(data, dict) else None
    return name[:_MAX_ID_LENGTH] if isinstance(name, str) else None


def _refuse(connection: Connection, command_id: str | None, reason: Message) -> None:
    connection.send(dump_json({"type": "refused", "id": command_id, "reason": reason.to_data()}))
