"""HTTP over one connection, as uvicorn speaks it, with limits that it does not have.

A head must arrive within some seconds and be of a limited size, a body at a minimum pace, and only a few requests may
wait on one connection. Connections beyond their number are refused before anything is read.
"""

from __future__ import annotations

import asyncio
from math import inf
from typing import Any

from uvicorn._types import ASGI3Application
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from veier.messages import message
from veier.server.http.connection_limits import ConnectionLimits, OpenConnection
from veier.server.http.problems import Problem, plain_response

# Seconds for a head, from the first byte on, or since the connection was opened.
HEAD_SECONDS = 10
_HEAD_LIMIT = 32 * 1024
# Seconds for a body, and one more for so many bytes of it.
BODY_SECONDS, _BODY_PACE = 10, 1024
# Bytes of a body that are read after its request was answered; ending the connection sooner may lose the answer.
_UNREAD_LIMIT = 1024 * 1024
# Requests that wait until those before them on the connection are answered; browsers send none so early.
_MAX_WAITING = 8

_TOO_MANY = plain_response(Problem(429, message("server.sockets"), {"Retry-After": "10"}, retry=10))
_LONG_HEAD = plain_response(Problem(431, message("server.too_large", limit=_HEAD_LIMIT)))


class HttpProtocol(HttpToolsProtocol):
    """HTTP over one connection."""

    def __init__(
        self,
        limits: ConnectionLimits,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._limits = limits
        self._connection: OpenConnection | None = None
        self._answering: RequestResponseCycle | None = None
        self._in_head = False
        self._head_size = 0
        self._body_size = 0
        self._body_began = 0.0

    # The connection.

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._connection = self._limits.add(transport)
        if self._connection is None:
            self._end(_TOO_MANY)
        else:
            self._connection.deadline = self.loop.time() + HEAD_SECONDS

    def connection_lost(self, exc: Exception | None) -> None:
        self._limits.remove(self.transport)
        self.pipeline.clear()
        super().connection_lost(exc)
        # uvicorn does so only where the client said goodbye.
        self._unset_keepalive_if_required()
        # uvicorn tells the request that came last, which may still wait for the one that is being answered.
        if self._answering is not None:
            self._answering.disconnected = True
            self._answering.message_event.set()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def data_received(self, data: bytes) -> None:
        if self._connection is None or self.transport.is_closing():
            return
        if self._connection.deadline == inf:
            self._connection.deadline = self.loop.time() + HEAD_SECONDS
        super().data_received(data)
        # The parser keeps what it has of a header until the end of it, so that bytes are counted here.
        if self._in_head:
            self._head_size += len(data)
            if self._head_size > _HEAD_LIMIT:
                self._end(_LONG_HEAD)

    def handle_websocket_upgrade(self) -> None:
        # The protocol that takes over the connection has deadlines of its own.
        if self._connection is not None:
            self._connection.deadline = inf
        super().handle_websocket_upgrade()
        # The parser and this protocol, which nobody else knows any more, would keep each other.
        self.parser = None  # type: ignore[assignment]

    def send_400_response(self, msg: str) -> None:
        # What could not be read may have been refused with a better reason already.
        if not self.transport.is_closing():
            super().send_400_response(msg)

    def _end(self, answer: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(answer)
            self.transport.close()

    # What the parser finds.

    def on_message_begin(self) -> None:
        self._in_head, self._head_size = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        assert self._connection is not None
        self._in_head = False
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > _HEAD_LIMIT:
            self._end(_LONG_HEAD)
            raise ValueError("long head")
        if len(self.pipeline) >= _MAX_WAITING:
            raise ValueError("too many requests wait")
        if self._connection.is_proxy and any(name == b"x-forwarded-for" for name, _ in self.headers):
            self._limits.count_for_visitor(self._connection)
        self._body_began, self._body_size = self.loop.time(), 0
        self._connection.deadline = self._body_began + BODY_SECONDS
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        assert self._connection is not None
        self._body_size += len(body)
        self._connection.deadline = self._body_began + BODY_SECONDS + self._body_size / _BODY_PACE
        if self._body_size > _UNREAD_LIMIT:
            self.transport.abort()
            return
        super().on_body(body)

    def on_message_complete(self) -> None:
        assert self._connection is not None
        self._connection.deadline = inf
        super().on_message_complete()
