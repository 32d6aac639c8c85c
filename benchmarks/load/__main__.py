"""Measure a server under load: moves a second, acknowledgements, watchers, memory, computers, restarts.

    python -m benchmarks.load
    python -m benchmarks.load moves watchers --checkout ../before --json
    python -m benchmarks.load soak --soak 600

The server runs as a process with an empty SQLite file, the clients in this one: they share the cores, and the load
average stands beside each figure. A new server is started for each measurement.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import sys
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.load.figures import Figures
from benchmarks.load.memory import measure_memory, soak
from benchmarks.load.moves import measure_latency, measure_throughput
from benchmarks.load.restart import measure_restart
from benchmarks.load.thinking import measure_thinking
from benchmarks.load.watching import measure_watchers
from benchmarks.server_process import ROOT, ServerProcess, load_average, run_server

_CORES = os.cpu_count() or 1
# Settings of the server for some measurements: computers think on all cores.
_SETTINGS = {"thinking": {"thinkers": str(_CORES)}}

Measurement = Callable[[ServerProcess], Coroutine[Any, Any, Figures]]


def measurements(asked: argparse.Namespace) -> dict[str, list[Measurement]]:
    """Return all measurements by name; a small scale makes them short, for tests."""
    scale, seconds = float(asked.scale), float(asked.seconds)

    def size(number: int) -> int:
        return max(1, round(number * scale))

    return {
        "moves": [
            partial(measure_throughput, game=game, tables=size(100), seconds=seconds, choices=choices)
            for game in ("4eyes", "hexrows")
            for choices in (False, True)
        ],
        "latency": [_latency(size(1000), size(3000), seconds)],
        "many": [_latency(size(3000), size(10_000), seconds)],
        "watchers": [partial(measure_watchers, game="4eyes", watchers=size(count), moves=20) for count in (500, 5000)],
        "memory": [
            partial(measure_memory, game=game, tables=size(500), watchers=size(1000)) for game in ("4eyes", "hexrows")
        ],
        "thinking": [
            partial(measure_thinking, game=game, tables=size(100), rate=30, seconds=seconds, thinkers=_CORES)
            for game in ("4eyes", "hexrows")
        ],
        "restart": [partial(measure_restart, game="hexrows", sockets=size(count)) for count in (300, 3000)],
        "soak": [partial(soak, game="hexrows", tables=size(200), seconds=asked.soak, say=_progress)],
    }


def _latency(tables: int, sockets: int, seconds: float) -> Measurement:
    return partial(measure_latency, game="4eyes", tables=tables, sockets=sockets, rate=30, seconds=seconds)


def main(arguments: list[str] | None = None) -> None:
    """Measure what is asked for and print it."""
    asked = _parse(arguments)
    raise_file_limit()
    found: dict[str, list[Figures]] = {}
    for name in asked.names:
        for measure in measurements(asked)[name]:
            with run_server(asked.checkout.resolve(), **_SETTINGS.get(name, {})) as server:
                figures = _run(measure(server))
            found.setdefault(name, []).append(figures)
            _progress(f"{name}: " + ", ".join(f"{key} {value}" for key, value in figures.items() if key != "mb"))
    if asked.json:
        print(json.dumps(found))


def _parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=(__doc__ or "").splitlines()[0])
    names = ("moves", "latency", "many", "watchers", "memory", "thinking", "restart", "soak")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"what to measure: {', '.join(names)}")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each measurement of moves takes")
    parser.add_argument("--soak", type=float, default=600.0, help="how long the soak takes, in seconds")
    parser.add_argument("--scale", type=float, default=1.0, help="the share of the tables and sockets")
    parser.add_argument("--checkout", type=Path, default=ROOT, help="the folder whose server is run")
    parser.add_argument("--json", action="store_true", help="print all figures as JSON")
    asked = parser.parse_args(arguments)
    asked.names = asked.names or [name for name in names if name != "soak"]
    if unknown := set(asked.names) - set(names):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    return asked


def _run(measuring: Coroutine[Any, Any, Figures]) -> Figures:
    try:
        import uvloop
    except ImportError:
        return asyncio.run(measuring)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(measuring)


def raise_file_limit() -> None:
    """Allow as many sockets as the system does, to this process and to the server."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _progress(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    print(f"load {load_average()}", file=sys.stderr)
    main()
