"""The connection to the database: SQLite by aiosqlite, PostgreSQL by psycopg, brought up to date by alembic."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, make_url, text
from sqlalchemy.exc import DatabaseError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from veier.core.errors import VeierError
from veier.messages import Message, message

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}


def make_engine(url: str) -> AsyncEngine:
    """Make the engine for a database URL."""
    kind, _, rest = url.partition(":")
    driver = _DRIVERS.get(kind.partition("+")[0])
    if driver is None or not rest:
        raise VeierError(message("server.settings.database", known="sqlite:///…, postgresql://…"))
    if driver.startswith("sqlite"):
        _check_place(make_url(f"{driver}:{rest}").database)
        engine = create_async_engine(f"{driver}:{rest}", connect_args={"timeout": 5})
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        return engine
    if find_spec("psycopg") is None:
        raise VeierError(message("server.settings.postgres", command="pip install 'veier[postgres]'"))
    return create_async_engine(f"{driver}:{rest}", pool_size=5, pool_pre_ping=True, connect_args={"connect_timeout": 5})


def _check_place(path: str | None) -> None:
    """Make the folder of a database, and see that its file can be written; raise VeierError if not."""
    if path and path != ":memory:":
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).open("ab").close()
        except OSError as error:
            raise VeierError(message("server.database_unwritable", path=path)) from error


def _set_up_sqlite(connection: Any, _: object) -> None:
    """Make a commit mean that it is on the disk."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.close()


async def bring_up_to_date(engine: AsyncEngine) -> None:
    """Run the migrations that the database lacks; raise VeierError if it is newer than this program, or not there."""
    try:
        async with engine.begin() as connection:
            await connection.run_sync(_migrate)
    except (SQLAlchemyError, OSError) as error:
        raise VeierError(_why_not(engine, error)) from error


def _why_not(engine: AsyncEngine, error: Exception) -> Message:
    """Say why a database cannot be used. Where a server is asked, its URL may hold a password and is not told."""
    path = engine.url.database
    if engine.dialect.name != "sqlite" or not path:
        return message("server.database_unreachable")
    if isinstance(error, DatabaseError) and not isinstance(error, OperationalError):
        return message("server.database_foreign", path=path)
    return message("server.database_unwritable", path=path)


async def check_database(url: str) -> None:
    """Bring a database up to date before anything else begins; raise VeierError if that cannot be done."""
    engine = make_engine(url)
    try:
        await bring_up_to_date(engine)
    finally:
        await engine.dispose()


def _migrate(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent.parent / "migrations"))
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":
        # Two servers that start at once take turns.
        connection.execute(text("SELECT pg_advisory_xact_lock(48454)"))
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise VeierError(message("server.database_newer")) from error
