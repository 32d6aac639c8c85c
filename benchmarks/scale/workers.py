"""Moves a second on several workers with one PostgreSQL, and what each move costs them and the database."""

from __future__ import annotations

import asyncio
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from benchmarks.load.crowd import Crowd
from benchmarks.load.figures import Figures, milliseconds
from benchmarks.load.moves import open_games
from benchmarks.postgres_process import PostgresProcess
from benchmarks.server_process import ServerProcess, load_average

_MOVES = 80
_COUNTS = (
    "SELECT xact_commit, tup_inserted + tup_updated + tup_deleted, pg_current_wal_lsn() - '0/0'"
    " FROM pg_stat_database WHERE datname = current_database()"
)


@dataclass(frozen=True)
class Work:
    """What servers and database have done since they began: CPU seconds, commits, rows written, bytes of the log."""

    server_cpu: float
    database_cpu: float
    commits: int
    rows: int
    wal: int

    def since(self, before: Work) -> Work:
        """Return what has been done since an earlier moment."""
        return Work(
            self.server_cpu - before.server_cpu,
            self.database_cpu - before.database_cpu,
            self.commits - before.commits,
            self.rows - before.rows,
            self.wal - before.wal,
        )


def measure_work(servers: list[ServerProcess], postgres: PostgresProcess) -> Work:
    """Return what has been done so far."""
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        # The database counts with a delay of a second.
        connection.execute("SELECT pg_stat_force_next_flush()")
        row = connection.execute(_COUNTS).fetchone()
    assert row
    return Work(sum(tree_cpu(server.process) for server in servers), tree_cpu(postgres.process), *map(int, row))


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
    settings = {"workers": str(workers), "thinkers": "0", "limits": "tables=1000,sockets_per_address=1000"}
    server = ServerProcess(postgres.url(), folder, **settings)
    server.start()
    try:
        await asyncio.to_thread(_wait_for_workers, server, workers)
        crowd = Crowd(server.url)
        games = await open_games(crowd, "hexrows", tables, _MOVES, at_once=True)
        before, begun = measure_work([server], postgres), time.monotonic()
        for each in games:
            each.move()
        while time.monotonic() - begun < seconds and not all(each.table.is_played_out for each in games):
            await asyncio.sleep(0.02)
        moves, passed = sum(len(each.acknowledged) for each in games), time.monotonic() - begun
        for each in games:
            each.stop()
        await asyncio.sleep(1.0)
        work = measure_work([server], postgres).since(before)
        crowd.close()
    finally:
        server.stop()
    times = [taken for each in games for taken in each.acknowledged]
    return {
        "workers": workers,
        "tables": tables,
        "moves_per_s": round(moves / passed),
        **milliseconds("ack", times),
        "server_ms_per_move": round(work.server_cpu / moves * 1000, 2),
        "database_ms_per_move": round(work.database_cpu / moves * 1000, 2),
        "moves_per_commit": round(moves / max(1, work.commits), 2),
        "rows_per_move": round(work.rows / moves, 2),
        "wal_bytes_per_move": round(work.wal / moves),
        "refused": sum(len(each.refused) for each in games),
        "load": load_average(),
    }


def _wait_for_workers(server: ServerProcess, workers: int) -> None:
    """Wait until all workers accept connections: each has a row in the database."""
    import urllib.request

    wanted, end = f"veier_workers {workers}.0", time.monotonic() + 60
    while time.monotonic() < end:
        with urllib.request.urlopen(f"{server.url}/metrics", timeout=10) as answer:
            if wanted in answer.read().decode():
                return
        time.sleep(0.2)
    raise SystemExit(f"{workers} workers do not start")


def bytes_of_games(postgres: PostgresProcess) -> dict[str, Any]:
    """Return how much of the database's disk a move and a game take, with all indexes."""
    sizes = "SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest(%s::text[]) AS name"
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute("VACUUM")
        games = connection.execute("SELECT count(*), sum(version) FROM tables").fetchone()
        table = connection.execute(sizes, (["tables", "seats", "players"],)).fetchone()
        moves = connection.execute(sizes, (["events"],)).fetchone()
    assert games
    assert table
    assert moves
    return {
        "games": int(games[0]),
        "events": int(games[1]),
        "bytes_per_table": round(int(table[0]) / max(1, games[0])),
        "bytes_per_event": round(int(moves[0]) / max(1, games[1])),
    }
