"""A WebSocket client that costs little: it looks at the first bytes of a message and never at its content.

The clients of a load test share the cores with the server, so every microsecond here is one that the server lacks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

Receiver = Callable[["ClientSocket", bytes], None]

_TEXT, _CLOSE, _PING, _PONG = 0x81, 0x88, 0x89, 0x8A


class ClientSocket(asyncio.Protocol):
    """One connection; `receive` is called with each text message. A refused or lost connection sets `error`."""

    __slots__ = ("_buffer", "_is_open", "_request", "_transport", "error", "opened", "receive")

    def __init__(self, request: bytes, receive: Receiver) -> None:
        self._request = request
        self._buffer = b""
        self._is_open = False
        self._transport: asyncio.Transport | None = None
        self.receive = receive
        self.error: str | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def send(self, text: bytes) -> None:
        """Send a text message of less than 64 KiB; the mask is zero, so that nothing needs to be masked."""
        assert self._transport
        size = len(text)
        head = bytes((_TEXT, 0x80 | size)) if size < 126 else bytes((_TEXT, 0xFE, size >> 8, size & 255))
        self._transport.write(head + b"\x00\x00\x00\x00" + text)

    def close(self) -> None:
        """Close without a handshake."""
        self.receive = _ignore
        if self._transport:
            self._transport.abort()

    # Called by the event loop.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        self.error = self.error or f"connection lost: {error}"
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(self.error))

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        if not self._is_open:
            buffer = self._read_answer(buffer)
        self._buffer = self._read_frames(buffer) if self._is_open else buffer

    def _read_answer(self, buffer: bytes) -> bytes:
        head, end, rest = buffer.partition(b"\r\n\r\n")
        if not end:
            return buffer
        if not head.startswith(b"HTTP/1.1 101"):
            self.error = head.partition(b"\r\n")[0].decode("latin-1")
            self.close()
            return b""
        self._is_open = True
        if not self.opened.done():
            self.opened.set_result(None)
        return rest

    def _read_frames(self, buffer: bytes) -> bytes:
        """Handle all complete frames; return the bytes of an incomplete one. Servers neither mask nor fragment."""
        at, end = 0, len(buffer)
        while end - at >= 2:
            size, start = buffer[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if end < start + size:
                break
            kind = buffer[at]
            at = start + size
            if kind == _TEXT:
                self.receive(self, buffer[start:at])
            elif kind == _PING:
                self._answer(_PONG, buffer[start:at])
            elif kind == _CLOSE:
                self._answer_close(buffer[start : start + 2])
        return buffer[at:]

    def _answer(self, kind: int, content: bytes) -> None:
        """Send a control frame. A pong without the content of its ping does not count."""
        if self._transport:
            self._transport.write(bytes((kind, 0x80 | len(content), 0, 0, 0, 0)) + content)

    def _answer_close(self, code: bytes) -> None:
        self.error = f"closed with {int.from_bytes(code, 'big')}"
        self._answer(_CLOSE, code)
        if self._transport:
            self._transport.close()


def _ignore(_: ClientSocket, __: bytes) -> None:
    return


def handshake(path: str, host: str, session: str | None) -> bytes:
    """Return the request that opens a socket."""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {host}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ]
    if session:
        lines.append(f"Authorization: Bearer {session}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def event_version(message: bytes) -> int | None:
    """Return the version of an event, which its first bytes show; None for other messages."""
    if not message.startswith(b'{"type":"event","version":'):
        return None
    return int(message[26 : message.index(b",", 26)])
