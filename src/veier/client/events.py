"""The event stream of a session: what concerns it at all of its tables, over one socket that connects again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from veier.client.async_socket import Session
from veier.client.connecting import open_socket, raise_if_final
from veier.client.problem import Problem
from veier.client.protocol import socket_address
from veier.messages import Message

_EVENTS = ("begun", "turn", "offer", "over")
# Seconds before a stream that was closed is opened again.
_PAUSE = 0.1


@dataclass(frozen=True, slots=True)
class Registration:
    """Under which name people can choose a bot, the games that it plays (none: all), and how many at once."""

    name: str
    games: Sequence[str] = ()
    tables: int = 1

    @property
    def text(self) -> str:
        """The message that registers it."""
        asked = {"type": "register", "name": self.name, "games": list(self.games), "tables": self.tables}
        return json.dumps(asked)


@dataclass(frozen=True, slots=True)
class TableNews:
    """A message of the stream: what happened with the state of the table, or which games are `running`."""

    kind: str
    state: dict[str, Any] = field(default_factory=dict)
    running: tuple[str, ...] | None = None


class EventReader:
    """Reads the event stream of a session, over as many connections as it takes; `async with` closes the last one."""

    def __init__(self, session: Session, registration: Registration | None = None) -> None:
        self._session = session
        self._registration = registration
        self._address = socket_address(session.url, "/events")
        self._socket: ClientConnection | None = None

    async def __aenter__(self) -> EventReader:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._socket:
            await self._socket.close()

    async def read(self) -> TableNews:
        """Wait for the next message about a table; raise Problem."""
        while True:
            try:
                self._socket = self._socket or await self._connect()
                if news := _read(await self._socket.recv()):
                    return news
            except ConnectionClosed as closed:
                self._socket = None
                raise_if_final(closed)
                # A server whose database is away closes each stream at once.
                await asyncio.sleep(_PAUSE)

    async def _connect(self) -> ClientConnection:
        session = self._session
        socket = await open_socket(self._address, session.url, session.token, session.patience)
        if self._registration:
            await socket.send(self._registration.text)
        return socket


def _read(text: str | bytes) -> TableNews | None:
    """Read a message; None if it tells nothing about tables. Raise Problem if the server refuses something."""
    received = json.loads(text)
    kind = received["type"]
    if kind == "refused":
        raise Problem(Message.from_data(received["reason"]))
    if kind == "running":
        return TableNews(kind, running=tuple(received["tables"]))
    return TableNews(kind, received["state"]) if kind in _EVENTS else None
