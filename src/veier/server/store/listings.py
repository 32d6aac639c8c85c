"""Lists of a session's tables: filtered, in a fixed order, page by page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, case, exists, func, or_, select

from veier.server.store import schema
from veier.server.store.batches import Step
from veier.server.store.connections import Connections
from veier.server.store.players import fold_name, set_listing
from veier.server.store.writer import Writer
from veier.table import Table

ListedResult = Literal["running", "over", "won", "lost", "drawn"]
Against = Literal["computer", "people", "device"]

_table, _seat, _player = schema.tables, schema.seats, schema.players


@dataclass(frozen=True, slots=True)
class TableFilter:
    """Which of a session's tables are listed; None allows all.

    game      the name of a game
    opponent  a part of another player's name
    against   who sits at the other seats; "device" if all are the session's own
    result    how it stands or ended; for the session, not where it plays against itself
    since     the earliest time of the last change, in milliseconds
    until     the time before which the last change was
    """

    game: str | None = None
    opponent: str | None = None
    against: Against | None = None
    result: ListedResult | None = None
    since: int | None = None
    until: int | None = None


class Cursor(NamedTuple):
    """The last table of a page: its place in the order of lists."""

    rank: int
    updated: int
    id: str


class ListingStore:
    """Lists tables: those where it is the session's turn, other running games, then finished ones, newest first."""

    def __init__(self, connections: Connections, writer: Writer) -> None:
        self._connections = connections
        self._writer = writer

    async def page(self, session: str, wanted: TableFilter, limit: int, after: Cursor | None = None) -> list[Cursor]:
        """List some of a session's tables, the first ones or those after another."""
        rows = await self._connections.all(page_query(session, wanted, limit, after))
        return [Cursor(row.rank, row.updated, row.id) for row in rows]

    async def count(self, session: str, wanted: TableFilter) -> int:
        """Count a session's tables."""
        rows = await self._connections.all(count_query(session, wanted))
        return int(rows[0][0])

    async def running(self, sessions: Iterable[str]) -> dict[str, int]:
        """Count the running games of several sessions; those without any are missing."""
        own = select(_seat.c.session, _seat.c.table_id).where(_seat.c.session.in_(list(sessions))).distinct().subquery()
        query = select(own.c.session, func.count().label("games")).join(_table, _table.c.id == own.c.table_id)
        rows = await self._connections.all(query.where(_table.c.over.is_(False)).group_by(own.c.session))
        return {row.session: row.games for row in rows}

    async def incomplete(self) -> list[str]:
        """List the tables of an earlier version, which lack what lists are searched by."""
        query = select(_table.c.id).where(_table.c.game.is_(None))
        return [row.id for row in await self._connections.all(query)]

    async def complete(self, name: str, table: Table) -> None:
        """Store what lists need of a table of an earlier version."""
        await self._writer.write(*self.steps(name, table), about=name)

    def steps(self, name: str, table: Table, before: Table | None = None) -> tuple[Step, ...]:
        """Return the steps that store what lists need of a table, new or changed."""
        return set_listing(self._connections.dialect, name, table, before)


def page_query(session: str, wanted: TableFilter, limit: int, after: Cursor | None) -> Select[Any]:
    """Return the query for a page."""
    rank = _rank(session)
    query = select(rank.label("rank"), _table.c.updated, _table.c.id).where(*_conditions(session, wanted))
    if after:
        query = query.where(_follows(rank, after))
    return query.order_by(rank, _table.c.updated.desc(), _table.c.id).limit(limit)


def count_query(session: str, wanted: TableFilter) -> Select[Any]:
    """Return the query for the number of tables on all pages."""
    return select(func.count()).select_from(_table).where(*_conditions(session, wanted))


def _rank(session: str) -> ColumnElement[int]:
    my_turn = exists().where(_seat.c.table_id == _table.c.id, _seat.c.seat == _table.c.mover, _is_own(session))
    return case((_table.c.over, 2), (my_turn, 0), else_=1)


def _follows(rank: ColumnElement[int], after: Cursor) -> ColumnElement[bool]:
    later = or_(_table.c.updated < after.updated, and_(_table.c.updated == after.updated, _table.c.id > after.id))
    return or_(rank > after.rank, and_(rank == after.rank, later))


def _is_own(session: str) -> ColumnElement[bool]:
    return _seat.c.session == session


def _conditions(session: str, wanted: TableFilter) -> list[ColumnElement[bool]]:
    """Return the conditions that a session's tables are chosen by."""
    found: list[ColumnElement[bool]] = [_table.c.id.in_(select(_seat.c.table_id).where(_is_own(session)))]
    if wanted.game:
        found.append(_table.c.game == wanted.game)
    if wanted.opponent:
        found.append(
            _others(session).where(_player.c.name.contains(fold_name(wanted.opponent), autoescape=True)).exists()
        )
    if wanted.against == "computer":
        found.append(_others(session).where(_player.c.kind == "computer").exists())
    elif wanted.against == "people":
        found.append(_others(session).where(_player.c.kind != "computer").exists())
    elif wanted.against == "device":
        found.append(~_others(session).exists())
    if wanted.result in ("running", "over"):
        found.append(_table.c.over.is_(wanted.result == "over"))
    elif wanted.result:
        found += [
            _own(session).where(_player.c.outcome == wanted.result).exists(),
            ~_own(session).where(_player.c.outcome != wanted.result).exists(),
        ]
    if wanted.since is not None:
        found.append(_table.c.updated >= wanted.since)
    if wanted.until is not None:
        found.append(_table.c.updated < wanted.until)
    return found


def _own(session: str) -> Select[Any]:
    """Select the session's own players of the table that is looked at."""
    return select(_player.c.seat).where(_player.c.table_id == _table.c.id, _owned(session)).correlate(_table)


def _others(session: str) -> Select[Any]:
    """Select the other players of the table that is looked at."""
    return select(_player.c.seat).where(_player.c.table_id == _table.c.id, ~_owned(session)).correlate(_table)


def _owned(session: str) -> ColumnElement[bool]:
    return exists().where(_seat.c.table_id == _player.c.table_id, _seat.c.seat == _player.c.seat, _is_own(session))
