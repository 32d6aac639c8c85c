"""Who is at tables on other servers, and what is said there: no database keeps that, so servers tell each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Presence(NamedTuple):
    """Who is at a table on one server.

    holders   the players who are connected, by their numbers in `setup.seats`
    watchers  the number of people who only watch
    thinking  the seats of computers that think
    """

    holders: tuple[int, ...] = ()
    watchers: int = 0
    thinking: tuple[int, ...] = ()


NOBODY = Presence()


@dataclass
class Listening:
    """The sessions that have event streams: here with the number of these, and on other servers by their names."""

    here: Counter[str] = field(default_factory=Counter)
    elsewhere: dict[str, set[str]] = field(default_factory=dict)

    def __contains__(self, session: object) -> bool:
        return session in self.here or any(session in sessions for sessions in self.elsewhere.values())


@dataclass
class Attendances:
    """Who is at which table on other servers.

    tell  tells them who is here, and `relay` what is said here; None where there is no other server
    """

    tell: Callable[[str, Presence], None] | None = None
    relay: Callable[[str, dict[str, Any]], None] | None = None
    _tables: dict[str, dict[str, Presence]] = field(default_factory=dict)

    def at(self, table: str) -> Iterable[Presence]:
        """Return who is at a table on each of the other servers."""
        return self._tables.get(table, {}).values()

    def set(self, server: str, table: str, presence: Presence) -> None:
        """Note who is at a table on another server."""
        if presence != NOBODY:
            self._tables.setdefault(table, {})[server] = presence
        elif table in self._tables:
            self._tables[table].pop(server, None)
            if not self._tables[table]:
                del self._tables[table]

    def forget(self, server: str) -> list[str]:
        """Forget a server that is gone; return the tables where somebody was."""
        tables = [table for table, servers in self._tables.items() if server in servers]
        for table in tables:
            self.set(server, table, NOBODY)
        return tables
