"""The heartbeat: a small write every second, so that it is known whether moves can be saved before one is made.

It stores server time, which goes on from there after a restart.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
import time
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Insert, select
from sqlalchemy.dialects import postgresql, sqlite

from veier.server.clocks import ServerTime, wall_ms
from veier.server.logs import log
from veier.server.store import schema
from veier.server.store.batches import Step
from veier.server.store.connections import Connections
from veier.server.store.errors import Rejected, StoreError
from veier.server.store.flags import pass_days
from veier.server.store.writer import Writer

_PAUSE_SECONDS = 1.0
# Seconds after which a heartbeat counts as stopped: more than the deadlines of all its steps.
_LATE_SECONDS = 20.0
# Bytes that SQLite may need beside the database before it tidies up its log.
_NEEDED_BYTES = 8 * 1024 * 1024


def _upsert(insert: sqlite.Insert | postgresql.Insert) -> Insert:
    changed = {name: insert.excluded[name] for name in ("at", "server_time")}
    return insert.on_conflict_do_update(index_elements=["id"], set_=changed)


_BEAT = {
    "sqlite": _upsert(sqlite.insert(schema.heartbeat)),
    "postgresql": _upsert(postgresql.insert(schema.heartbeat)),
}


class Heartbeat:
    """Writes one row again and again. `healthy` is whether moves can be saved, `time` the server time."""

    def __init__(self, connections: Connections, writer: Writer) -> None:
        self._connections = connections
        self._writer = writer
        self._task: asyncio.Task[None] | None = None
        self._has_space = True
        self._beaten = time.monotonic()
        self._first_steps: tuple[Step, ...] = ()
        self.time = ServerTime()

    @property
    def healthy(self) -> bool:
        """Whether the last write succeeded, none takes too long, and there is space for the next."""
        is_late = time.monotonic() - self._beaten > _LATE_SECONDS
        return self._writer.healthy and self._has_space and not is_late

    async def start(self) -> None:
        """Go on from the stored time, write for the first time, then again and again."""
        before = await self._connections.first(select(schema.heartbeat))
        self.time.start(before.server_time if before else 1)
        if before:
            self._first_steps = (pass_days(before.server_time, before.at),)
        await self._beat()
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Write for the last time; the writer waits for it when it stops."""
        if self._task:
            self._task.cancel()
        self._task = asyncio.create_task(self._store_time())
        # The task begins now.
        await asyncio.sleep(0)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(_PAUSE_SECONDS)
            try:
                await self._beat()
            except Exception:
                log("heartbeat failed", logging.ERROR, fault=True)

    async def _beat(self) -> None:
        self._has_space = await asyncio.to_thread(self._find_space)
        await self._store_time()

    async def _store_time(self) -> None:
        now = self.time.now()
        row = {"id": 1, "at": wall_ms(), "server_time": now}
        beat = Step(_BEAT[self._connections.dialect], (row,))
        # What fails is logged by the writer, and its health tells.
        with suppress(StoreError):
            try:
                await self._writer.write(*self._first_steps, beat, about="heartbeat")
            except Rejected:
                # Damaged rows of tables must not stop everybody's clocks.
                await self._writer.write(beat, about="heartbeat")
            self._first_steps = ()
            self.time.set_stored(now)
        self._beaten = time.monotonic()

    def _find_space(self) -> bool:
        """Return whether the disk of a database file has space left; a database server looks after its own."""
        path = self._connections.engine.url.database
        if self._connections.dialect != "sqlite" or not path or path == ":memory:":
            return True
        try:
            return shutil.disk_usage(Path(path).parent).free >= _NEEDED_BYTES
        except OSError:
            return False
