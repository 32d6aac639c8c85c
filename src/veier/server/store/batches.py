"""Steps of changes, and how those of many changes become few statements."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncConnection

from veier.server.store.errors import Conflict, StoreError

Row = dict[str, Any]


class Notice(NamedTuple):
    """What other servers are told of a table: its new version, None if something else has changed; by which request."""

    table: str
    version: int | None = None
    request: str = ""


@dataclass(frozen=True)
class Step:
    """One statement with its rows, part of a change.

    exact    whether every row must change one row of the database
    notices  what other servers are told when it is committed
    """

    statement: Executable
    rows: tuple[Row, ...]
    exact: bool = False
    notices: tuple[Notice, ...] = ()


@dataclass(eq=False)
class Change:
    """Steps that are written together or not at all.

    about    what the steps concern, a table's id as a rule: changes about the same are written in their order
    expires  when it is refused, by the loop's clock, if the writer has not come to it
    done     the result, when it is on disk or is not
    """

    steps: tuple[Step, ...]
    about: str
    expires: float
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def finish(self, error: StoreError | None = None) -> None:
        """Set the result, unless it is there already."""
        if not self.done.done():
            if error is None:
                self.done.set_result(None)
            else:
                self.done.set_exception(error)
                # The caller may have been cancelled, and then nobody asks for it.
                self.done.exception()


def merge(changes: Iterable[Change]) -> list[Step]:
    """Merge the rows of identical statements, compared by identity, where that keeps the order of steps.

    A step joins an earlier statement only if that stands after all earlier steps about the same. Steps about different
    things may change places.
    """
    merged: list[Step] = []
    last: dict[str, int] = {}
    for change in changes:
        for step in change.steps:
            place = _place(merged, step, last.get(change.about, 0))
            last[change.about] = place
            if place == len(merged):
                merged.append(step)
            else:
                merged[place] = replace(merged[place], rows=merged[place].rows + step.rows)
    return merged


def _place(merged: list[Step], step: Step, start: int) -> int:
    """Return the first place from `start` on whose statement a step can join; the end if there is none."""
    places = range(start, len(merged))
    return next((place for place in places if merged[place].statement is step.statement), len(merged))


def notices_of(changes: Iterable[Change]) -> list[Notice]:
    """List what changes tell other servers; of the versions of a table the newest is enough."""
    newest: dict[str, Notice] = {}
    others = []
    for notice in (notice for change in changes for step in change.steps for notice in step.notices):
        if notice.version is None:
            others.append(notice)
        elif notice.version >= (newest.get(notice.table, notice).version or 0):
            newest[notice.table] = notice
    return [*newest.values(), *dict.fromkeys(others)]


async def execute(connection: AsyncConnection, step: Step) -> None:
    """Execute a step; raise Conflict if it is exact and has not changed one row for each of its own."""
    result = await connection.execute(step.statement, list(step.rows))
    if step.exact and result.rowcount != len(step.rows):
        raise Conflict
