"""All open sockets, with their number per session and per address."""

from __future__ import annotations

from collections import Counter

from veier.server.http.limits import SOCKETS_PER_ADDRESS, SOCKETS_PER_SESSION
from veier.server.tables.connection import CLOSE_RESTART, Connection
from veier.server.tables.session import TableSession


class Connections:
    """Counts the open sockets and attaches them to tables."""

    def __init__(self, people: int) -> None:
        self._per_address = SOCKETS_PER_ADDRESS * people
        self._connections: set[Connection] = set()
        self._sessions: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._connections)

    def is_full(self, session: str | None, address: str) -> bool:
        """Return whether a session or an address has reached its limit of sockets."""
        if session is not None and self._sessions[session] >= SOCKETS_PER_SESSION:
            return True
        return self._addresses[address] >= self._per_address

    def add(self, table_session: TableSession, connection: Connection) -> None:
        """Attach a socket to a table; its first message is the table's state."""
        watchers = table_session.watchers
        self._connections.add(connection)
        self._addresses[connection.address] += 1
        if connection.session is not None:
            self._sessions[connection.session] += 1
        table_session.connections.add(connection)
        connection.send(f'{{"type":"state","state":{table_session.state_for(connection)}}}')
        if table_session.watchers != watchers:
            table_session.announce_watchers()

    def remove(self, table_session: TableSession, connection: Connection) -> None:
        """Detach a socket that has been closed."""
        self._connections.discard(connection)
        _decrement(self._addresses, connection.address)
        if connection.session is not None:
            _decrement(self._sessions, connection.session)
        present, watchers = table_session.present, table_session.watchers
        table_session.connections.discard(connection)
        if table_session.present != present:
            table_session.broadcast_changes()
        elif table_session.watchers != watchers:
            table_session.announce_watchers()

    def close_all(self) -> None:
        """Close all sockets with the code for a restart of the server."""
        for connection in tuple(self._connections):
            connection.close(CLOSE_RESTART)


def _decrement(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]
