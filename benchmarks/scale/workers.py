"""Moves a second on several workers with one PostgreSQL, and what each move costs them and the database."""

from __future__ import annotations

import asyncio
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, LiteralString

import psycopg

from benchmarks.load.crowd import Crowd
from benchmarks.load.figures import Figures, milliseconds
from benchmarks.load.moves import Game, open_games
from benchmarks.postgres_process import PostgresProcess
from benchmarks.server_process import ServerProcess, load_average

_MOVES = 80
_COMMITS = "veier_commits_total"
# Seconds in which the last moves must be answered.
_PATIENCE = 5.0
# Seconds after which workers and PostgreSQL have told what they have counted.
_TELLING_SECONDS = 1.3
_ROWS: LiteralString = (
    "SELECT tup_inserted + tup_updated + tup_deleted FROM pg_stat_database WHERE datname = current_database()"
)


@dataclass(frozen=True)
class Work:
    """What a server and its database have done since they began: CPU seconds, bytes of the log."""

    server_cpu: float
    database_cpu: float
    wal: int


def measure_work(server: ServerProcess, postgres: PostgresProcess) -> Work:
    """Return what has been done so far, which is known at once."""
    spent = tree_cpu(server.process), tree_cpu(postgres.process)
    return Work(*spent, _number(postgres, "SELECT pg_current_wal_lsn() - '0/0'"))


def _rows_written(postgres: PostgresProcess) -> int:
    """Return the rows that were written, of which PostgreSQL knows a second later."""
    return _number(postgres, _ROWS)


def _number(postgres: PostgresProcess, query: LiteralString) -> int:
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        row = connection.execute(query).fetchone()
    assert row
    return int(row[0])


def tree_cpu(process: int) -> float:
    """Return the CPU seconds of a process and of those that it has started, of ended ones too."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        listed = [path.read_text() for path in Path(f"/proc/{process}/task").glob("*/children")]
    except OSError:
        return 0.0
    own = sum(int(fields[place]) for place in (11, 12, 13, 14)) / os.sysconf("SC_CLK_TCK")
    return own + sum(tree_cpu(int(child)) for text in listed for child in text.split())


async def measure_workers(
    postgres: PostgresProcess, folder: Path, workers: int, tables: int, seconds: float
) -> Figures:
    """Let every table move as soon as it is acknowledged; its two players may be on different workers."""
    limits = "tables=1000,sockets_per_address=1000"
    server = ServerProcess(postgres.url(), folder, workers=str(workers), thinkers="0", limits=limits)
    server.start()
    try:
        await asyncio.to_thread(_wait_for_workers, server, workers)
        crowd = Crowd(server.url)
        games = await open_games(crowd, "hexrows", tables, _MOVES, at_once=True)
        await asyncio.sleep(_TELLING_SECONDS)
        rows, commits = _rows_written(postgres), server.metric(_COMMITS)
        before, begun = measure_work(server, postgres), time.monotonic()
        for each in games:
            each.move()
        while time.monotonic() - begun < seconds and not all(each.table.is_played_out for each in games):
            await asyncio.sleep(0.02)
        # At the same moment.
        moves, passed, work = _count(games), time.monotonic() - begun, measure_work(server, postgres)
        for each in games:
            each.stop()
        end = time.monotonic() + _PATIENCE
        while any(each.is_waiting for each in games) and time.monotonic() < end:
            await asyncio.sleep(0.02)
        await asyncio.sleep(_TELLING_SECONDS)
        lost = len(crowd.lost)
        all_moves = _count(games)
        rows, commits = _rows_written(postgres) - rows, server.metric(_COMMITS) - commits
        crowd.close()
    finally:
        server.stop()
    return {
        "workers": workers,
        "tables": tables,
        "moves_per_s": round(moves / passed),
        **milliseconds("ack", [taken for each in games for taken in each.acknowledged]),
        "server_ms_per_move": round((work.server_cpu - before.server_cpu) / moves * 1000, 2),
        "database_ms_per_move": round((work.database_cpu - before.database_cpu) / moves * 1000, 2),
        "moves_per_commit": round(all_moves / max(1, commits), 2),
        "rows_per_move": round(rows / all_moves, 2),
        "wal_bytes_per_move": round((work.wal - before.wal) / moves),
        "refused": sum(len(each.refused) for each in games),
        "unknown": sum(each.unknown for each in games),
        "unanswered": sum(each.is_waiting for each in games),
        "lost_sockets": lost,
        "load": load_average(),
    }


def _count(games: list[Game]) -> int:
    return sum(len(each.acknowledged) for each in games)


def _wait_for_workers(server: ServerProcess, workers: int) -> None:
    """Wait until all workers accept connections."""
    end = time.monotonic() + 60
    while server.metric("veier_workers") != workers:
        if time.monotonic() > end:
            raise SystemExit(f"{workers} workers do not start")
        time.sleep(0.2)


def bytes_of_games(postgres: PostgresProcess, moves_per_game: int) -> dict[str, Any]:
    """Return how many rows and bytes a table, an event and a game of some moves have on the disk, with all indexes."""
    sizes = "SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest(%s::text[]) AS name"
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute("VACUUM")
        games = connection.execute("SELECT count(*), sum(version) FROM tables").fetchone()
        rows = connection.execute("SELECT (SELECT count(*) FROM seats) + (SELECT count(*) FROM players)").fetchone()
        table = connection.execute(sizes, (["tables", "seats", "players"],)).fetchone()
        moves = connection.execute(sizes, (["events"],)).fetchone()
    assert games
    assert rows
    assert table
    assert moves
    count = max(1, int(games[0]))
    table_bytes, event_bytes = round(int(table[0]) / count), round(int(moves[0]) / max(1, games[1]))
    return {
        "games": int(games[0]),
        "events": int(games[1]),
        "bytes_per_table": table_bytes,
        "bytes_per_event": event_bytes,
        "moves_in_game": moves_per_game,
        "rows_per_game": 1 + round(int(rows[0]) / count) + moves_per_game,
        "bytes_per_game": table_bytes + event_bytes * moves_per_game,
    }
