"""What it costs a worker to hear of moves at tables that it does not have in memory, and the database to tell it."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import psycopg

from benchmarks.load.figures import Figures
from benchmarks.postgres_process import PostgresProcess
from benchmarks.scale.workers import tree_cpu
from benchmarks.server_process import ServerProcess, load_average

_NOTICES = "veier_notices_total"
# Seconds in which a server must have heard everything.
_PATIENCE = 60.0


def measure_notices(
    postgres: PostgresProcess, folder: Path, batches: Sequence[int], seconds: float
) -> Iterator[Figures]:
    """Notify an idle server of so many moves at a time, as often as possible, and count its CPU time."""
    server = ServerProcess(postgres.url(), folder, thinkers="0")
    server.start()
    try:
        # What it prepares after its start is none of this.
        time.sleep(seconds)
        idle = _cpu_share(server, seconds)
        for batch in batches:
            yield _measure_batch(server, postgres, batch, seconds, idle)
    finally:
        server.stop()


def _measure_batch(
    server: ServerProcess, postgres: PostgresProcess, batch: int, seconds: float, idle: float
) -> Figures:
    heard, before, begun = server.metric(_NOTICES), tree_cpu(server.process), time.monotonic()
    count = _notify(postgres.url(), batch, seconds)
    while server.metric(_NOTICES) < heard + count * batch:
        if time.monotonic() > begun + seconds + _PATIENCE:
            raise SystemExit("the server does not hear all notices")
        time.sleep(0.05)
    passed = time.monotonic() - begun
    spent = tree_cpu(server.process) - before - idle * passed
    return {
        "moves_in_notice": batch,
        "notices_per_s": round(count / passed),
        "moves_per_s": round(count * batch / passed),
        "server_us_per_notice": round(spent / count * 1e6),
        "server_us_per_move": round(spent / count / batch * 1e6, 1),
        "load": load_average(),
    }


def _notify(url: str, batch: int, seconds: float) -> int:
    """Send notices for some seconds, each when the one before is committed; return how many."""
    begun, count = time.monotonic(), 0
    with psycopg.connect(url, autocommit=True) as connection:
        while time.monotonic() - begun < seconds:
            moves = [[f"{count:08}{place:08}", count, "0" * 32] for place in range(batch)]
            connection.execute("SELECT pg_notify('veier', %s)", (json.dumps({"by": "0", "tables": moves}),))
            count += 1
    return count


def _cpu_share(server: ServerProcess, seconds: float) -> float:
    before = tree_cpu(server.process)
    time.sleep(seconds)
    return (tree_cpu(server.process) - before) / seconds


def measure_listeners(postgres: PostgresProcess, listeners: int, seconds: float) -> Figures:
    """Count the database's CPU time for notices that so many connections hear."""
    over = threading.Event()
    ears = [psycopg.connect(postgres.url(), autocommit=True) for _ in range(listeners)]
    for each in ears:
        each.execute("LISTEN veier")
    threads = [threading.Thread(target=_listen, args=(each, over)) for each in ears]
    for thread in threads:
        thread.start()
    before, begun = tree_cpu(postgres.process), time.monotonic()
    count = _notify(postgres.url(), 1, seconds)
    passed, spent = time.monotonic() - begun, tree_cpu(postgres.process) - before
    over.set()
    for thread in threads:
        thread.join()
    for each in ears:
        each.close()
    return {
        "listeners": listeners,
        "notices_per_s": round(count / passed),
        "database_us_per_notice": round(spent / count * 1e6),
        "load": load_average(),
    }


def _listen(connection: psycopg.Connection[tuple[object, ...]], over: threading.Event) -> None:
    while not over.is_set():
        for _ in connection.notifies(timeout=0.2):
            pass
