"""The heartbeat: a small write every second, so that it is known whether moves can be saved before one is made.

It stores server time, which goes on from there after a restart. Of servers that share a database one stores the time,
and the others go by it.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
import time
from contextlib import suppress
from pathlib import Path

from sqlalchemy import BigInteger, ColumnElement, Insert, bindparam, delete, literal, select
from sqlalchemy.dialects import postgresql, sqlite

from veier.server.clocks import ServerTime, wall_ms
from veier.server.logs import log
from veier.server.store import schema
from veier.server.store.batches import Step
from veier.server.store.connections import Connections
from veier.server.store.errors import Rejected, StoreError
from veier.server.store.flags import pass_days
from veier.server.store.leader import Leader
from veier.server.store.leases import DATABASE_MS
from veier.server.store.writer import Writer

_PAUSE_SECONDS = 1.0
# Seconds after which a heartbeat counts as stopped: more than the deadlines of all its steps.
_LATE_SECONDS = 20.0
# Milliseconds for which a stored time is that of a server that works, and after which the row of a silent one goes.
_FRESH_MS = 2_000
_FORGOTTEN_MS = 60_000
# Seconds to wait at the start until nobody leads, and between two looks.
_SUCCESSION_SECONDS, _LOOK_SECONDS = 3.0, 0.2
# All changes of the heartbeat are written in their order.
_ABOUT = "heartbeat"
# Bytes that SQLite may need beside the database before it tidies up its log.
_NEEDED_BYTES = 8 * 1024 * 1024


_beat = schema.heartbeat.c


def _upsert(insert: sqlite.Insert | postgresql.Insert, where: ColumnElement[bool] | None = None) -> Insert:
    changed = {name: insert.excluded[name] for name in ("at", "server_time", "stored_at")}
    return insert.on_conflict_do_update(index_elements=["id"], set_=changed, where=where)


_BEAT_SQLITE = _upsert(sqlite.insert(schema.heartbeat))
_insert = postgresql.insert(schema.heartbeat).values(
    id=bindparam("id"), at=bindparam("at"), server_time=bindparam("server_time"), stored_at=DATABASE_MS
)
# A leader that hung, and does not know yet that another one leads, does not set the time back.
_BEAT_POSTGRES = _upsert(_insert, where=_beat.server_time < _insert.excluded.server_time)
_here = postgresql.insert(schema.workers).values(name=bindparam("name"), seen=DATABASE_MS)
_BE_SEEN = _here.on_conflict_do_update(index_elements=["name"], set_={"seen": _here.excluded.seen})
_LEAVE = delete(schema.workers).where(schema.workers.c.name == bindparam("left"))
# Rows of servers that were killed.
_FORGET = delete(schema.workers).where(schema.workers.c.seen < DATABASE_MS - bindparam("silence", type_=BigInteger))


class Heartbeat:
    """Writes one row again and again. `healthy` is whether moves can be saved, `time` the server time.

    Of several servers each has a row of its own for that, and the one that leads stores the time.
    """

    def __init__(self, connections: Connections, writer: Writer, leader: Leader) -> None:
        self._connections = connections
        self._writer = writer
        self._leader = leader
        # A server that begins to lead stores the time at once, so that clocks do not stand still for longer.
        self._now_leads = asyncio.Event()
        leader.on_lead = self._now_leads.set
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
        await self._leader.start()
        stored, age, at = await self._read_time()
        deadline = time.monotonic() + _SUCCESSION_SECONDS
        while not self._leader.leads and age > _FRESH_MS and time.monotonic() < deadline:
            # Nobody keeps the time: the connection of a server that was killed is about to end.
            await asyncio.sleep(_LOOK_SECONDS)
            await self._leader.look()
        self.time.start(stored)
        if not self._leader.leads:
            self.time.follow(stored, age)
        elif at is not None:
            self._first_steps = (pass_days(stored, at),)
        await self._beat()
        self._task = asyncio.create_task(self._run())

    async def _read_time(self) -> tuple[int, int, int | None]:
        """Return the stored time, how many milliseconds ago that was, and when it was by the wall clock."""
        age = DATABASE_MS - _beat.stored_at if self._connections.shared else literal(0)
        row = await self._connections.first(select(_beat.server_time, _beat.at, age.label("age")))
        return (row.server_time, row.age, row.at) if row else (1, 0, None)

    async def stop(self) -> None:
        """Write for the last time; the writer waits for it when it stops."""
        if self._task:
            self._task.cancel()
        self._task = asyncio.create_task(self._write(*self._last_steps()))
        # The task begins now.
        await asyncio.sleep(0)

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._now_leads.wait(), _PAUSE_SECONDS)
            self._now_leads.clear()
            try:
                await self._beat()
            except Exception:
                log("heartbeat failed", logging.ERROR, fault=True)

    async def _beat(self) -> None:
        self._has_space = await asyncio.to_thread(self._find_space)
        # What fails is logged by the writer, and its health tells.
        with suppress(StoreError):
            if not self._leader.leads:
                stored, age, _ = await self._read_time()
                self.time.follow(stored, age)
                await self._write(*self._be_seen())
            else:
                await self._store_time()
        self._beaten = time.monotonic()

    async def _store_time(self) -> None:
        now = self.time.now()
        steps = [self._time_step(now), *self._be_seen()]
        try:
            await self._write(*self._first_steps, *steps)
        except Rejected:
            # Damaged rows of tables must not stop everybody's clocks.
            await self._write(*steps)
        self._first_steps = ()
        self.time.set_stored(now)

    async def _write(self, *steps: Step) -> None:
        await self._writer.write(*steps, about=_ABOUT)

    def _time_step(self, now: int) -> Step:
        row = {"id": 1, "at": wall_ms(), "server_time": now}
        if self._connections.shared:
            return Step(_BEAT_POSTGRES, (row,))
        return Step(_BEAT_SQLITE, ({**row, "stored_at": 0},))

    def _be_seen(self) -> list[Step]:
        """Return the steps by which the others know that this server works."""
        if not self._connections.shared:
            return []
        forget = [Step(_FORGET, ({"silence": _FORGOTTEN_MS},))] if self._leader.leads else []
        return [Step(_BE_SEEN, ({"name": self._connections.name},)), *forget]

    def _last_steps(self) -> list[Step]:
        left = [Step(_LEAVE, ({"left": self._connections.name},))] if self._connections.shared else []
        return [*([self._time_step(self.time.now())] if self._leader.leads else []), *left]

    def _find_space(self) -> bool:
        """Return whether the disk of a database file has space left; a database server looks after its own."""
        path = self._connections.engine.url.database
        if self._connections.dialect != "sqlite" or not path or path == ":memory:":
            return True
        try:
            return shutil.disk_usage(Path(path).parent).free >= _NEEDED_BYTES
        except OSError:
            return False
