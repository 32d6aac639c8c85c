"""Connections with deadlines. A database that hangs is given up, and its connections are cut.

The database keeps deadlines of its own (`database.py`), which are shorter. If it does not, the network or the machine
behind it hangs, and so does every connection: all of them are cut, so that those who wait for them get an error.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, LiteralString, TypeVar
from weakref import WeakSet

from sqlalchemy import Row, Select, Update, event, func, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from veier.server.compact_json import dump_json
from veier.server.store.batches import Notice
from veier.server.store.errors import Damaged, Unavailable
from veier.server.store.salvage import query_around_damage

if TYPE_CHECKING:
    import psycopg

# The channel of PostgreSQL over which servers hear of each other (`server/bus.py`).
CHANNEL = "veier"
# What fits into one notification, which PostgreSQL limits to 8000 bytes.
_NOTICES = 100

# Seconds for all queries of a reader, the wait for a connection included.
_READ_SECONDS = 3.5

# Seconds for a statement on a connection of its own.
_ASK_SECONDS = 3.0

# Seconds for closing idle connections at the end, and for those in use to fail.
_CLOSE_SECONDS = 0.5

# What makes all queries of a transaction see the same.
SNAPSHOT = {"sqlite": "BEGIN", "postgresql": "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"}

# Codes of SQLite that concern the whole database: busy, locked, no memory, read-only, interrupted, I/O error, full,
# cannot be opened.
_SQLITE_GENERAL = (5, 6, 7, 8, 9, 10, 13, 14)
# I/O errors that concern what is read: a sector or the rest of the file is missing, or the file system says so.
_SQLITE_BAD_SECTOR = (10 | 1 << 8, 10 | 2 << 8, 10 | 32 << 8, 10 | 33 << 8)
# Classes of SQLSTATE that concern rows or a statement: impossible data, wrong statements, and corrupt pages.
_POSTGRES_LOCAL = ("22", "42", "XX")

Found = TypeVar("Found")


class Connections:
    """The connections to the database.

    shared  whether other servers may use it too
    name    what this server is called among them
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.dialect = engine.dialect.name
        self.shared = self.dialect == "postgresql"
        self.name = secrets.token_hex(4)
        self._drivers: WeakSet[Any] = WeakSet()
        self._salvaging = asyncio.Lock()
        self._abandoned: set[asyncio.Task[Any]] = set()
        event.listen(engine.sync_engine, "connect", self._remember)

    async def connect_alone(self) -> psycopg.AsyncConnection[Any]:
        """Open a connection beside the others, to PostgreSQL."""
        import psycopg

        url = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        return await psycopg.AsyncConnection.connect(url, autocommit=True, connect_timeout=3)

    async def tell(self, connection: AsyncConnection, notices: Sequence[Notice]) -> None:
        """Notify other servers of what the present transaction changes, when it is committed."""
        if self.shared:
            for first in range(0, len(notices), _NOTICES):
                payload = dump_json({"by": self.name, "tables": notices[first : first + _NOTICES]})
                await connection.execute(select(func.pg_notify(CHANNEL, payload)))

    async def all(self, query: Select[Any]) -> list[Row[Any]]:
        """Return all rows of a query, of a damaged file those that can be read; raise Unavailable or Damaged."""
        try:
            return (await self.together(query))[0]
        except Damaged:
            return (await self.around_damage(query))[0]

    async def first(self, query: Select[Any]) -> Row[Any] | None:
        """Return the first row of a query; raise Unavailable or Damaged."""
        rows = await self.all(query)
        return rows[0] if rows else None

    async def change(self, statement: Update) -> list[Row[Any]]:
        """Execute a statement of PostgreSQL beside the writer, and commit; return its rows. Raise Unavailable."""

        async def run() -> list[Row[Any]]:
            async with self.engine.begin() as connection:
                return list((await connection.execute(statement)).all())

        try:
            return await self.within(_READ_SECONDS, run())
        except Exception as error:
            raise Unavailable from error

    async def together(self, *queries: Select[Any]) -> list[list[Row[Any]]]:
        """Return the rows of queries of one state of the database; raise Unavailable, or Damaged if some are."""

        async def fetch() -> list[list[Row[Any]]]:
            async with self.engine.connect() as connection:
                if len(queries) > 1:
                    await connection.exec_driver_sql(SNAPSHOT[self.dialect])
                return [list((await connection.execute(query)).all()) for query in queries]

        try:
            return await self.within(_READ_SECONDS, fetch())
        except Exception as error:
            raise (Damaged if is_local(error) else Unavailable)() from error

    async def around_damage(self, *queries: Select[Any], about: str | None = None) -> list[list[Row[Any]]]:
        """Return the rows of queries that can be read, without indexes; raise Damaged where that is not possible."""
        path = self.engine.url.database
        if self.dialect != "sqlite" or not path:
            raise Damaged
        async with self._salvaging:
            try:
                return await asyncio.to_thread(query_around_damage, path, queries, about)
            except Exception as error:
                raise Damaged from error

    async def within(self, seconds: float, work: Coroutine[Any, Any, Found]) -> Found:
        """Wait for work on a connection; after the deadline cut all connections and raise TimeoutError.

        A thread of SQLite cannot be stopped: its work is left to itself, and its connection is not used until then.
        """
        task = asyncio.create_task(work)
        try:
            await asyncio.wait({task}, timeout=seconds)
        finally:
            if not task.done():
                # The caller is cancelled, or the time is up.
                self._abandoned.add(task)
                task.add_done_callback(self._forget)
        if task.cancelled():
            raise OSError("the connection was cancelled")
        if not task.done():
            self._cut()
            raise TimeoutError
        return task.result()

    async def close(self) -> None:
        """Close all connections within a deadline; cut those that are in use.

        What waits for a database that hangs fails then. If it were cancelled, psycopg would ask the database to cancel
        it, too, and wait ten seconds for that.
        """
        with suppress(TimeoutError, SQLAlchemyError, OSError):
            await self.within(_CLOSE_SECONDS, self.engine.dispose())
        self._cut()
        if self._abandoned:
            await asyncio.wait(self._abandoned, timeout=_CLOSE_SECONDS)

    def _remember(self, connection: Any, _: object) -> None:
        if self.dialect == "postgresql":
            self._drivers.add(connection.driver_connection)

    def _cut(self) -> None:
        """End the sockets of all connections: what waits for them fails at once."""
        for driver in tuple(self._drivers):
            cut(driver)

    def _forget(self, task: asyncio.Task[Any]) -> None:
        self._abandoned.discard(task)
        if not task.cancelled():
            # Nobody waits for it any more.
            task.exception()


def cut(driver: Any) -> None:
    """End the socket of a connection: what waits for it fails at once, and its file stays open until then."""
    with suppress(Exception), socket.socket(fileno=os.dup(driver.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)


async def ask(driver: psycopg.AsyncConnection[Any], query: LiteralString, values: Sequence[object] = ()) -> Any:
    """Execute a statement on a connection of its own; return its first row. Cut the connection if that takes long.

    When this ends, also because it is cancelled, nothing waits for the connection any more, so it may be closed: uvloop
    ends the process when a socket is closed that it watches.
    """
    asking = asyncio.create_task(driver.execute(query, values or None))
    try:
        await asyncio.wait({asking}, timeout=_ASK_SECONDS)
    finally:
        # psycopg would ask a database that hangs to cancel what has been asked, and wait for that.
        if not asking.done():
            cut(driver)
            await asyncio.wait({asking}, timeout=_CLOSE_SECONDS)
    cursor = await asking
    return await cursor.fetchone() if cursor.description else None


def is_local(error: Exception) -> bool:
    """Return whether an error concerns some rows or a statement, and not the whole database."""
    if isinstance(error, (OSError, PoolTimeout)):
        return False
    if not isinstance(error, DBAPIError):
        return True
    state, code = sql_state(error), sqlite_code(error)
    if state is not None:
        return state.startswith(_POSTGRES_LOCAL)
    return code is None or code in _SQLITE_BAD_SECTOR or code & 0xFF not in _SQLITE_GENERAL


def sql_state(error: DBAPIError) -> str | None:
    """Return PostgreSQL's code of an error, empty if it did not report it itself; None for SQLite."""
    found: str | None = getattr(error.orig, "sqlstate", None)
    return found or "" if hasattr(error.orig, "sqlstate") else None


def sqlite_code(error: DBAPIError) -> int | None:
    """Return SQLite's extended code of an error."""
    return getattr(error.orig, "sqlite_errorcode", None)
