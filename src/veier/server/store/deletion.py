"""Deletion: of tables with everything that belongs to them, of a session's traces, and of what has grown old."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import bindparam, delete, or_, select, update

from veier.server.clocks import wall_ms
from veier.server.compact_json import dump_json
from veier.server.store import schema
from veier.server.store.batches import Notice, Step
from veier.server.store.connections import Connections
from veier.server.store.tables import StoredTable
from veier.server.store.writer import Writer

_DAY_MS = 24 * 60 * 60 * 1000
# A move may take thirty days, so a running game is idle after more than that.
_LONGEST_MOVE_DAYS = 31
# Tables or reviews that are deleted by one change, so that it is short.
_BATCH = 50

_table = schema.tables.c
# What belongs to a table, in an order in which nothing refers to what is gone.
_PARTS = (schema.jobs, schema.events, schema.seats, schema.players, schema.invites, schema.transfers)
_DELETE_PARTS = tuple(delete(part).where(part.c.table_id == bindparam("of_table")) for part in _PARTS)
_DELETE_TABLE = delete(schema.tables).where(_table.id == bindparam("of_table"))
_DELETE_PLIES = delete(schema.review_plies).where(schema.review_plies.c.review_id == bindparam("of_review"))
_DELETE_REVIEW = delete(schema.reviews).where(schema.reviews.c.id == bindparam("of_review"))
_SET_SETUP = (
    update(schema.tables)
    .where(_table.id == bindparam("of_table"), _table.seating == bindparam("old_seating"))
    .values(setup=bindparam("new_setup"), seating=_table.seating + 1)
)
_SET_EVENT = (
    update(schema.events)
    .where(schema.events.c.table_id == bindparam("of_table"), schema.events.c.version == bindparam("of_version"))
    .values(data=bindparam("new_data"))
)
_LEAVE_SEATS = delete(schema.seats).where(
    schema.seats.c.table_id == bindparam("of_table"), schema.seats.c.session == bindparam("of_session")
)
_DELETE_TRANSFERS = delete(schema.transfers).where(schema.transfers.c.session == bindparam("of_session"))
_FORGET_TAKER = update(schema.transfers).where(schema.transfers.c.taker == bindparam("of_session")).values(taker="")


def nameless_steps(stored: StoredTable, nameless: StoredTable, session: str) -> list[Step]:
    """Return the steps by which a session leaves a table, whose setup and events no longer name it.

    They fail if seats have moved since the table was read.
    """
    row = {"of_table": stored.id, "old_seating": stored.seating, "new_setup": dump_json(nameless.setup)}
    changed = [new for old, new in zip(stored.events, nameless.events, strict=True) if old.data != new.data]
    events = tuple(
        {"of_table": stored.id, "of_version": each.version, "new_data": dump_json(each.data)} for each in changed
    )
    steps = [Step(_SET_SETUP, (row,), True, (Notice(stored.id),))]
    if events:
        steps.append(Step(_SET_EVENT, events))
    return [*steps, Step(_LEAVE_SEATS, ({"of_table": stored.id, "of_session": session},))]


class DeletionStore:
    """Deletes tables, sessions' traces, and what is old."""

    def __init__(self, connections: Connections, writer: Writer) -> None:
        self._connections = connections
        self._writer = writer

    async def tables_of(self, session: str) -> list[str]:
        """List the tables at which a session has seats."""
        query = select(schema.seats.c.table_id).where(schema.seats.c.session == session).distinct()
        return [row.table_id for row in await self._connections.all(query)]

    async def owner(self, table: str, seat: int) -> str | None:
        """Return the session that owns a seat, by its number in the setup."""
        seats = schema.seats.c
        row = await self._connections.first(select(seats.session).where(seats.table_id == table, seats.seat == seat))
        return row.session if row else None

    async def delete_tables(self, names: Sequence[str]) -> None:
        """Delete tables; other servers hear of it."""
        for name in names:
            row = ({"of_table": name},)
            parts = [Step(part, row) for part in _DELETE_PARTS]
            await self._writer.write(*parts, Step(_DELETE_TABLE, row, notices=(Notice(name),)), about=name)

    async def write(self, table: str, steps: Iterable[Step]) -> None:
        """Write steps about a table."""
        await self._writer.write(*steps, about=table)

    async def delete_traces(self, session: str) -> None:
        """Delete what else is stored of a session, its tables aside."""
        row = ({"of_session": session},)
        await self._writer.write(Step(_DELETE_TRANSFERS, row), Step(_FORGET_TAKER, row), about=session)

    async def old_tables(self, days: int) -> list[str]:
        """List some tables that have not changed for so many days, of running games at least for a month."""
        now = wall_ms()
        idle = _table.updated < now - max(days, _LONGEST_MOVE_DAYS) * _DAY_MS
        query = select(_table.id).where(_table.updated < now - days * _DAY_MS, or_(_table.over, idle))
        return [row.id for row in await self._connections.all(query.order_by(_table.updated).limit(_BATCH))]

    async def delete_old_reviews(self, days: int) -> int:
        """Delete some reviews that are older than so many days; return how many."""
        reviews = schema.reviews.c
        query = select(reviews.id).where(reviews.created < wall_ms() - days * _DAY_MS).limit(_BATCH)
        rows = tuple({"of_review": row.id} for row in await self._connections.all(query))
        if rows:
            await self._writer.write(Step(_DELETE_PLIES, rows), Step(_DELETE_REVIEW, rows), about="reviews")
        return len(rows)
