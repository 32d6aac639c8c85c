"""Backups: everything in a database as one file, made while the server runs, restored into either kind of database.

A backup is compressed JSON, a line each: what it is, then for each database table its columns and its rows, and last
the number of rows with a checksum of all lines before. It holds one state of the database, as one query would see it.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from sqlalchemy import Table, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from veier import __version__
from veier.core.errors import VeierError
from veier.messages import message
from veier.server.store.connections import SNAPSHOT
from veier.server.store.database import lift_deadlines, make_engine, migrate, newest_version
from veier.server.store.schema import metadata

_KIND = "veier backup"
# Rows that are inserted by one statement.
_BATCH = 500

# Called now and then with the number of rows so far.
Watch = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class BackupSummary:
    """What a backup holds: the number of games, and of rows in all."""

    tables: int
    rows: int


async def write_backup(database: str, path: Path, watch: Watch = lambda rows: None) -> BackupSummary:
    """Write everything in a database to a file, which is whole or not there; raise VeierError."""
    beside = path.with_name(path.name + ".part")
    engine = make_engine(database)
    try:
        async with engine.connect() as connection:
            await connection.exec_driver_sql(SNAPSHOT[engine.dialect.name])
            await lift_deadlines(connection)
            await _check_version(connection)
            with _create_private(beside) as file:
                summary = await _write_rows(connection, _Lines(file), watch)
                file.flush()
                os.fsync(file.fileno())
        os.replace(beside, path)
        return summary
    except SQLAlchemyError as error:
        raise VeierError(message("server.database_unreachable")) from error
    except OSError as error:
        raise VeierError(message("server.backup.unwritable", path=path)) from error
    finally:
        beside.unlink(missing_ok=True)
        await engine.dispose()


def _create_private(path: Path) -> BinaryIO:
    """Create a file for its owner only: a backup holds a secret and who sits where. An older one is removed."""
    path.unlink(missing_ok=True)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


async def restore_backup(path: Path, database: str, watch: Watch = lambda rows: None) -> BackupSummary:
    """Fill an empty database from a file, wholly or not at all; raise VeierError."""
    summary = check_backup(path)
    engine = make_engine(database)
    try:
        await migrate(engine)
        async with engine.begin() as connection:
            await lift_deadlines(connection)
            if await _count(connection, metadata.tables["tables"]) + await _count(
                connection, metadata.tables["studies"]
            ):
                raise VeierError(message("server.backup.not_empty"))
            # What an earlier start of the server may have left.
            for table in reversed(metadata.sorted_tables):
                await connection.execute(table.delete())
            await _insert_rows(connection, path, watch)
        return summary
    except SQLAlchemyError as error:
        raise VeierError(message("server.database_unreachable")) from error
    finally:
        await engine.dispose()


def check_backup(path: Path) -> BackupSummary:
    """Read a backup to its end; raise VeierError if it is no backup, of another version, or damaged."""
    rows = games = 0
    for table, _ in _read_rows(path):
        rows += 1
        games += table.name == "tables"
    return BackupSummary(games, rows)


class _Lines:
    """Writes lines of JSON, and hashes them."""

    def __init__(self, file: Any) -> None:
        self._file = gzip.GzipFile(fileobj=file, mode="wb", mtime=0)
        self._hash = hashlib.sha256()

    def write(self, data: object) -> None:
        line = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        self._hash.update(line)
        self._file.write(line)

    def close(self, rows: int) -> None:
        """Write the last line."""
        self.write({"rows": rows, "sha256": self._hash.hexdigest()})
        self._file.close()


async def _write_rows(connection: AsyncConnection, lines: _Lines, watch: Watch) -> BackupSummary:
    lines.write({"kind": _KIND, "version": newest_version(), "made_by": f"veier {__version__}"})
    rows = games = 0
    for table in metadata.sorted_tables:
        lines.write({"table": table.name, "columns": [column.name for column in table.columns]})
        found = await connection.stream(select(table).order_by(*table.primary_key.columns))
        async for row in found:
            lines.write(list(row))
            rows += 1
            games += table.name == "tables"
            if rows % _BATCH == 0:
                watch(rows)
    lines.close(rows)
    return BackupSummary(games, rows)


async def _insert_rows(connection: AsyncConnection, path: Path, watch: Watch) -> None:
    batch: list[dict[str, Any]] = []
    filled: Table | None = None
    rows = 0
    for table, row in _read_rows(path):
        if filled is not None and (table is not filled or len(batch) == _BATCH):
            await connection.execute(insert(filled), batch)
            rows += len(batch)
            batch = []
            watch(rows)
        filled = table
        batch.append(row)
    if filled is not None and batch:
        await connection.execute(insert(filled), batch)


def _read_rows(path: Path) -> Iterator[tuple[Table, dict[str, Any]]]:
    """Yield the rows of a backup, each with its database table; raise VeierError where it is not as it was written."""
    damaged = VeierError(message("server.backup.damaged", path=path))
    digest, rows, ended = hashlib.sha256(), 0, False
    table: Table | None = None
    columns: Sequence[str] = ()
    try:
        with gzip.open(path, "rb") as file:
            for number, line in enumerate(file):
                data = json.loads(line)
                if number == 0:
                    _check_head(path, data)
                elif isinstance(data, list):
                    assert table is not None
                    rows += 1
                    yield table, dict(zip(columns, data, strict=True))
                elif "table" in data:
                    table, columns = metadata.tables[data["table"]], data["columns"]
                else:
                    ended = data == {"rows": rows, "sha256": digest.hexdigest()}
                digest.update(line)
    except VeierError:
        raise
    except FileNotFoundError as error:
        raise VeierError(message("server.backup.missing", path=path)) from error
    except (OSError, EOFError, ValueError, KeyError, TypeError, AssertionError) as error:
        raise damaged from error
    if not ended:
        raise damaged


def _check_head(path: Path, head: Any) -> None:
    if not isinstance(head, dict) or head.get("kind") != _KIND:
        raise ValueError
    if head["version"] != newest_version():
        raise VeierError(message("server.backup.version", path=path, made_by=head["made_by"]))


async def _check_version(connection: AsyncConnection) -> None:
    """Raise VeierError if the database is not one of this version of the program."""
    try:
        found = (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalar()
    except SQLAlchemyError as error:
        raise VeierError(message("server.backup.other_schema", command="veier serve")) from error
    if found != newest_version():
        raise VeierError(message("server.backup.other_schema", command="veier serve"))


async def _count(connection: AsyncConnection, table: Table) -> int:
    return (await connection.execute(select(func.count()).select_from(table))).scalar_one()
