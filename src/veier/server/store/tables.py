"""Tables: their setups, their events, and the seats' owners."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from veier.core.game import RULES_VERSION
from veier.server.clocks import wall_ms
from veier.server.compact_json import dump_json
from veier.server.store import schema
from veier.server.store.invites import add_invites
from veier.server.store.jobs import add_job, delete_jobs
from veier.server.store.seats import add_seats
from veier.server.store.writer import Step, Writer

# Statements are module constants, because the writer merges the rows of identical ones.
_ADD_TABLE = insert(schema.tables)
_UPDATE_TABLE = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("of_table"))
    .values(version=bindparam("new_version"), updated=bindparam("now"), over=bindparam("is_over"))
)
_ADD_EVENT = insert(schema.events)


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event as data; the last event of a command carries the sender's number in `setup.seats` and its id.

    `at` is when it was stored, by the wall clock; a new event gets it from the store.
    """

    version: int
    data: dict[str, Any]
    seat: int | None = None
    command_id: str | None = None
    at: int = 0


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as data, with all its events and the sessions that own its seats."""

    id: str
    setup: dict[str, Any]
    rules: int
    created: int
    updated: int
    events: tuple[StoredEvent, ...]
    seats: dict[int, str]


class TableStore:
    """Reads and writes tables."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    async def add(
        self,
        name: str,
        setup: dict[str, Any],
        seats: dict[int, str],
        invites: dict[int, str],
        *,
        job: bool,
        steps: Iterable[Step] = (),
    ) -> None:
        """Store a new table with its seats' owners and the digests of its invites; `job` if a computer begins."""
        now = wall_ms()
        row = {"id": name, "setup": dump_json(setup), "rules": RULES_VERSION, "created": now, "updated": now}
        written = [Step(_ADD_TABLE, ({**row, "version": 0, "over": False},), first=True), *steps]
        if seats:
            written.append(add_seats(name, seats))
        if invites:
            written.append(add_invites(name, invites))
        if job:
            written.append(add_job(self._engine, name, 0))
        await self._writer.write(*written)

    async def append(
        self, name: str, events: Sequence[StoredEvent], over: bool, job: bool, steps: Iterable[Step] = ()
    ) -> None:
        """Store events, after further steps of the same transaction; `job` if a computer is to move next."""
        now = wall_ms()
        rows = tuple(
            {
                "table_id": name,
                "version": event.version,
                "seat": event.seat,
                "command_id": event.command_id,
                "data": dump_json(event.data),
                "at": now,
            }
            for event in events
        )
        version = events[-1].version
        updated = {"of_table": name, "new_version": version, "now": now, "is_over": over}
        written = [*steps, Step(_ADD_EVENT, rows), Step(_UPDATE_TABLE, (updated,)), delete_jobs(name)]
        if job:
            written.append(add_job(self._engine, name, version))
        await self._writer.write(*written)

    async def find(self, name: str) -> StoredTable | None:
        """Return a table with all its events."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(schema.tables).where(schema.tables.c.id == name))).first()
            if row is None:
                return None
            query = select(schema.events).where(schema.events.c.table_id == name).order_by(schema.events.c.version)
            events = (await connection.execute(query)).all()
            seats = (await connection.execute(select(schema.seats).where(schema.seats.c.table_id == name))).all()
        stored = tuple(
            StoredEvent(each.version, json.loads(each.data), each.seat, each.command_id, each.at) for each in events
        )
        owners = {each.seat: each.session for each in seats}
        return StoredTable(name, json.loads(row.setup), row.rules, row.created, row.updated, stored, owners)

    async def running_with_clock(self) -> list[str]:
        """List the tables where a player's time may run out."""
        table = schema.tables
        query = select(table.c.id).where(table.c.over.is_(False), table.c.setup.contains('"clock":{'))
        async with self._engine.connect() as connection:
            return [row.id for row in await connection.execute(query)]
