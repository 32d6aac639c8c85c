"""The hub: everybody who is connected, how many they are, and how they are sent away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable

from veier.server.connection import RESTART, Connection
from veier.server.limits import SOCKETS_OF_ADDRESS, SOCKETS_OF_SESSION
from veier.server.live import Live


class Hub:
    """All sockets."""

    def __init__(self) -> None:
        self._connections: set[Connection] = set()
        self._sessions: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._connections)

    def is_full(self, session: str | None, address: str) -> bool:
        """Tell whether somebody has as many sockets as they may."""
        if session is not None and self._sessions[session] >= SOCKETS_OF_SESSION:
            return True
        return self._addresses[address] >= SOCKETS_OF_ADDRESS

    def join(
        self,
        live: Live,
        send: Callable[[str], Awaitable[None]],
        close: Callable[[int], Awaitable[None]],
        session: str | None,
        address: str,
    ) -> Connection:
        """Let somebody in at a table; the first thing they get is its state."""
        connection = Connection(send, close, session, address)
        before = live.present
        self._connections.add(connection)
        self._addresses[address] += 1
        if session is not None:
            self._sessions[session] += 1
        live.connections.add(connection)
        if live.present == before:
            connection.send(f'{{"type":"state","state":{live.state(session)}}}')
        else:
            live.broadcast("state")
        return connection

    def leave(self, live: Live, connection: Connection) -> None:
        """Let somebody go."""
        connection.forget()
        self._connections.discard(connection)
        self._addresses[connection.address] -= 1
        if not self._addresses[connection.address]:
            del self._addresses[connection.address]
        if connection.session is not None:
            self._sessions[connection.session] -= 1
            if not self._sessions[connection.session]:
                del self._sessions[connection.session]
        before = live.present
        live.connections.discard(connection)
        if live.present != before:
            live.broadcast("state")

    def close_all(self) -> None:
        """Tell everybody that the server restarts."""
        for connection in tuple(self._connections):
            connection.close(RESTART)
