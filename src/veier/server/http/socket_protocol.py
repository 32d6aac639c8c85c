"""WebSockets over one connection, as uvicorn speaks it, with limits that it does not have.

Frames without content, which the application does not see, are counted: pings, pongs, and pieces of messages. The
messages that wait for the application are few.

Beside what ASGI knows, the application can send without waiting, by `send_text` and `close_socket`, and hand the socket
over to a listener before it returns: tasks that wait for each socket take more time and memory than all else that it
needs. The protocol is the extension `LINE` of the scope.
"""

from __future__ import annotations

import asyncio
import logging
from functools import lru_cache
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, cast

from uvicorn.config import Config
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State

from veier.server.http.connection_limits import ConnectionLimits
from veier.server.http.inbox import Inbox, Listener
from veier.server.http.limits import CONTROL_FRAMES, Rate
from veier.server.logs import log

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent

# Data is read in pieces of this size: of one read, hundreds of thousands of bytes, none is read after a flood.
_PIECE = 4096
# Messages that wait for the application; it refuses some before it closes the socket.
_MAX_WAITING = 200
# Bytes that a client may send after the server has closed the socket, until it has read that.
_IGNORED_LIMIT = 256 * 1024
_CLOSE_POLICY = 1008
# Seconds that a client has to answer when the server closes the socket.
_CLOSE_SECONDS = 2.0

# The name of the protocol among the extensions of a scope.
LINE = "veier.line"


class SocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket over one connection."""

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
        self._control_frames = Rate(*CONTROL_FRAMES)
        self._ignored = 0
        self._is_handed_over = False

    # What the application does.

    def hand_over(self, listener: Listener) -> None:
        """Let a listener have all messages from now on; the application returns."""
        queue, inbox = self.queue, Inbox(listener, self._resume_reading)
        # uvicorn only puts events into its queue once the application no longer takes them out.
        self.queue = cast("asyncio.Queue[ASGIReceiveEvent]", inbox)
        self._is_handed_over = True
        while not queue.empty():
            inbox.put_nowait(queue.get_nowait())
        self._resume_reading()

    async def run_asgi(self) -> None:
        """Run the application; when it returns, the connection ends, unless a listener has the socket."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except Exception:
            log("socket failed", logging.ERROR, fault=True)
        if not self._is_handed_over:
            self.send_500_response()
            if self.close_timer is None:
                self.transport.close()
        # Long, and of no use any more; the scope knows the protocol.
        del self.scope, self.request, self.response

    def shutdown(self) -> None:
        """End the socket because the server stops; one that is not open yet is told to come back later."""
        if not self.handshake_complete and self.initial_response is None and not self.close_sent:
            self.conn.send_response(self.conn.reject(HTTPStatus.SERVICE_UNAVAILABLE, ""))
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
        else:
            super().shutdown()

    def _resume_reading(self) -> None:
        if self.read_paused and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    @property
    def unsent(self) -> int:
        """The number of bytes that the system has not taken yet."""
        return self.transport.get_write_buffer_size()

    def send_text(self, text: str) -> None:
        """Send a message, unless the socket is closed."""
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(_text_frame(text))

    async def wait_until_read(self) -> None:
        """Wait until little is left to be sent, or the socket has ended."""
        await self.writable.wait()

    def close_socket(self, code: int) -> None:
        """Close the socket after what was sent; the application hears of it at once."""
        if self.close_sent or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self._resume_reading()
        self.close_timer = self.loop.call_later(_CLOSE_SECONDS, self.transport.abort)

    # What the client does.

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"] or {}
            extensions[LINE] = self

    def connection_lost(self, exc: Exception | None) -> None:
        self._limits.remove(self.transport)
        super().connection_lost(exc)
        # The parser is a generator that keeps its own protocol.
        self.conn.parser.close()

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), _PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + _PIECE])
            if self.close_sent:
                self._drop_answers(_PIECE)
            elif self.queue.qsize() > _MAX_WAITING:
                self._close()

    def _drop_answers(self, size: int) -> None:
        """Answer nothing more after the close frame; end the connection of a client that goes on sending."""
        self.conn.data_to_send()
        self._ignored += size
        if self._ignored > _IGNORED_LIMIT:
            self.transport.abort()

    # Frames that are counted.

    def handle_ping(self) -> None:
        if self._is_allowed():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._is_allowed():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._is_allowed():
            super().handle_cont(event)

    def _is_allowed(self) -> bool:
        if self.close_sent:
            return False
        if self._control_frames.retry_after():
            self._close()
            return False
        return True

    def _close(self) -> None:
        """Close the socket of a client that sends too much."""
        if self.conn.state is State.OPEN:
            self.conn.fail(_CLOSE_POLICY)
            self.handle_parser_exception()
        else:
            self.transport.abort()


@lru_cache(maxsize=16)
def _text_frame(text: str) -> bytes:
    """Write a message as a frame; many sockets get the same."""
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
