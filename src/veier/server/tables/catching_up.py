"""Changes that other servers have made: what is missing of a table in memory is read, and its sockets hear of it.

Notices (`server/bus.py`) say which tables have changed. They are gathered while the ones before are read, so that many
tables are read at once. After a notice may have been missed, all tables in memory are looked at.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable

from veier.server.http.problems import Problem
from veier.server.logs import log
from veier.server.store.batches import Notice
from veier.server.store.errors import StoreError
from veier.server.store.gaps import Gap, GapStore
from veier.server.tables.loaded import LoadedTables
from veier.server.tables.session import TableSession

_RETRY_SECONDS = 0.5
# Tables that are read at once.
_AT_ONCE = 200


class CatchingUp:
    """Keeps the tables in memory as they are stored.

    loading     the tables that are being read for the first time, perhaps as they were before a notice
    caught_up   called with a table that has changed, whose lock is held
    read_again  called with a table that does not fit what is stored, whose lock is held
    gone        called with a table that has been deleted
    """

    def __init__(
        self,
        store: GapStore,
        loaded: LoadedTables,
        loading: Collection[str],
        caught_up: Callable[[TableSession], None],
        read_again: Callable[[TableSession], Awaitable[None]],
        gone: Callable[[TableSession], None],
    ) -> None:
        self._store = store
        self._loaded = loaded
        self._loading = loading
        self._caught_up = caught_up
        self._read_again = read_again
        self._gone = gone
        self._wanted: set[str] = set()
        self._early: set[str] = set()
        self._task: asyncio.Task[None] | None = None

    def note(self, notices: Iterable[Notice]) -> None:
        """Read what is new at tables in memory, soon."""
        for table, version, request in notices:
            known = self._loaded.peek(table)
            if known and (version is None or version > known.table.version):
                log("changed elsewhere", table=table, version=version, request=request)
                self._want(table)
            elif table in self._loading:
                self._early.add(table)

    def look_at(self, tables: Iterable[str]) -> None:
        """Read what is new at tables in memory that were changed beside the registry."""
        self.note(Notice(table) for table in tables)

    def note_all(self) -> None:
        """Look at all tables in memory, because notices may have been missed."""
        self._early.update(self._loading)
        for table_session in self._loaded:
            self._want(table_session.id)

    def note_loaded(self, table: str) -> None:
        """Read again what has been read for the first time, if it has changed meanwhile."""
        if table in self._early:
            self._early.discard(table)
            self._want(table)

    async def freshen(self, table_session: TableSession) -> None:
        """Catch up with the store before a request is answered; raise StoreError or Problem."""
        mark = await self._store.mark(table_session.id)
        if mark != (table_session.table.version, table_session.seating):
            await self._read([table_session])

    def close(self) -> None:
        """Read nothing more."""
        if self._task:
            self._task.cancel()

    def _want(self, table: str) -> None:
        self._wanted.add(table)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self._wanted:
            names = [self._wanted.pop() for _ in range(min(len(self._wanted), _AT_ONCE))]
            try:
                await self._read([found for name in names if (found := self._loaded.peek(name))])
            except StoreError:
                self._wanted.update(names)
                await asyncio.sleep(_RETRY_SECONDS)
            except Exception:
                log("not caught up", logging.ERROR, fault=True, count=len(names))

    async def _read(self, sessions: list[TableSession]) -> None:
        versions = {each.id: each.table.version for each in sessions}
        gaps = await self._store.since(versions) if versions else {}
        # Each by itself, because a change that is being written at one of them may take long.
        work = [self._take(each, versions[each.id], gaps[each.id]) for each in sessions if each.id in gaps]
        for each in sessions:
            if each.id not in gaps:
                self._gone(each)
        for error in await asyncio.gather(*work, return_exceptions=True):
            if isinstance(error, BaseException) and not isinstance(error, Problem):
                raise error

    async def _take(self, table_session: TableSession, since: int, gap: Gap) -> None:
        async with table_session.lock:
            if table_session.table.version != since:
                # A change of this server was written meanwhile; it may not be the last.
                if table_session.table.version < gap.version:
                    self._want(table_session.id)
                return
            try:
                is_new = table_session.catch_up(gap)
            except ValueError:
                await self._read_again(table_session)
                return
            if is_new:
                self._caught_up(table_session)
