"""Tables: their setups, their events, and the seats' owners."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Row, bindparam, insert, select, update

from veier.core.game import RULES_VERSION
from veier.server.clocks import wall_ms
from veier.server.compact_json import dump_json
from veier.server.logs import request_id
from veier.server.store import schema
from veier.server.store.batches import Notice, Step
from veier.server.store.connections import Connections
from veier.server.store.errors import Conflict, Damaged
from veier.server.store.invites import add_invites
from veier.server.store.jobs import add_job, delete_jobs
from veier.server.store.seats import add_seats, give_seat
from veier.server.store.writer import Writer

# Statements are module constants, because the writer merges the rows of identical ones.
_ADD_TABLE = insert(schema.tables)
_UPDATE_TABLE = (
    update(schema.tables)
    .where(
        schema.tables.c.id == bindparam("of_table"),
        schema.tables.c.version == bindparam("old_version"),
        schema.tables.c.seating == bindparam("old_seating"),
    )
    .values(
        version=bindparam("new_version"),
        updated=bindparam("now"),
        over=bindparam("is_over"),
        flag_at=bindparam("new_flag_at"),
        mover=bindparam("new_mover"),
    )
)
_ADD_EVENT = insert(schema.events)


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event as data; the last event of a command carries the sender's number in `setup.seats`, its id and digest.

    `at` is when it was stored, by the wall clock; a new event gets it from the store.
    """

    version: int
    data: dict[str, Any]
    seat: int | None = None
    command_id: str | None = None
    command: str | None = None
    at: int = 0


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as data, with all its events, and the sessions that own its seats.

    flag_at   when the time of the player to move is up, in server time
    seating   how often seats have moved to another session
    salvaged  whether it was read from a damaged file
    """

    id: str
    setup: dict[str, Any]
    rules: int
    created: int
    updated: int
    events: tuple[StoredEvent, ...]
    seats: dict[int, str]
    flag_at: int | None
    seating: int
    salvaged: bool = False


@dataclass(frozen=True, slots=True)
class NewTable:
    """A new table as data.

    seats    the session that owns each seat
    invites  the digest of the invite to each open seat
    job      whether a computer begins
    worker   the server that searches its turn; None: any
    listing  the steps that store what lists need of it
    """

    id: str
    setup: dict[str, Any]
    seats: dict[int, str] = field(default_factory=dict)
    invites: dict[int, str] = field(default_factory=dict)
    job: bool = False
    worker: str | None = None
    listing: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class NewEvents:
    """What has happened at a table, as data.

    seating  how often seats had moved when this was decided
    over     whether the game is over now
    job      whether a computer is to move next
    worker   the server that searches its turn; None: any
    had_job  whether a computer was to move before
    flag_at  when the time of the player to move is up, in server time
    mover    the number in `setup.seats` of the player whose turn it is
    """

    events: tuple[StoredEvent, ...]
    seating: int = 0
    over: bool = False
    job: bool = False
    worker: str | None = None
    had_job: bool = False
    flag_at: int | None = None
    mover: int | None = None


class TableStore:
    """Reads and writes tables."""

    def __init__(self, connections: Connections, writer: Writer) -> None:
        self._connections = connections
        self._writer = writer

    def opening(self, new: NewTable) -> list[Step]:
        """Return the steps that store a new table."""
        now = wall_ms()
        row = {"id": new.id, "setup": dump_json(new.setup), "rules": RULES_VERSION, "created": now, "updated": now}
        notice = Notice(new.id, 0, request_id.get())
        added = Step(_ADD_TABLE, ({**row, "version": 0, "over": False},), notices=(notice,))
        steps = [added, *new.listing]
        if new.seats:
            steps.append(add_seats(new.id, new.seats))
        if new.invites:
            steps.append(add_invites(new.id, new.invites))
        if new.job:
            steps.append(add_job(self._connections.dialect, new.id, 0, new.worker))
        return steps

    async def add(self, new: NewTable) -> None:
        """Store a new table."""
        try:
            await self._writer.write(*self.opening(new), about=new.id)
        except Conflict:
            # Ids are random: this table was stored by an attempt whose answer was lost.
            if await self.find(new.id) is None:
                raise

    async def append(self, name: str, new: NewEvents, steps: Iterable[Step] = ()) -> None:
        """Store events, with further steps in the same transaction.

        Raise Conflict if the stored table is not at the version before them, or if its seats have moved. The row of the
        table is changed first: of servers that write to it at the same time, all but one wait here, then fail.
        """
        now = wall_ms()
        rows = tuple(
            {
                "table_id": name,
                "version": event.version,
                "seat": event.seat,
                "command_id": event.command_id,
                "command": event.command,
                "data": dump_json(event.data),
                "at": now,
            }
            for event in new.events
        )
        version = new.events[-1].version
        expected = {"of_table": name, "old_version": new.events[0].version - 1, "old_seating": new.seating}
        row = {"new_version": version, "now": now, "is_over": new.over, "new_flag_at": new.flag_at}
        notice = Notice(name, version, request_id.get())
        moved_on = Step(_UPDATE_TABLE, ({**expected, **row, "new_mover": new.mover},), True, (notice,))
        written = [moved_on, *steps, Step(_ADD_EVENT, rows)]
        if new.had_job:
            written.append(delete_jobs(name))
        if new.job:
            written.append(add_job(self._connections.dialect, name, version, new.worker))
        await self._writer.write(*written, about=name)

    async def give_seat(self, name: str, seating: int, seat: int, session: str) -> None:
        """Assign a seat to a session; raise Conflict if seats have moved meanwhile."""
        await self._writer.write(*give_seat(name, seating, seat, session), about=name)

    async def find(self, name: str) -> StoredTable | None:
        """Return a table with all its events; raise Damaged if they are not all there, or Unavailable."""
        events, seats = schema.events, schema.seats
        queries = (
            select(schema.tables).where(schema.tables.c.id == name),
            select(events).where(events.c.table_id == name).order_by(events.c.version),
            select(seats).where(seats.c.table_id == name),
        )
        try:
            found = await self._connections.together(*queries)
            if _is_complete(found):
                return _read_table(found, salvaged=False)
        except Damaged:
            if self._connections.dialect != "sqlite":
                raise
        # A damaged index may hide some rows.
        return _read_table(await self._connections.around_damage(*queries, about=name), salvaged=True)


def _is_complete(found: Sequence[Sequence[Row[Any]]]) -> bool:
    """Return whether the rows of a table are as many as it says, without a gap."""
    rows, events, _ = found
    return [event.version for event in events] == [*range(1, rows[0].version + 1)] if rows else not events


def _read_table(found: Sequence[Sequence[Row[Any]]], *, salvaged: bool) -> StoredTable | None:
    rows, events, seats = found
    if not rows and not events and not seats:
        return None
    if not rows or not _is_complete(found):
        raise Damaged
    row, owners = rows[0], {each.seat: each.session for each in seats}
    try:
        setup, read = json.loads(row.setup), tuple(map(read_event, events))
    except (ValueError, TypeError, RecursionError) as error:
        raise Damaged from error
    if not isinstance(setup, dict):
        raise Damaged
    known = row.id, setup, row.rules, row.created, row.updated
    return StoredTable(*known, read, owners, row.flag_at, row.seating, salvaged)


def read_event(row: Row[Any]) -> StoredEvent:
    """Return an event from its row."""
    return StoredEvent(row.version, json.loads(row.data), row.seat, row.command_id, row.command, row.at)
