"""The leader: of the servers that share a database, the one that keeps server time and ends games by time.

Who holds an advisory lock of PostgreSQL leads. It belongs to a connection, so it is free when its server ends; the
database itself ends the connection of a server that hangs. On SQLite the only server leads.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from veier.server.logs import log
from veier.server.store.connections import Connections, ask, cut

if TYPE_CHECKING:
    import psycopg

_LOCK = 48455
# Seconds between two looks at the lock, and before another try to connect; after how many of silence the database takes
# the lock back.
_PAUSE_SECONDS, _RETRY_SECONDS = 1.0, 0.25
_SILENCE_SECONDS = 5
# Seconds to wait at the end for what is being asked, which fails because the connection is cut.
_STOP_SECONDS = 1.0


class Leader:
    """Whether this server leads."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._task: asyncio.Task[None] | None = None
        self.leads = not connections.shared
        self.on_lead: Callable[[], None] = lambda: None

    async def start(self) -> None:
        """Try to lead, now and whenever the lock is free."""
        if self._connections.shared:
            await self.look()
            self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Let another server lead."""
        if self._connection:
            cut(self._connection)
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task], timeout=_STOP_SECONDS)
            if not self._task.done():
                # What is being asked still watches the connection, which has been cut.
                return
        await self._drop()

    async def look(self) -> None:
        """Take the lock if it is free; find out whether it is still held."""
        try:
            await self._look()
        except Exception:
            await self._drop()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(_PAUSE_SECONDS if self._connection else _RETRY_SECONDS)
            await self.look()

    async def _look(self) -> None:
        if self._connection is None:
            self._connection = await self._connections.connect_alone()
            await ask(self._connection, f"SET idle_session_timeout = '{_SILENCE_SECONDS}s'")
        if self.leads:
            await ask(self._connection, "SELECT 1")
            return
        row = await ask(self._connection, f"SELECT pg_try_advisory_lock({_LOCK})")
        self.leads = bool(row[0])
        if self.leads:
            log("leads")
            self.on_lead()

    async def _drop(self) -> None:
        if self._connections.shared:
            self.leads = False
        connection, self._connection = self._connection, None
        if connection:
            with suppress(Exception):
                await connection.close()
