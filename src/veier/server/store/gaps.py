"""What is missing of tables that other servers have changed: the events after a version, and who owns the seats now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from sqlalchemy import and_, or_, select

from veier.server.store import schema
from veier.server.store.connections import Connections
from veier.server.store.tables import StoredEvent, read_event

_table, _event, _seat = schema.tables, schema.events, schema.seats


@dataclass(frozen=True, slots=True)
class Gap:
    """What has happened at a table since a version; `seats` are the sessions that own its seats now."""

    version: int
    seating: int
    updated: int
    flag_at: int | None
    events: tuple[StoredEvent, ...]
    seats: dict[int, str]


class GapStore:
    """Reads what is missing of tables, of many at once."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def mark(self, name: str) -> tuple[int, int] | None:
        """Return a table's version, and how often its seats have moved; None if there is no such table."""
        row = await self._connections.first(select(_table.c.version, _table.c.seating).where(_table.c.id == name))
        return (row.version, row.seating) if row else None

    async def since(self, versions: Mapping[str, int]) -> dict[str, Gap]:
        """Return what has happened at tables since their versions; raise Unavailable or Damaged."""
        missing = [and_(_event.c.table_id == name, _event.c.version > version) for name, version in versions.items()]
        rows, events, owners = await self._connections.together(
            select(_table.c.id, _table.c.version, _table.c.seating, _table.c.updated, _table.c.flag_at).where(
                _table.c.id.in_(versions)
            ),
            select(_event).where(or_(*missing)).order_by(_event.c.table_id, _event.c.version),
            select(_seat).where(_seat.c.table_id.in_(versions)),
        )
        happened, seats = defaultdict[str, list[StoredEvent]](list), defaultdict[str, dict[int, str]](dict)
        for row in events:
            happened[row.table_id].append(read_event(row))
        for row in owners:
            seats[row.table_id][row.seat] = row.session
        return {
            row.id: Gap(row.version, row.seating, row.updated, row.flag_at, tuple(happened[row.id]), seats[row.id])
            for row in rows
        }

    async def owners(self, names: Collection[str]) -> dict[str, set[str]]:
        """Return the sessions that own seats of tables."""
        found: dict[str, set[str]] = {}
        for row in await self._connections.all(select(_seat).where(_seat.c.table_id.in_(names))):
            found.setdefault(row.table_id, set()).add(row.session)
        return found
