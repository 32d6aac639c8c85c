"""Jobs: turns of computers that are to be searched; a job is deleted with the commit of its move."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from veier.server.store import schema
from veier.server.store.batches import Step
from veier.server.store.connections import Connections

_ADD_JOB = {
    "sqlite": sqlite.insert(schema.jobs).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(schema.jobs).on_conflict_do_nothing(),
}
_DELETE_JOBS = delete(schema.jobs).where(schema.jobs.c.table_id == bindparam("of_table"))


def add_job(dialect: str, table: str, version: int) -> Step:
    """Return the step that adds a computer's turn at a version of a table."""
    return Step(_ADD_JOB[dialect], ({"table_id": table, "version": version},))


def delete_jobs(table: str) -> Step:
    """Return the step that deletes the jobs of a table."""
    return Step(_DELETE_JOBS, ({"of_table": table},))


class JobStore:
    """Reads jobs; they are written with the events of their tables."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def pending_tables(self) -> list[str]:
        """List the tables where a computer is to move."""
        return [row.table_id for row in await self._connections.all(select(schema.jobs.c.table_id).distinct())]
