"""Faults of one server: a full disk, watchers that stop reading. `test_chaos.py` kills it at any moment."""

from __future__ import annotations

import os
import resource
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from sqlalchemy import event

from server.raw_requests import megabytes, metric
from server.serving import Running, Visitor, until
from server.test_errors import check
from server.test_process import Process
from veier.server.http.limits import RateLimit

GAME = "hexrows?side=4&stones=9"


def test_a_full_disk_refuses_moves_and_loses_none(tmp_path: Path) -> None:
    process = Process(tmp_path, "serve")
    with Visitor(process.url) as ada, Visitor(process.url) as bob:
        table = ada.open(GAME)["id"]
        ada.move(table, "d4")
        with bob.socket(table) as watcher:
            assert watcher.hear("state")["state"]["version"] == 1
            # No file may grow any more, as on a full disk.
            resource.prlimit(process.process.pid, resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))
            check(ada.command(table, 1, "later", kind="move", text="d5"), 503, "server.not_saved")
            check(ada.post("/tables", {"game": GAME, "seats": [{"kind": "me"}, {"kind": "device"}]}), 503)
            assert ada.http.get("/healthz").status_code == 503
            assert ada.state(table)["version"] == 1
            with ada.socket(table) as line:
                line.hear("state")
                assert line.command(1, "later", kind="move", text="d5")["reason"]["key"] == "server.not_saved"
            resource.prlimit(process.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
            assert ada.command(table, 1, "later", kind="move", text="d5").json() == {"version": 2}
            assert ada.http.get("/healthz").status_code == 200
            assert len(watcher.hear_until(2)["moves"]) == 2
    process.end(signal.SIGKILL)
    again = Process(tmp_path, "serve")
    with Visitor(again.url) as carl:
        assert [made["text"] for made in carl.state(table)["moves"]] == ["d4", "d5"]
    again.end()


@contextmanager
def read_only(server: Running) -> Iterator[None]:
    """Let a server's database accept no writes, as that of a follower or on a broken disk does."""
    engine = server.services.store.heartbeat._connections.engine.sync_engine
    if engine.dialect.name == "sqlite":

        def forbid(connection: Any, *_: object) -> None:
            connection.cursor().execute("PRAGMA query_only=ON")

        def allow(connection: Any, *_: object) -> None:
            connection.cursor().execute("PRAGMA query_only=OFF")

        event.listen(engine, "checkout", forbid)
        try:
            yield
        finally:
            event.remove(engine, "checkout", forbid)
            event.listen(engine, "checkout", allow)
        return
    import psycopg

    url = server.settings.database
    with psycopg.connect(url, autocommit=True) as other:
        end = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = 'veier'"
        )
        other.execute("ALTER ROLE veier SET default_transaction_read_only = on")
        other.execute(end)
        try:
            yield
        finally:
            other.execute("SET default_transaction_read_only = off")
            other.execute("ALTER ROLE veier RESET default_transaction_read_only")
            other.execute(end)


def test_a_database_that_is_read_only_refuses_moves_and_recovers(database: str) -> None:
    with Running(database) as server, server.visitor() as ada, server.visitor() as bob:
        table = ada.open(GAME)["id"]
        ada.move(table, "d4")
        with bob.socket(table) as watcher:
            watcher.hear("state")
            with read_only(server):
                check(ada.command(table, 1, "later", kind="move", text="d5"), 503, "server.not_saved")
                until(lambda: ada.http.get("/healthz").status_code == 503)
                assert ada.state(table)["version"] == 1
            until(lambda: ada.http.get("/healthz").status_code == 200)
            assert ada.command(table, 1, "later", kind="move", text="d5").json() == {"version": 2}
            # Nothing was shown meanwhile.
            assert len(watcher.hear_until(2)["moves"]) == 2


def deaf(visitor: Visitor, table: str) -> socket.socket:
    """Open a socket of a table like a browser whose computer has fallen asleep: nothing is ever read."""
    parts = urlsplit(visitor.url)
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect((parts.hostname, parts.port))
    head = [
        f"GET /api/v1/tables/{table}/socket?choices=true HTTP/1.1",
        f"Host: {parts.netloc}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ]
    line.sendall(("\r\n".join(head) + "\r\n\r\n").encode())
    return line


def test_watchers_that_do_not_read_hold_up_nobody(
    server: Running, ada: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sockets() -> int:
        return int(metric(ada.http.get("/metrics").text, "veier_sockets"))

    monkeypatch.setattr(server.services.limits, "commands", RateLimit(100_000, 20))
    # Aids are long in the middle of a game.
    middle = "4eyes b32.r14r14r24/..r24.b43/b42.b13.b34/r13r13b34../...b23r12 r 2.1.0/0.1.2 0 -"
    table = ada.open("4eyes", start=middle)["id"]
    begun = sockets()
    sleepers = [deaf(ada, table) for _ in range(50)]
    until(lambda: sockets() == begun + 50)
    memory = megabytes(os.getpid())
    version, slowest = 0, 0.0
    with ada.socket(table) as line:
        line.hear("state")
        # Taking back makes events without end.
        while version < 400 and (version % 20 or sockets() > begun + 1):
            at = time.monotonic()
            command = {"kind": "offer", "what": "takeback"} if version % 2 else {"kind": "move", "text": "12@A1"}
            assert line.command(version, f"v{version}", **command)["type"] == "ack"
            slowest = max(slowest, time.monotonic() - at)
            version += 1
    until(lambda: sockets() == begun)
    assert slowest < 5
    # Twice what waits in their queues at most; without limits it grows with every move.
    assert megabytes(os.getpid()) - memory < 100
    assert ada.state(table)["version"] == version
    for sleeper in sleepers:
        sleeper.close()
