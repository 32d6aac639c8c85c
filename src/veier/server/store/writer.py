"""The only writer of the database. Changes that wait are committed in one transaction: one sync to disk serves many.

Every change has an answer in time: it is on disk, it is not, or that is not known. A transaction whose answer is lost
with its connection is repeated once: rows that it adds are unique, so they are added once, and the repetition says
whether they were there. One that exceeds its deadline is given up with its connection.

Several servers may write to one PostgreSQL: what a transaction tells the others is sent when it is committed, by the
same commit. All of them write tables in the order of their ids, so that they do not wait for each other in a circle.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy.exc import DBAPIError, IntegrityError

from veier.server.logs import log
from veier.server.store.batches import Change, Step, execute, merge, notices_of
from veier.server.store.connections import Connections, is_local, sql_state, sqlite_code
from veier.server.store.errors import Conflict, NotSaved, Rejected, StoreError, Unknown

# Changes in one transaction, so that it ends within its deadline.
_MAX_BATCH = 250
# Seconds for a transaction, for a change in the queue, and for the changes that are pending at the end.
_TRANSACTION_SECONDS = 5.0
_QUEUE_SECONDS = 5.0
_STOP_SECONDS = 1.5
# Seconds after which a transaction that is under way counts as a fault.
_SLOW_SECONDS = 2.0
# Seconds to wait after a failed commit.
_RETRY_PAUSE = 0.2

# SQLite's code for a commit that was written, but perhaps not to disk.
_SQLITE_FSYNC = 10 | 4 << 8
# Classes of SQLSTATE with which PostgreSQL answers that it has rolled back.
_ROLLED_BACK = ("23", "40")
# Another server holds a row, or both have waited for each other: each of the changes is tried alone.
_IN_THE_WAY = ("40", "55P03")


class _Transaction:
    """One attempt to commit changes. `sent` is whether the commit may have arrived; once `given_up`, it is not sent."""

    def __init__(self, connections: Connections, batch: Sequence[Change]) -> None:
        self._connections = connections
        self._batch = batch
        self.sent = False
        self.given_up = False

    async def run(self) -> None:
        """Execute the steps and commit."""
        async with self._connections.engine.connect() as connection:
            for step in merge(sorted(self._batch, key=lambda change: change.about)):
                await execute(connection, step)
            await self._connections.tell(connection, notices_of(self._batch))
            if not self.given_up:
                self.sent = True
                await connection.commit()


@dataclass(frozen=True)
class _Failure:
    """Why changes are not on disk.

    local  it concerns some of the changes, and not the whole database
    lost   the connection was lost
    """

    error: type[StoreError]
    local: bool
    lost: bool = False


class Writer:
    """Commits changes in the order of their arrival."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._waiting: asyncio.Queue[Change] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._failing = False
        self._began: float | None = None
        self.commits = 0
        self.changes = 0

    @property
    def healthy(self) -> bool:
        """Whether the last commit succeeded, and none takes too long."""
        slow = self._began is not None and time.monotonic() - self._began > _SLOW_SECONDS
        return not self._failing and not slow

    def start(self) -> None:
        """Start the writer's task."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Write the pending changes as far as there is time, then stop."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._waiting.join(), _STOP_SECONDS)
        if self._task:
            self._task.cancel()
        while not self._waiting.empty():
            self._waiting.get_nowait().finish(NotSaved())

    async def write(self, *steps: Step, about: str) -> None:
        """Write all steps or none; return when they are on disk. Raise NotSaved, Conflict or Unknown."""
        change = Change(steps, about, asyncio.get_running_loop().time() + _QUEUE_SECONDS)
        self._waiting.put_nowait(change)
        # The caller may be cancelled; the change is written or refused all the same.
        await asyncio.shield(change.done)

    async def _run(self) -> None:
        while True:
            batch = [await self._waiting.get()]
            while not self._waiting.empty() and len(batch) < _MAX_BATCH:
                batch.append(self._waiting.get_nowait())
            try:
                await self._write_batch(batch)
            except Exception:
                log("writer failed", logging.CRITICAL, fault=True)
            finally:
                for change in batch:
                    change.finish(Unknown())
                    self._waiting.task_done()

    async def _write_batch(self, batch: list[Change]) -> None:
        now = asyncio.get_running_loop().time()
        for change in batch:
            if change.expires < now:
                change.finish(NotSaved())
        batch = [change for change in batch if not change.done.done()]
        if not batch:
            return
        failure = await self._commit(batch)
        if failure and failure.local and len(batch) > 1:
            # One of them is at fault: commit each alone.
            for change in batch:
                await self._write_batch([change])
            return
        for change in batch:
            change.finish(failure.error() if failure else None)
        if failure and not failure.local:
            await asyncio.sleep(_RETRY_PAUSE)

    async def _commit(self, batch: Sequence[Change]) -> _Failure | None:
        """Commit changes, again if the connection is lost; return why they are not on disk."""
        self._began = time.monotonic()
        try:
            failure = await self._attempt(batch)
            if failure and failure.lost:
                again = await self._attempt(batch)
                # Only a success or a conflict tells what became of the first attempt.
                if not (failure.error is Unknown and again and again.error is NotSaved):
                    failure = again
        finally:
            self._began = None
        if failure is None:
            self.commits += 1
            self.changes += len(batch)
        if failure is None or not failure.local:
            self._failing = failure is not None
        return failure

    async def _attempt(self, batch: Sequence[Change]) -> _Failure | None:
        """Commit changes once; return why they are not on disk."""
        transaction = _Transaction(self._connections, batch)
        try:
            await self._connections.within(_TRANSACTION_SECONDS, transaction.run())
        except (IntegrityError, Conflict):
            return _Failure(Conflict, local=True)
        except Exception as error:
            transaction.given_up = True
            log("not saved", logging.ERROR, fault=True, count=len(batch))
            lost = isinstance(error, DBAPIError) and error.connection_invalidated
            if transaction.sent and _is_open(error):
                return _Failure(Unknown, local=False, lost=lost)
            if isinstance(error, DBAPIError) and (sql_state(error) or "").startswith(_IN_THE_WAY):
                return _Failure(NotSaved, local=True)
            return _Failure(Rejected, local=True) if is_local(error) else _Failure(NotSaved, local=False, lost=lost)
        return None


def _is_open(error: Exception) -> bool:
    """Return whether a commit that failed may have happened all the same."""
    if not isinstance(error, DBAPIError):
        return True
    state = sql_state(error)
    return sqlite_code(error) in (None, _SQLITE_FSYNC) if state is None else not state.startswith(_ROLLED_BACK)
