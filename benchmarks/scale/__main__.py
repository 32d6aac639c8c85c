"""Measure servers on one PostgreSQL, and calculate a million players a day from that.

    python -m benchmarks.scale
    python -m benchmarks.scale workers commits --seconds 20
    python -m benchmarks.scale day --move 2.4 --notice 0.1 --commit 2.0 --row 0.3

Prints tables for docs/scale.md. Workers, database and clients share the cores, so what a move costs each of them says
more than moves a second; the load average stands beside each figure.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.load.figures import Figures
from benchmarks.load.memory import measure_memory
from benchmarks.postgres_process import run_postgres
from benchmarks.scale.commits import measure_commits
from benchmarks.scale.day import Day
from benchmarks.scale.notices import measure_notices
from benchmarks.scale.queueing import Costs
from benchmarks.scale.workers import bytes_of_games, measure_workers
from benchmarks.server_process import ServerProcess, load_average

_NAMES = ("workers", "commits", "notices", "memory", "day")
_WORKERS = (1, 2, 3)
_CONNECTIONS, _BATCHES = (1, 2, 4, 8), (1, 10, 100)
_PLAYERS = (10_000, 100_000, 300_000, 1_000_000, 3_000_000)


def main(arguments: list[str] | None = None) -> dict[str, list[Figures]]:
    """Measure what is asked for, print it, and return it."""
    asked = _parse(arguments)
    found: dict[str, list[Figures]] = {}
    with tempfile.TemporaryDirectory() as folder:
        if "workers" in asked.names:
            found |= _measure_workers(asked, Path(folder))
        if "commits" in asked.names:
            found["commits"] = _measure_commits(asked)
        if "notices" in asked.names:
            found["notices"] = _measure_notices(asked, Path(folder))
        if "memory" in asked.names:
            found["memory"] = [_measure_memory(asked, Path(folder))]
    if "day" in asked.names:
        found["day"] = _days(Costs(asked.move, asked.notice, asked.commit, asked.row))
    if asked.json:
        print(json.dumps(found))
    else:
        for name, rows in found.items():
            print(f"\n{name}, load {load_average()}\n\n{table(rows)}", flush=True)
    return found


def _measure_workers(asked: argparse.Namespace, folder: Path) -> dict[str, list[Figures]]:
    rows = []
    with run_postgres() as postgres:
        for workers in _WORKERS:
            tables = max(2, round(100 * asked.scale))
            rows.append(asyncio.run(measure_workers(postgres, folder, workers, tables, asked.seconds)))
            _progress(f"{workers} workers: {rows[-1]['moves_per_s']} moves/s")
        first = rows[0]["moves_per_s"]
        for row in rows:
            row["ratio"] = round(row["moves_per_s"] / max(1, first), 2)
        return {"workers": rows, "disk": [bytes_of_games(postgres)]}


def _measure_commits(asked: argparse.Namespace) -> list[Figures]:
    seconds = min(asked.seconds, 4.0)
    plans = [(count, 1, notify) for notify in (False, True) for count in _CONNECTIONS]
    plans += [(4, batch, True) for batch in _BATCHES[1:]]
    with run_postgres() as postgres:
        return [measure_commits(postgres.url(), count, batch, seconds, notify=notify) for count, batch, notify in plans]


def _measure_notices(asked: argparse.Namespace, folder: Path) -> list[Figures]:
    with run_postgres() as postgres:
        return [measure_notices(postgres, folder, batch, min(asked.seconds, 4.0)) for batch in _BATCHES]


def _measure_memory(asked: argparse.Namespace, folder: Path) -> Figures:
    with run_postgres() as postgres:
        server = ServerProcess(postgres.url(), folder, thinkers="0")
        server.start()
        try:
            size = max(20, round(300 * asked.scale))
            return asyncio.run(measure_memory(server, "hexrows", size, 2 * size))
        finally:
            server.stop()


def _days(costs: Costs) -> list[Figures]:
    rows = []
    for players in _PLAYERS:
        day = Day(players)
        queue = day.queue(costs)
        rows.append(
            {
                "players": f"{players:,}",
                "games": f"{day.games:,}",
                "peak_moves_per_s": round(day.peak),
                "workers": day.workers(costs) or "-",
                "worker_busy": round(queue.worker_busy, 2) if queue else "-",
                "database_busy": round(queue.database_busy, 2) if queue else "-",
                "moves_per_commit": round(queue.batch, 1) if queue else "-",
                "ack_p50_ms": round(queue.p50_ms, 1) if queue else "-",
                "ack_p99_ms": round(queue.p99_ms, 1) if queue else "-",
            }
        )
    return rows


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Format rows as a table of Markdown."""
    names = list(rows[0])
    lines = [names, ["---"] * len(names), *([str(row[name]) for name in names] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"what to measure: {', '.join(_NAMES)}")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each measurement takes")
    parser.add_argument("--scale", type=float, default=1.0, help="the share of the tables")
    parser.add_argument("--move", type=float, default=3.0, help="milliseconds of a worker for a move")
    parser.add_argument("--notice", type=float, default=0.05, help="milliseconds of a worker for another's move")
    parser.add_argument("--commit", type=float, default=1.0, help="milliseconds of the database for a transaction")
    parser.add_argument("--row", type=float, default=0.1, help="milliseconds of the database for a move in it")
    parser.add_argument("--json", action="store_true", help="print all figures as JSON")
    asked = parser.parse_args(arguments)
    asked.names = asked.names or list(_NAMES)
    if unknown := set(asked.names) - set(_NAMES):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    return asked


def _progress(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
