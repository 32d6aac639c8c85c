"""The connection to the database: SQLite by aiosqlite, PostgreSQL by psycopg, migrated by alembic."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Connection, event, make_url, text
from sqlalchemy.exc import DatabaseError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from veier.core.errors import VeierError
from veier.messages import Message, message

if TYPE_CHECKING:
    from alembic.config import Config

# Seconds to wait for a connection, a lock, or the result of a statement.
_WAIT_SECONDS = 3
_POSTGRES_DEADLINES = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
# A row that another server holds is given up before the statement is, so that the error says which of both it was.
_LOCK_SECONDS = 2

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}


def make_engine(url: str) -> AsyncEngine:
    """Create the engine for a database URL; raise VeierError."""
    found = _read_url(url)
    if found.drivername == _DRIVERS["sqlite"]:
        if path := database_file(url):
            check_file(path)
        engine = create_async_engine(found, pool_timeout=_WAIT_SECONDS)
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        return engine
    if find_spec("psycopg") is None:
        raise VeierError(message("server.settings.postgres", command="pip install 'veier[postgres]'"))
    engine = create_async_engine(
        found,
        pool_size=5,
        pool_pre_ping=True,
        pool_timeout=_WAIT_SECONDS,
        connect_args={"connect_timeout": _WAIT_SECONDS},
    )
    event.listen(engine.sync_engine, "connect", _set_up_postgres)
    return engine


def database_file(url: str) -> Path | None:
    """Return the file of a SQLite database; None for one in memory and for PostgreSQL. Raise VeierError."""
    found = _read_url(url)
    is_file = found.drivername == _DRIVERS["sqlite"] and found.database not in (None, "", ":memory:")
    return Path(str(found.database)) if is_file else None


def _read_url(url: str) -> URL:
    """Return a database URL with the driver that is used; raise VeierError."""
    kind, _, rest = url.partition(":")
    driver = _DRIVERS.get(kind.partition("+")[0])
    if driver is None or not rest:
        raise VeierError(message("server.settings.database", known="sqlite:///…, postgresql://…"))
    return make_url(f"{driver}:{rest}")


def check_file(path: Path) -> None:
    """Create the folder of a database file and check that the file is writable; raise VeierError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
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
        seconds = _LOCK_SECONDS if name == "lock_timeout" else _WAIT_SECONDS
        cursor.execute(f"SET {name} = '{seconds}s'")
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


def newest_version() -> str:
    """Return the version of the schema that this program works with."""
    from alembic.script import ScriptDirectory

    return str(ScriptDirectory.from_config(_alembic_config()).get_current_head())


async def lift_deadlines(connection: AsyncConnection) -> None:
    """Let statements of the present transaction take as long as they take."""
    await connection.run_sync(_lift_deadlines)


def _lift_deadlines(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        for name in _POSTGRES_DEADLINES:
            connection.execute(text(f"SET LOCAL {name} = 0"))


def _alembic_config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent.parent / "migrations"))
    return config


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.util import CommandError

    config = _alembic_config()
    config.attributes["connection"] = connection
    _lift_deadlines(connection)
    if connection.dialect.name == "postgresql":
        # Servers that start at the same time migrate one after the other.
        connection.execute(text("SELECT pg_advisory_xact_lock(48454)"))
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise VeierError(message("server.database_newer")) from error
