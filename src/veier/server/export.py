"""All games of a server as a file of JSON lines, and back: for other programs, and to join the games of two servers.

A line is a game: its setup and events, by which it is the same again elsewhere, and its record (`docs/records.md`).
There is no secret in it and nothing of who owns a seat, so imported games can be watched and reviewed, not played on.
A backup (`backup.py`) holds everything.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Row, insert, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from veier.core.errors import VeierError
from veier.core.game import RULES_VERSION
from veier.messages import message
from veier.record import record_to_data
from veier.server.compact_json import dump_json
from veier.server.store.connections import SNAPSHOT
from veier.server.store.database import lift_deadlines, make_engine, migrate
from veier.server.store.players import listing_of
from veier.server.store.schema import events, players, tables
from veier.table import Setup, Table, event_from_data, fold, table_record

_KIND = "veier game"
# Games that are imported by one transaction.
_BATCH = 100

# Called now and then with the number of games so far.
Watch = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class ExportSummary:
    """The number of games that were written, and of those that were left out because they cannot be read."""

    games: int
    unreadable: int


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """The number of games that were added, and of those that were there already."""

    added: int
    known: int


async def export_games(database: str, path: Path, watch: Watch = lambda games: None) -> ExportSummary:
    """Write all games that a database has at one moment, also while a server uses it; raise VeierError."""
    engine = make_engine(database)
    written = unreadable = 0
    try:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            async with engine.connect() as connection, engine.connect() as other:
                await connection.exec_driver_sql(SNAPSHOT[engine.dialect.name])
                await lift_deadlines(connection)
                found = await connection.stream(select(tables).order_by(tables.c.created, tables.c.id))
                async for row in found:
                    line = await _line(other, row)
                    written, unreadable = written + bool(line), unreadable + (not line)
                    file.write(line)
                    watch(written)
    except SQLAlchemyError as error:
        raise VeierError(message("server.database_unreachable")) from error
    except OSError as error:
        raise VeierError(message("server.backup.unwritable", path=path)) from error
    finally:
        await engine.dispose()
    return ExportSummary(written, unreadable)


async def _line(connection: AsyncConnection, row: Row[Any]) -> str:
    """Return the line of a game, empty if it cannot be read."""
    query = (
        select(events).where(events.c.table_id == row.id, events.c.version <= row.version).order_by(events.c.version)
    )
    found = (await connection.execute(query)).all()
    try:
        happened = [{"at": each.at, "seat": each.seat, "event": json.loads(each.data)} for each in found]
        setup = json.loads(row.setup)
        game = {"kind": _KIND, "table": row.id, "rules": row.rules, "created": row.created, "updated": row.updated}
        table = _play(setup, happened, row.rules)
        date = datetime.fromtimestamp(row.created / 1000, UTC).date()
        record = record_to_data(table_record(table, date))
        return dump_json({**game, "setup": setup, "events": happened, "record": record}) + "\n"
    except Exception:
        # Damaged data can have any consequence; the others are written.
        return ""


def _play(setup: Any, happened: list[dict[str, Any]], rules: int) -> Table:
    if rules != RULES_VERSION:
        raise ValueError("other rules")
    return fold(Setup.from_data(setup), [event_from_data(each["event"]) for each in happened])


async def import_games(path: Path, database: str, watch: Watch = lambda games: None) -> ImportSummary:
    """Add games to a database; those that are there already stay as they are. Raise VeierError.

    A game that cannot be read is named by its line; those before it are there, and the same file can be tried again.
    """
    engine = make_engine(database)
    added = known = 0
    try:
        await migrate(engine)
        for batch in _batches(path):
            new = await _add(engine, batch)
            added, known = added + new, known + len(batch) - new
            watch(added + known)
    except SQLAlchemyError as error:
        raise VeierError(message("server.database_unreachable")) from error
    finally:
        await engine.dispose()
    return ImportSummary(added, known)


def _batches(path: Path) -> Iterator[list[dict[str, Any]]]:
    batch: list[dict[str, Any]] = []
    try:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                batch.append(_read(path, number, line))
                if len(batch) == _BATCH:
                    yield batch
                    batch = []
    except FileNotFoundError as error:
        raise VeierError(message("server.backup.missing", path=path)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise VeierError(message("server.import.unreadable", path=path, line=1)) from error
    if batch:
        yield batch


def _read(path: Path, number: int, line: str) -> dict[str, Any]:
    """Read and check a game; return it with its rows for the database."""
    try:
        game = json.loads(line)
        name, created, updated, happened = (
            str(game["table"]),
            int(game["created"]),
            int(game["updated"]),
            game["events"],
        )
        if game["kind"] != _KIND or not 8 <= len(name) <= 16:
            raise ValueError
        table = _play(game["setup"], happened, game["rules"])
        listing = listing_of(table)
        moment = {"created": created, "updated": updated, "rules": RULES_VERSION, "setup": dump_json(game["setup"])}
        row = {"id": name, **moment, "version": table.version, "over": table.result is not None, "seating": 0}
        return {
            "table": {**row, "game": listing.game, "mover": listing.mover, "flag_at": None},
            "events": [_event_row(name, version, each) for version, each in enumerate(happened, 1)],
            "players": [
                {"table_id": name, "seat": each.seat, "kind": each.kind, "name": each.name, "outcome": each.outcome}
                for each in listing.players
            ],
        }
    except Exception as error:
        raise VeierError(message("server.import.unreadable", path=path, line=number)) from error


def _event_row(table: str, version: int, each: dict[str, Any]) -> dict[str, Any]:
    about = {"seat": None if each["seat"] is None else int(each["seat"]), "at": int(each["at"])}
    data = dump_json(each["event"])
    return {"table_id": table, "version": version, **about, "command_id": None, "command": None, "data": data}


async def _add(engine: AsyncEngine, batch: list[dict[str, Any]]) -> int:
    """Add the games that are not there yet; return how many."""
    async with engine.begin() as connection:
        await lift_deadlines(connection)
        names = [game["table"]["id"] for game in batch]
        known = {row.id for row in await connection.execute(select(tables.c.id).where(tables.c.id.in_(names)))}
        new = [game for game in batch if game["table"]["id"] not in known]
        for table, rows in (
            (tables, [game["table"] for game in new]),
            (events, [row for game in new for row in game["events"]]),
            (players, [row for game in new for row in game["players"]]),
        ):
            if rows:
                await connection.execute(insert(table), rows)
    return len(new)
