"""All open sockets, with their number per session and per address."""

from __future__ import annotations

from collections import Counter

from veier.server.http.allowed import AllowedRates
from veier.server.tables.connection import CLOSE_RESTART, Connection
from veier.server.tables.session import TableSession


class Connections:
    """Counts the open sockets and attaches them to tables."""

    def __init__(self, allowed: AllowedRates) -> None:
        self._per_address = allowed.count("sockets_per_address")
        self._per_session = allowed.count("sockets_per_session")
        self._connections: set[Connection] = set()
        self._sessions: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._connections)

    def is_full(self, session: str | None, address: str) -> bool:
        """Return whether a session or an address has reached its limit of sockets."""
        if session is not None and self._sessions[session] >= self._per_session:
            return True
        return self._addresses[address] >= self._per_address

    def count(self, connection: Connection) -> None:
        """Count a socket that is open."""
        self._connections.add(connection)
        self._addresses[connection.address] += 1
        if connection.session is not None:
            self._sessions[connection.session] += 1

    def discount(self, connection: Connection) -> None:
        """Count a socket no longer, because it has been closed."""
        self._connections.discard(connection)
        _decrement(self._addresses, connection.address)
        if connection.session is not None:
            _decrement(self._sessions, connection.session)

    def add(self, table_session: TableSession, connection: Connection) -> None:
        """Attach a socket to a table; its first message is the table's state."""
        watchers = table_session.watchers
        self.count(connection)
        table_session.connections.add(connection)
        connection.send(table_session.state_message(connection))
        if table_session.watchers != watchers:
            table_session.announce_watchers()

    def remove(self, table_session: TableSession, connection: Connection) -> None:
        """Detach a socket that has been closed."""
        self.discount(connection)
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
