"""Limits on TCP connections: how many are open, how long the server waits for each.

A connection is counted by the address of its visitor until it ends. Once a second all of them are looked through, and
those that keep the server waiting are ended: for a request that does not come, for an answer that nobody reads.
"""

from __future__ import annotations

import asyncio
import socket
import struct
import sys
from collections import Counter
from dataclasses import dataclass
from math import inf

from veier.server.http.addresses import UNKNOWN, TrustedProxies, visitor_key

# A proxy opens connections for many, which count as its own until they have told for whom.
_FOR_PROXIES = 5
_MAX_CONNECTIONS = 20_000
# File descriptors that are left for the database, for files and for what the system needs.
_OTHER_FILES = 128
# Seconds for an answer to be read to its end after the connection was closed.
_CLOSE_SECONDS = 5
# In so many seconds, so many bytes of what waits to be sent must be read, or all of it.
_STALL_SECONDS, _STALL_BYTES = 30, 8 * 1024
_SWEEP_SECONDS = 1.0
_NO_LINGER = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)


@dataclass(slots=True, eq=False)
class OpenConnection:
    """A connection.

    key          what its visitor is counted by; None if a proxy opened it for somebody
    deadline     when it is ended if nothing has happened, by the clock of the event loop
    closing_at   when it was found closed with something still to be sent
    waiting      bytes that waited to be sent when some were last read, and at most since then
    read_at      when some were last read
    """

    transport: asyncio.Transport
    key: str | None
    is_proxy: bool
    deadline: float = inf
    closing_at: float = inf
    waiting: int = 0
    read_at: float = 0.0

    def is_overdue(self, now: float) -> bool:
        """Return whether it has kept the server waiting for too long."""
        if self.transport.is_closing():
            self.closing_at = min(self.closing_at, now)
            return now - self.closing_at > _CLOSE_SECONDS
        waiting = self.transport.get_write_buffer_size()
        if waiting == 0 or waiting <= self.waiting - _STALL_BYTES or self.waiting == 0:
            self.waiting, self.read_at = waiting, now
        self.waiting = max(self.waiting, waiting)
        return now > self.deadline or (waiting > 0 and now - self.read_at > _STALL_SECONDS)

    def abort(self) -> None:
        """End it at once, so that also the system forgets what waits to be sent."""
        self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)
        self.transport.abort()


class ConnectionLimits:
    """All open connections, with their number per address."""

    def __init__(self, proxies: TrustedProxies, per_address: int, total: int | None = None) -> None:
        self._proxies = proxies
        self._per_address = per_address
        self._total = total or max_connections()
        self._open: dict[asyncio.Transport, OpenConnection] = {}
        self._addresses: Counter[str] = Counter()
        self._sweeper: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._open)

    def add(self, transport: asyncio.Transport) -> OpenConnection | None:
        """Count a new connection; return None if there are too many."""
        peer = transport.get_extra_info("peername")
        host = str(peer[0]) if isinstance(peer, tuple) else UNKNOWN
        key, is_proxy = visitor_key(host), host in self._proxies
        limit = self._per_address * (_FOR_PROXIES if is_proxy else 1)
        if len(self._open) >= self._total or self._addresses[key] >= limit:
            return None
        self._addresses[key] += 1
        found = self._open[transport] = OpenConnection(transport, key, is_proxy)
        if self._sweeper is None:
            self._sweeper = asyncio.get_running_loop().call_later(_SWEEP_SECONDS, self._sweep)
        return found

    def find(self, transport: asyncio.Transport) -> OpenConnection | None:
        """Return a connection that is counted."""
        return self._open.get(transport)

    def count_for_visitor(self, connection: OpenConnection) -> None:
        """Count a connection no longer for the proxy that opened it: its visitor's requests are counted instead."""
        if connection.key is not None:
            self._discount(connection.key)
            connection.key = None

    def remove(self, transport: asyncio.Transport) -> None:
        """Forget a connection that has ended."""
        found = self._open.pop(transport, None)
        if found and found.key is not None:
            self._discount(found.key)

    def _discount(self, key: str) -> None:
        self._addresses[key] -= 1
        if not self._addresses[key]:
            del self._addresses[key]

    def _sweep(self) -> None:
        loop = asyncio.get_running_loop()
        for connection in [each for each in self._open.values() if each.is_overdue(loop.time())]:
            connection.abort()
        self._sweeper = loop.call_later(_SWEEP_SECONDS, self._sweep) if self._open else None


def raise_file_limit() -> None:
    """Raise the number of files and connections that this process may have open, as far as it is allowed to."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _MAX_CONNECTIONS + _OTHER_FILES
        if 0 <= soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard) if hard >= 0 else wanted, hard))


def max_connections() -> int:
    """Return the number of connections that this process has room for."""
    if sys.platform == "win32":
        return _MAX_CONNECTIONS
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    # Without a limit it is negative.
    return max(min(soft - _OTHER_FILES, _MAX_CONNECTIONS), 1) if soft >= 0 else _MAX_CONNECTIONS
