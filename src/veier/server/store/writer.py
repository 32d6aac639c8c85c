"""The only writer of the database. Changes that wait are committed in one transaction: one sync to disk serves many."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Executable
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from veier.server.logs import log

Row = dict[str, Any]
# Seconds to wait after a failed commit.
_RETRY_PAUSE = 0.2


class NotSaved(Exception):
    """The database refused a change; nothing of it was written."""


class Conflict(Exception):
    """Another change came first: a row to be added exists already, or one to be used up is gone."""


@dataclass(frozen=True)
class Step:
    """One statement with its rows, part of a change.

    exact  every row must change exactly one row of the database
    first  is executed before the others of a batch, because their rows refer to its rows
    """

    statement: Executable
    rows: tuple[Row, ...]
    exact: bool = False
    first: bool = False


@dataclass
class _Change:
    steps: tuple[Step, ...]
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Writer:
    """Commits changes in the order of their arrival. `healthy` is whether the last commit succeeded."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: asyncio.Queue[_Change] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self.healthy = True
        self.commits = 0
        self.changes = 0

    def start(self) -> None:
        """Start the writer's task."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Write the pending changes, then stop."""
        await self._waiting.join()
        if self._task:
            self._task.cancel()

    async def write(self, *steps: Step) -> None:
        """Write all steps or none; return when they are on disk. Raise NotSaved or Conflict."""
        change = _Change(steps)
        self._waiting.put_nowait(change)
        # The caller may be cancelled; the change is written or refused all the same.
        await asyncio.shield(change.done)

    async def _run(self) -> None:
        while True:
            batch = [await self._waiting.get()]
            while not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            await self._write_batch(batch)
            for _ in batch:
                self._waiting.task_done()

    async def _write_batch(self, batch: list[_Change]) -> None:
        try:
            await self._commit(batch)
        except (IntegrityError, Conflict) as error:
            if len(batch) == 1:
                _finish(batch, Conflict() if isinstance(error, IntegrityError) else error)
                return
            # One of them is at fault: commit each alone.
            for change in batch:
                await self._write_batch([change])
        except (SQLAlchemyError, OSError):
            log("not saved", logging.ERROR, fault=True, count=len(batch))
            self.healthy = False
            _finish(batch, NotSaved())
            await asyncio.sleep(_RETRY_PAUSE)
        else:
            self.healthy = True
            self.commits += 1
            self.changes += len(batch)
            _finish(batch, None)

    async def _commit(self, batch: list[_Change]) -> None:
        async with self._engine.begin() as connection:
            for step in _merged(batch):
                await _execute(connection, step)


def _merged(batch: list[_Change]) -> list[Step]:
    """Merge the rows of identical statements, which are compared by identity."""
    if len(batch) == 1:
        return list(batch[0].steps)
    merged: dict[int, Step] = {}
    for step in (step for change in batch for step in change.steps):
        before = merged.get(id(step.statement))
        rows = (*before.rows, *step.rows) if before else step.rows
        merged[id(step.statement)] = replace(step, rows=rows)
    return sorted(merged.values(), key=lambda step: not step.first)


async def _execute(connection: AsyncConnection, step: Step) -> None:
    if not step.exact:
        await connection.execute(step.statement, list(step.rows))
        return
    for row in step.rows:
        result = await connection.execute(step.statement, row)
        if result.rowcount != 1:
            raise Conflict


def _finish(batch: list[_Change], error: Exception | None) -> None:
    for change in batch:
        if not change.done.done():
            if error is None:
                change.done.set_result(None)
            else:
                change.done.set_exception(error)
