"""The databases of a run: where the server finds them, and what they hold, read without the server's code."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from benchmarks.postgres_process import PostgresProcess, run_postgres

StoreKind = Literal["sqlite", "postgres"]
_TABLES = "SELECT id, setup, version, over FROM tables"
_EVENTS = "SELECT table_id, version, seat, command_id, data, at FROM events ORDER BY table_id, version"
_SEATS = "SELECT table_id, seat, session FROM seats"
_JOBS = "SELECT table_id FROM jobs"


@dataclass(frozen=True)
class Rows:
    """All that a database holds of the tables."""

    tables: list[tuple[Any, ...]]
    events: list[tuple[Any, ...]]
    seats: list[tuple[Any, ...]]
    jobs: list[tuple[Any, ...]]


@dataclass(frozen=True)
class Store:
    """A database: a file, or a PostgreSQL server."""

    file: Path | None = None
    postgres: PostgresProcess | None = None

    def url(self, port: int | None = None) -> str:
        """Return the URL for the server, of PostgreSQL through a port."""
        return self.postgres.url(port) if self.postgres else f"sqlite:///{self.file}"

    def read(self) -> Rows:
        """Read everything."""
        connection = self._connect()
        try:
            found = []
            for query in (_TABLES, _EVENTS, _SEATS, _JOBS):
                cursor = connection.cursor()
                cursor.execute(query)
                found.append(list(cursor.fetchall()))
            return Rows(*found)
        finally:
            connection.close()

    def _connect(self) -> Any:
        if self.postgres:
            import psycopg

            return psycopg.connect(self.postgres.url())
        assert self.file
        return sqlite3.connect(self.file)


@contextmanager
def run_store(kind: StoreKind, folder: Path) -> Iterator[Store]:
    """Provide an empty database until the `with` block ends."""
    if kind == "sqlite":
        yield Store(file=folder / "games.sqlite3")
        return
    with run_postgres() as postgres:
        yield Store(postgres=postgres)
