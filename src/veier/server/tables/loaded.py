"""The tables in memory, each at most once.

A table stays in memory for as long as anything refers to it: a request, a socket, a search, a change that is being
written. Beyond that the most recently used ones are kept. So nothing that is in use is ever unloaded, and nobody can
hold a table of which a second copy is loaded.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from weakref import WeakValueDictionary

from veier.server.tables.session import TableSession

# Number of tables that are kept in memory although nothing refers to them.
_MAX_IDLE = 250


class LoadedTables:
    """The tables in memory by their id."""

    def __init__(self) -> None:
        self._sessions: WeakValueDictionary[str, TableSession] = WeakValueDictionary()
        self._recent: OrderedDict[str, TableSession] = OrderedDict()

    def __len__(self) -> int:
        return len(self._sessions)

    def __iter__(self) -> Iterator[TableSession]:
        return iter(list(self._sessions.values()))

    def get(self, name: str) -> TableSession | None:
        """Return a table if it is in memory."""
        table_session = self._sessions.get(name)
        if table_session is not None:
            self._keep(table_session)
        return table_session

    def peek(self, name: str) -> TableSession | None:
        """Return a table if it is in memory, which does not count as a use."""
        return self._sessions.get(name)

    def add(self, table_session: TableSession) -> TableSession:
        """Add a table, unless it is in memory already; return the one in memory."""
        kept = self._sessions.setdefault(table_session.id, table_session)
        self._keep(kept)
        return kept

    def drop(self, name: str) -> None:
        """Let go of a table that has been deleted."""
        self._sessions.pop(name, None)
        self._recent.pop(name, None)

    def _keep(self, table_session: TableSession) -> None:
        self._recent[table_session.id] = table_session
        self._recent.move_to_end(table_session.id)
        if len(self._recent) > _MAX_IDLE:
            self._recent.popitem(last=False)
