"""What it costs a worker to hear of moves at tables that it does not have in memory, as it hears of all moves."""

from __future__ import annotations

import json
import time
from pathlib import Path

import psycopg

from benchmarks.load.figures import Figures
from benchmarks.postgres_process import PostgresProcess
from benchmarks.scale.workers import tree_cpu
from benchmarks.server_process import ServerProcess, load_average


def measure_notices(postgres: PostgresProcess, folder: Path, batch: int, seconds: float) -> Figures:
    """Notify an idle server of so many moves at a time, as often as possible, and count its CPU time."""
    server = ServerProcess(postgres.url(), folder, thinkers="0")
    server.start()
    try:
        with psycopg.connect(postgres.url(), autocommit=True) as connection:
            # What it prepares after its start is none of this.
            time.sleep(seconds)
            idle = _cpu_share(server, seconds)
            before, begun, count = tree_cpu(server.process), time.monotonic(), 0
            while time.monotonic() - begun < seconds:
                moves = [[f"{count:08}{place:08}", count, "0" * 32] for place in range(batch)]
                connection.execute("SELECT pg_notify('veier', %s)", (json.dumps({"by": "0", "tables": moves}),))
                count += 1
            # Until it has heard the last one.
            time.sleep(0.5)
            passed = time.monotonic() - begun
            spent = tree_cpu(server.process) - before - idle * passed
    finally:
        server.stop()
    return {
        "moves_in_notice": batch,
        "notices_per_s": round(count / passed),
        "moves_per_s": round(count * batch / passed),
        "server_us_per_notice": round(spent / count * 1e6),
        "server_us_per_move": round(spent / count / batch * 1e6, 1),
        "load": load_average(),
    }


def _cpu_share(server: ServerProcess, seconds: float) -> float:
    before = tree_cpu(server.process)
    time.sleep(seconds)
    return (tree_cpu(server.process) - before) / seconds
