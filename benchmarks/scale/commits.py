"""What PostgreSQL does in a second: transactions like those of the servers, with and without NOTIFY."""

from __future__ import annotations

import threading
import time

import psycopg

from benchmarks.load.figures import Figures
from benchmarks.server_process import load_average

_CREATE = (
    "CREATE TABLE IF NOT EXISTS scale_tables (id int PRIMARY KEY, version int NOT NULL)",
    "CREATE TABLE IF NOT EXISTS scale_events (id int, version int, data text NOT NULL, PRIMARY KEY (id, version))",
)
_DATA = '{"kind":"moved","at":1234567,"seat":0,"text":"13@C3","remaining":null}'
_UPDATE = "UPDATE scale_tables SET version = version + 1 WHERE id = %s"
_INSERT = "INSERT INTO scale_events SELECT id, version, %s FROM scale_tables WHERE id = %s"


def measure_commits(url: str, connections: int, batch: int, seconds: float, *, notify: bool) -> Figures:
    """Count transactions of several connections, each of which changes so many tables of its own."""
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in _CREATE:
            connection.execute(statement)
        connection.execute("TRUNCATE scale_tables, scale_events")
        rows = connections * batch
        connection.execute("INSERT INTO scale_tables SELECT n, 0 FROM generate_series(0, %s) AS n", (rows,))
    counts, over = [0] * connections, threading.Event()
    writers = [
        threading.Thread(target=_write, args=(url, number, batch, notify, counts, over))
        for number in range(connections)
    ]
    begun = time.monotonic()
    for writer in writers:
        writer.start()
    time.sleep(seconds)
    over.set()
    for writer in writers:
        writer.join()
    passed, commits = time.monotonic() - begun, sum(counts)
    return {
        "connections": connections,
        "batch": batch,
        "notify": notify,
        "commits_per_s": round(commits / passed),
        "moves_per_s": round(commits * batch / passed),
        "ms_per_commit": round(passed / max(1, commits) * 1000, 2),
        "load": load_average(),
    }


def _write(url: str, number: int, batch: int, notify: bool, counts: list[int], over: threading.Event) -> None:
    first = number * batch
    with psycopg.connect(url) as connection, connection.cursor() as cursor:
        while not over.is_set():
            cursor.executemany(_UPDATE, [(first + place,) for place in range(batch)])
            cursor.executemany(_INSERT, [(_DATA, first + place) for place in range(batch)])
            if notify:
                payload = ",".join(f'["{first + place:016}",{counts[number]}]' for place in range(min(batch, 100)))
                cursor.execute("SELECT pg_notify('scale', %s)", (payload,))
            connection.commit()
            counts[number] += 1
