"""The players' clocks at all tables: they stand still while a change is written, and games end when a time is up.

Of a running clock the server knows when it runs out, in server time. That is stored with the table, so that flags fall
at tables that nobody has open, also after a restart, and no table is kept in memory for its clock. Of several servers
on a database the leader ends games, also those of others: it looks into the database for what is due soon.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress

from veier.server.http.problems import Problem
from veier.server.logs import log
from veier.server.store.errors import StoreError
from veier.server.store.store import Store
from veier.server.tables.flags import Flags
from veier.server.tables.session import FLAG_TOLERANCE_MS, TableSession
from veier.server.uninterrupted import after_answer

# Milliseconds before a game that could not be ended is tried again.
_RETRY_MS = 1000
# Milliseconds before a game is ended, so that commands which were received in time come first.
_GRACE_MS = 20
# Seconds between two looks at the flags.
_PAUSES = (0.01, 10.0)
# Milliseconds before a flag is due at which the leader of several servers knows of it, and seconds between two looks.
_SOON_MS, _LOOK_SECONDS = 3000, 1.0
# Number of games that are ended at once, so that many flags do not keep the server from its work.
_MAX_ENDING = 4
# Statuses of problems that stay: there is no such table, or it cannot be read.
_LASTING = (404, 410)


class TableClocks:
    """The clocks of all tables.

    end        called with a table's id when the time of its player to move is up
    is_loaded  whether a table is in memory, where its flag is known best
    """

    def __init__(self, store: Store, end: Callable[[str], Awaitable[None]], is_loaded: Callable[[str], bool]) -> None:
        self.time = store.heartbeat.time
        self._store = store
        self._end = end
        self._is_loaded = is_loaded
        self._unreadable: set[str] = set()
        self._flags = Flags()
        self._sooner = asyncio.Event()
        self._free = asyncio.Semaphore(_MAX_ENDING)
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Look after the clocks from now on, those that are stored included."""
        self._start_task(self._run())

    def close(self) -> None:
        """End no more games."""
        for task in self._tasks:
            task.cancel()

    # Changes.

    @asynccontextmanager
    async def changing(self, table_session: TableSession, received: int | None = None) -> AsyncIterator[int]:
        """Hold a table's lock for a change that was received at some time; yield the time at which it counts.

        The players' clocks stand still from then on, until the change is written or refused. So waiting costs nobody
        time: neither for the disk nor for another change.
        """
        if received is None:
            received = self.time.now()
        async with table_session.lock:
            now = table_session.paused_at = max(received, table_session.changed_at)
            try:
                yield now
            finally:
                self._go_on(table_session, now)

    def _go_on(self, table_session: TableSession, paused_at: int) -> None:
        table_session.paused_at, table_session.changed_at = None, self.time.now()
        spent = table_session.changed_at - paused_at
        if table_session.table.flag_at is not None:
            table_session.table = table_session.table.delayed(spent)
            if spent > FLAG_TOLERANCE_MS:
                self._start_task(self.store_flag(table_session))
                after_answer(table_session.broadcast_changes)
        self.set_flag(table_session)

    # Flags.

    def set_flag(self, table_session: TableSession) -> None:
        """Take over when the time is up at a table."""
        before = self._flags.next_due()
        self._flags.set(table_session.id, table_session.table.flag_at)
        if self._flags.next_due() != before:
            self._sooner.set()

    def forget(self, name: str) -> None:
        """Let no time run out at a table that has been deleted."""
        self._flags.set(name, None)

    async def store_flag(self, table_session: TableSession) -> None:
        """Store when the time is up at a table, because that has changed without an event."""
        version = table_session.table.version
        while table_session.table.version == version:
            try:
                await self._store.flags.set(table_session.id, version, table_session.table.flag_at)
                return
            except StoreError:
                await asyncio.sleep(_RETRY_MS / 1000)

    async def _run(self) -> None:
        if not self._store.is_shared:
            await self._load_flags()
            await self._end_games()
        while True:
            # What was known as a follower may be out of date.
            self._flags = Flags()
            looking = asyncio.create_task(self._look_for_due())
            try:
                await self._end_games()
            finally:
                looking.cancel()
            await asyncio.sleep(_LOOK_SECONDS)

    async def _end_games(self) -> None:
        """End games whose time is up, for as long as this server leads."""
        while self._store.leader.leads:
            self._sooner.clear()
            self._end_due()
            due, (shortest, longest) = self._flags.next_due(), _PAUSES
            longest = _LOOK_SECONDS if self._store.is_shared else longest
            pause = longest if due is None else min((due + _GRACE_MS - self.time.now()) / 1000, longest)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._sooner.wait(), max(pause, shortest))

    async def _look_for_due(self) -> None:
        """Take over the flags that are due soon, whichever server has set them."""
        while True:
            with suppress(StoreError):
                for table, at in await self._store.flags.due(self.time.now() + _SOON_MS):
                    if self._is_news(table, at):
                        self._flags.set(table, at)
                        self._sooner.set()
            await asyncio.sleep(_LOOK_SECONDS)

    def _is_news(self, table: str, at: int) -> bool:
        """Return whether a flag that is stored says more than what is known."""
        known = self._flags.get(table)
        return table not in self._unreadable and (known is None or (known != at and not self._is_loaded(table)))

    async def _load_flags(self) -> None:
        """Load the flags of all tables; those that have changed meanwhile are known already."""
        while True:
            try:
                for table, at in await self._store.flags.all():
                    if self._flags.get(table) is None:
                        self._flags.set(table, at)
                return
            except StoreError:
                log("clocks not resumed", logging.ERROR, fault=True)
                await asyncio.sleep(_RETRY_MS / 1000)

    def _end_due(self) -> None:
        while table := self._flags.take_due(self.time.now() - _GRACE_MS):
            self._start_task(self._end_one(table))

    async def _end_one(self, table: str) -> None:
        """End a game by time; try again later if that fails."""
        async with self._free:
            try:
                await self._end(table)
            except Exception as error:
                log("not ended by time", logging.ERROR, fault=True, table=table)
                if isinstance(error, Problem) and error.status_code in _LASTING:
                    self._unreadable.add(table)
                    self._flags.set(table, None)
                else:
                    self._flags.retry(table, self.time.now() + _RETRY_MS)

    def _start_task(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
