"""Measure servers on one PostgreSQL, and calculate a million players a day from that.

    python -m benchmarks.scale
    python -m benchmarks.scale workers commits --seconds 20
    python -m benchmarks.scale day --move 2.4 --notice 0.1 --commit 2.0 --row 0.1

Prints tables for docs/scale.md, each when it is measured. Workers, database and clients share the cores, so what a move
costs each of them says more than moves a second; the load average stands beside each figure. A day is calculated from
what was measured in the same run, or from costs that are given.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.load.__main__ import raise_file_limit
from benchmarks.load.figures import Figures
from benchmarks.load.memory import measure_memory
from benchmarks.postgres_process import run_postgres
from benchmarks.scale.commits import measure_commits
from benchmarks.scale.costs import derive_costs, derive_sizes
from benchmarks.scale.day import ASSUMPTIONS, MOVES, days, end
from benchmarks.scale.notices import measure_listeners, measure_notices
from benchmarks.scale.queueing import Costs
from benchmarks.scale.workers import bytes_of_games, measure_workers
from benchmarks.server_process import ServerProcess, load_average

_MEASURED = ("workers", "commits", "notices", "memory")
_NAMES = (*_MEASURED, "day")
# What costs are derived from.
_COSTLY = ("workers", "commits", "notices")
_WORKERS = (1, 2, 3)
_CONNECTIONS, _BATCHES = (1, 2, 4, 8), (1, 10, 100)
_LISTENERS = (1, 10, 30)
_COSTS = ("move", "notice", "commit", "row")


@dataclass
class _Run:
    """A run of the measurements: what is asked for, a folder for files, the tables that were found."""

    asked: argparse.Namespace
    folder: Path
    found: dict[str, list[Figures]] = field(default_factory=dict)

    def add(self, name: str, rows: list[Figures]) -> None:
        """Keep a table, and print it at once."""
        self.found[name] = rows
        self.say(f"\n{name}, load {load_average()}\n\n{table(rows)}")

    def say(self, text: str) -> None:
        """Print some text for people; the figures as JSON stand alone."""
        print(text, file=sys.stderr if self.asked.json else sys.stdout, flush=True)

    @property
    def seconds(self) -> float:
        """How long one of many short measurements takes."""
        return float(min(self.asked.seconds, 4.0))


def main(arguments: list[str] | None = None) -> dict[str, list[Figures]]:
    """Measure what is asked for, print it, and return it."""
    asked = _parse(arguments)
    raise_file_limit()
    measure: dict[str, Callable[[_Run], None]] = {
        "workers": _measure_workers,
        "commits": _measure_commits,
        "notices": _measure_notices,
        "memory": _measure_memory,
        "day": _calculate_days,
    }
    with tempfile.TemporaryDirectory() as folder:
        run = _Run(asked, Path(folder))
        for name in asked.names:
            measure[name](run)
    if asked.json:
        print(json.dumps(run.found))
    return run.found


def _measure_workers(run: _Run) -> None:
    rows = []
    with run_postgres() as postgres:
        for workers in _WORKERS:
            tables = max(2, round(100 * run.asked.scale))
            rows.append(asyncio.run(measure_workers(postgres, run.folder, workers, tables, run.asked.seconds)))
        first = rows[0]["moves_per_s"]
        for row in rows:
            row["ratio"] = round(row["moves_per_s"] / max(1, first), 2)
        run.add("workers", rows)
        run.add("disk", [bytes_of_games(postgres, MOVES)])


def _measure_commits(run: _Run) -> None:
    plans = [(count, 1, notify) for notify in (False, True) for count in _CONNECTIONS]
    plans += [(4, batch, True) for batch in _BATCHES[1:]]
    with run_postgres() as postgres:
        rows = [
            measure_commits(postgres.url(), count, batch, run.seconds, notify=notify) for count, batch, notify in plans
        ]
    run.add("commits", rows)


def _measure_notices(run: _Run) -> None:
    with run_postgres() as postgres:
        run.add("notices", list(measure_notices(postgres, run.folder, _BATCHES, run.seconds)))
        run.add("listeners", [measure_listeners(postgres, count, run.seconds) for count in _LISTENERS])


def _measure_memory(run: _Run) -> None:
    with run_postgres() as postgres:
        server = ServerProcess(postgres.url(), run.folder, thinkers="0")
        server.start()
        try:
            size = max(20, round(300 * run.asked.scale))
            found = asyncio.run(measure_memory(server, "hexrows", size, 2 * size))
        finally:
            server.stop()
    run.add("memory", [found])


def _calculate_days(run: _Run) -> None:
    """Calculate from the costs that are given, or from what was measured before."""
    found, sizes = run.found, None
    if run.asked.move is not None:
        costs = Costs(**{name: getattr(run.asked, name) for name in (*_COSTS, "listener")})
    else:
        costs = derive_costs(found["workers"], found["commits"], found["notices"], found["listeners"])
    if set(_MEASURED) <= set(run.asked.names):
        sizes = derive_sizes(found["workers"], found["disk"][0], found["memory"][0])
    run.say(f"\nAssumed: {ASSUMPTIONS}.")
    run.add("costs in ms", [asdict(costs)])
    if sizes:
        run.add("sizes", [asdict(sizes)])
    run.add("day", days(costs, sizes))
    run.add("end", end(costs))


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
    parser.add_argument("--move", type=float, help="milliseconds of a worker for a move")
    parser.add_argument("--notice", type=float, help="milliseconds of a worker for another's move")
    parser.add_argument("--commit", type=float, help="milliseconds of the database for a transaction")
    parser.add_argument("--row", type=float, help="milliseconds of the database for a move in it")
    parser.add_argument("--listener", type=float, default=0.0, help="milliseconds of the database to tell one worker")
    parser.add_argument("--json", action="store_true", help="print all figures as JSON")
    asked = parser.parse_args(arguments)
    if unknown := set(asked.names) - set(_NAMES):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    # A day comes last: it is calculated from the others.
    asked.names = [name for name in _NAMES if name in (asked.names or _NAMES)]
    given = [name for name in _COSTS if getattr(asked, name) is not None]
    if "day" in asked.names and len(given) < len(_COSTS) and (given or not set(_COSTLY) <= set(asked.names)):
        parser.error(f"a day needs --{', --'.join(_COSTS)}, or what they are derived from: {', '.join(_COSTLY)}")
    return asked


if __name__ == "__main__":
    main()
