"""Jobs: turns of computers that are to be searched; a job is deleted with the commit of its move."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, func, select, true
from sqlalchemy.dialects import postgresql, sqlite

from veier.server.store import schema
from veier.server.store.batches import Step
from veier.server.store.connections import Connections
from veier.server.store.leases import is_free, take_leases

_job = schema.jobs

_ADD_JOB = {
    "sqlite": sqlite.insert(_job).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(_job).on_conflict_do_nothing(),
}
_DELETE_JOBS = delete(_job).where(_job.c.table_id == bindparam("of_table"))


def add_job(dialect: str, table: str, version: int, worker: str | None) -> Step:
    """Return the step that adds a computer's turn at a version of a table, leased to a server or free."""
    return Step(_ADD_JOB[dialect], ({"table_id": table, "version": version, "worker": worker},))


def delete_jobs(table: str) -> Step:
    """Return the step that deletes the jobs of a table."""
    return Step(_DELETE_JOBS, ({"of_table": table},))


class JobStore:
    """Reads and leases jobs; they are written with the events of their tables."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def pending_tables(self) -> list[str]:
        """List the tables where a computer is to move; of several servers, those whose turns are leased to this one."""
        query = select(_job.c.table_id).distinct()
        if self._connections.shared:
            query = query.where(_job.c.worker == self._connections.name)
        return [row.table_id for row in await self._connections.all(query)]

    async def count_free(self) -> int:
        """Return the number of turns that no server searches, of several servers."""
        row = await self._connections.first(select(func.count().label("free")).select_from(_job).where(is_free(_job)))
        return int(row.free) if row else 0

    async def take(self, count: int) -> None:
        """Lease turns that nobody searches, up to a number, if there are several servers; raise Unavailable."""
        if self._connections.shared and count > 0:
            await take_leases(self._connections, _job, count, _job.c.table_id, where=true())
