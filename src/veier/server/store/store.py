"""What is kept and found again: tables with their events and seats, invites, transfers, jobs, reviews."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from veier.core.game import RULES_VERSION
from veier.server.store import schema
from veier.server.store.writer import Step, Writer
from veier.server.times import wall_ms
from veier.server.tokens import INVITE_MS

# Statements are made once: the writer joins the rows of equal ones.
_ADD_TABLE = insert(schema.tables)
_TOUCH_TABLE = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("of_table"))
    .values(version=bindparam("new_version"), updated=bindparam("now"), over=bindparam("is_over"))
)
_ADD_EVENT = insert(schema.events)
_ADD_SEAT = insert(schema.seats)
_MOVE_SEATS = (
    update(schema.seats)
    .where(schema.seats.c.table_id == bindparam("of_table"), schema.seats.c.session == bindparam("old"))
    .values(session=bindparam("new"))
)
_ADD_INVITE = insert(schema.invites)
_USE_INVITE = delete(schema.invites).where(schema.invites.c.token == bindparam("used"))
_DROP_INVITES = delete(schema.invites).where(
    schema.invites.c.table_id == bindparam("of_table"), schema.invites.c.seat == bindparam("of_seat")
)
_ADD_TRANSFER = insert(schema.transfers)
_USE_TRANSFER = delete(schema.transfers).where(schema.transfers.c.token == bindparam("used"))
_ADD_JOB = {
    "sqlite": sqlite.insert(schema.jobs).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(schema.jobs).on_conflict_do_nothing(),
}
_DROP_JOBS = delete(schema.jobs).where(schema.jobs.c.table_id == bindparam("of_table"))
_ADD_REVIEW = insert(schema.reviews)
_UPDATE_REVIEW = (
    update(schema.reviews)
    .where(schema.reviews.c.id == bindparam("of_review"))
    .values(plies=bindparam("new_plies"), done=bindparam("is_done"))
)


@dataclass(frozen=True, slots=True)
class KeptEvent:
    """An event as it is kept, with the command that led to it, if that ends with it."""

    version: int
    data: dict[str, Any]
    seat: int | None = None
    command_id: str | None = None


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A table as it is kept."""

    id: str
    setup: dict[str, Any]
    rules: int
    created: int
    updated: int
    events: tuple[KeptEvent, ...]
    seats: dict[int, str]


@dataclass(frozen=True, slots=True)
class KeptReview:
    """A review as it is kept; what is known of its plies so far."""

    id: str
    game: str
    start: str | None
    moves: tuple[str, ...]
    plies: list[Any]
    done: bool


class Store:
    """Reads from the database, and makes the steps that the writer writes."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self.writer = Writer(engine)

    # Tables.

    async def add_table(
        self, name: str, setup: dict[str, Any], seats: dict[int, str], invites: dict[int, str], *, job: bool
    ) -> None:
        """Keep a new table with who sits where, and digests of invites by seat."""
        now = wall_ms()
        row = {"id": name, "setup": _dump(setup), "rules": RULES_VERSION, "created": now, "updated": now}
        steps = [Step(_ADD_TABLE, ({**row, "version": 0, "over": False},), first=True)]
        if seats:
            steps.append(self.seat_step(name, seats))
        if invites:
            steps.append(_invite_step(name, invites))
        if job:
            steps.append(self._job_step(name, 0))
        await self.writer.write(*steps)

    async def append(
        self, name: str, events: Sequence[KeptEvent], over: bool, job: bool, more: Iterable[Step] = ()
    ) -> None:
        """Keep what has happened at a table, and that a computer is to move then."""
        now = wall_ms()
        rows = tuple(
            {
                "table_id": name,
                "version": event.version,
                "seat": event.seat,
                "command_id": event.command_id,
                "data": _dump(event.data),
                "at": now,
            }
            for event in events
        )
        version = events[-1].version
        touch = {"of_table": name, "new_version": version, "now": now, "is_over": over}
        steps = [*more, Step(_ADD_EVENT, rows), Step(_TOUCH_TABLE, (touch,))]
        steps.append(Step(_DROP_JOBS, ({"of_table": name},)))
        if job:
            steps.append(self._job_step(name, version))
        await self.writer.write(*steps)

    async def find_table(self, name: str) -> KeptTable | None:
        """Find a table with all that has happened."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(schema.tables).where(schema.tables.c.id == name))).first()
            if row is None:
                return None
            query = select(schema.events).where(schema.events.c.table_id == name).order_by(schema.events.c.version)
            events = (await connection.execute(query)).all()
            seats = (await connection.execute(select(schema.seats).where(schema.seats.c.table_id == name))).all()
        kept = tuple(KeptEvent(each.version, json.loads(each.data), each.seat, each.command_id) for each in events)
        sits = {each.seat: each.session for each in seats}
        return KeptTable(name, json.loads(row.setup), row.rules, row.created, row.updated, kept, sits)

    async def tables_of(self, session: str, limit: int) -> list[tuple[str, bool, int]]:
        """List the tables of a session: id, whether the game is over, and when something happened; running first."""
        table, seat = schema.tables, schema.seats
        query = (
            select(table.c.id, table.c.over, table.c.updated)
            .where(table.c.id.in_(select(seat.c.table_id).where(seat.c.session == session)))
            .order_by(table.c.over, table.c.updated.desc())
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return [(row.id, row.over, row.updated) for row in await connection.execute(query)]

    async def running_with_clock(self) -> list[str]:
        """List the tables where somebody's time may run out."""
        table = schema.tables
        query = select(table.c.id).where(table.c.over.is_(False), table.c.setup.contains('"clock":{'))
        async with self._engine.connect() as connection:
            return [row.id for row in await connection.execute(query)]

    # Seats.

    def seat_step(self, name: str, seats: dict[int, str]) -> Step:
        """Make the step that gives seats to sessions."""
        return Step(_ADD_SEAT, tuple({"table_id": name, "seat": seat, "session": who} for seat, who in seats.items()))

    async def add_invite(self, name: str, seat: int, token: str) -> None:
        """Keep the digest of a new invite to a seat; older ones for it end."""
        await self.writer.write(
            Step(_DROP_INVITES, ({"of_table": name, "of_seat": seat},)), _invite_step(name, {seat: token})
        )

    async def find_invite(self, token: str) -> tuple[str, int] | None:
        """Find the table and the seat of an invite that has not ended."""
        invite = schema.invites
        query = select(invite).where(invite.c.token == token, invite.c.expires > wall_ms())
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return (row.table_id, row.seat) if row else None

    def invite_step(self, token: str) -> Step:
        """Make the step that uses up an invite, which works once."""
        return Step(_USE_INVITE, ({"used": token},), exact=True)

    async def add_transfer(self, name: str, session: str, token: str, expires: int) -> None:
        """Keep the digest of a way to take a session's seats elsewhere."""
        row = {"token": token, "table_id": name, "session": session, "expires": expires}
        await self.writer.write(Step(_ADD_TRANSFER, (row,)))

    async def use_transfer(self, token: str, session: str) -> tuple[str, str] | None:
        """Move seats to a session; give the table and the session that had them; None if there is no such way."""
        transfer = schema.transfers
        query = select(transfer).where(transfer.c.token == token, transfer.c.expires > wall_ms())
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return None
        moved = {"of_table": row.table_id, "old": row.session, "new": session}
        await self.writer.write(Step(_USE_TRANSFER, ({"used": token},), exact=True), Step(_MOVE_SEATS, (moved,)))
        return row.table_id, row.session

    # Jobs.

    def _job_step(self, name: str, version: int) -> Step:
        return Step(_ADD_JOB[self._engine.dialect.name], ({"table_id": name, "version": version},))

    async def waiting_tables(self) -> list[str]:
        """List the tables where a computer is to move."""
        async with self._engine.connect() as connection:
            return [row.table_id for row in await connection.execute(select(schema.jobs.c.table_id).distinct())]

    # Reviews.

    async def add_review(self, name: str, game: str, start: str | None, moves: Sequence[str]) -> None:
        """Keep that a game is to be looked at."""
        row = {"id": name, "game": game, "start": start, "moves": _dump(list(moves)), "plies": "[]", "done": False}
        await self.writer.write(Step(_ADD_REVIEW, ({**row, "created": wall_ms()},)))

    async def keep_review(self, name: str, plies: list[Any], done: bool) -> None:
        """Keep what is known of a game's plies."""
        await self.writer.write(
            Step(_UPDATE_REVIEW, ({"of_review": name, "new_plies": _dump(plies), "is_done": done},))
        )

    async def find_review(self, name: str) -> KeptReview | None:
        """Find a review."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(schema.reviews).where(schema.reviews.c.id == name))).first()
        if row is None:
            return None
        return KeptReview(name, row.game, row.start, tuple(json.loads(row.moves)), json.loads(row.plies), row.done)

    async def unfinished_reviews(self) -> list[str]:
        """List the reviews that are not done."""
        query = select(schema.reviews.c.id).where(schema.reviews.c.done.is_(False)).order_by(schema.reviews.c.created)
        async with self._engine.connect() as connection:
            return [row.id for row in await connection.execute(query)]

    async def close(self) -> None:
        """Write what waits and let go of the database."""
        await self.writer.stop()
        await self._engine.dispose()

    async def ping(self) -> None:
        """See that the database answers."""
        async with self._engine.connect() as connection:
            await connection.execute(text("SELECT 1"))


def _invite_step(name: str, invites: dict[int, str]) -> Step:
    expires = wall_ms() + INVITE_MS
    rows = ({"token": token, "table_id": name, "seat": seat, "expires": expires} for seat, token in invites.items())
    return Step(_ADD_INVITE, tuple(rows))


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
