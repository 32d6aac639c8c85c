"""The connection to the database: SQLite by aiosqlite, PostgreSQL by psycopg, migrated by alembic."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, make_url, text
from sqlalchemy.exc import DatabaseError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from veier.core.errors import VeierError
from veier.messages import Message, message

# Seconds to wait for a connection, a lock, or the result of a statement.
_WAIT_SECONDS = 3
_POSTGRES_DEADLINES = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}


def make_engine(url: str) -> AsyncEngine:
    """Create the engine for a database URL; raise VeierError."""
    kind, _, rest = url.partition(":")
    driver = _DRIVERS.get(kind.partition("+")[0])
    if driver is None or not rest:
        raise VeierError(message("server.settings.database", known="sqlite:///…, postgresql://…"))
    if driver.startswith("sqlite"):
        _check_file(make_url(f"{driver}:{rest}").database)
        engine = create_async_engine(f"{driver}:{rest}", pool_timeout=_WAIT_SECONDS)
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        return engine
    if find_spec("psycopg") is None:
        raise VeierError(message("server.settings.postgres", command="pip install 'veier[postgres]'"))
    engine = create_async_engine(
        f"{driver}:{rest}",
        pool_size=5,
        pool_pre_ping=True,
        pool_timeout=_WAIT_SECONDS,
        connect_args={"connect_timeout": _WAIT_SECONDS},
    )
    event.listen(engine.sync_engine, "connect", _set_up_postgres)
    return engine


def _check_file(path: str | None) -> None:
    """Create the folder of a database file and check that the file is writable; raise VeierError."""
    if path and path != ":memory:":
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            # It holds a secret: a new file is for its owner only.
            os.close(os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600))
        except OSError as error:
            raise VeierError(message("server.database_unwritable", path=path)) from error


def _set_up_sqlite(connection: Any, _: object) -> None:
    """Make commits durable: a commit returns when it is on disk."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute(f"PRAGMA busy_timeout={_WAIT_SECONDS * 1000}")
    cursor.close()


def _set_up_postgres(connection: Any, _: object) -> None:
    """Set the deadlines that the database keeps by itself; a session whose client is gone holds no lock for long."""
    connection.autocommit = True
    cursor = connection.cursor()
    for name in _POSTGRES_DEADLINES:
        cursor.execute(f"SET {name} = '{_WAIT_SECONDS}s'")
    cursor.close()
    connection.autocommit = False


async def migrate(engine: AsyncEngine) -> None:
    """Run the missing migrations; raise VeierError if the database is newer than this program or unreachable."""
    try:
        async with engine.begin() as connection:
            await connection.run_sync(_upgrade)
    except (SQLAlchemyError, OSError) as error:
        raise VeierError(_database_error(engine, error)) from error


def _database_error(engine: AsyncEngine, error: Exception) -> Message:
    """Explain why a database cannot be used, without the URL of a database server, which may hold a password."""
    path = engine.url.database
    if engine.dialect.name != "sqlite" or not path:
        return message("server.database_unreachable")
    if isinstance(error, DatabaseError) and not isinstance(error, OperationalError):
        return message("server.database_foreign", path=path)
    return message("server.database_unwritable", path=path)


async def check_database(url: str) -> None:
    """Migrate a database before the server starts; raise VeierError if that fails."""
    engine = make_engine(url)
    try:
        await migrate(engine)
    finally:
        await engine.dispose()


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent.parent / "migrations"))
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":
        # A migration takes as long as it takes, and servers that start at the same time migrate one after the other.
        for name in _POSTGRES_DEADLINES:
            connection.execute(text(f"SET LOCAL {name} = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(48454)"))
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise VeierError(message("server.database_newer")) from error
