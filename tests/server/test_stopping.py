"""The stop of a server with thousands of sockets: quick, with a code that says why, and nothing is changed by it."""

from __future__ import annotations

import asyncio
import signal
import time
from pathlib import Path
from threading import Event

import pytest

from benchmarks.load.crowd import Crowd, LoadTable
from benchmarks.load.websocket import ClientSocket
from benchmarks.server_process import ServerProcess
from server.raw_requests import open_connection, read_all, status_of, upgrade
from server.serving import Running, Visitor, sqlite
from veier.server.tables.registry import TableRegistry

SOCKETS = 2000
CLOCK = {"kind": "minutes", "initial_ms": 60_000}


def test_a_server_with_thousands_of_sockets_stops_in_time(tmp_path: Path) -> None:
    server = ServerProcess(sqlite(tmp_path), tmp_path)
    server.start()
    with Visitor(server.url) as ada:
        table = ada.open("hexrows?side=4&stones=9", "me", "device", clock=CLOCK)["id"]
        ada.move(table, "d4")
        before = ada.move(table, "d5")
        reasons, seconds = asyncio.run(watch_the_stop(server, table))
        assert reasons == {"closed with 1012"}
        assert seconds < 10
        server.start()
        after = ada.state(table)
        assert [after[name] for name in ("version", "moves", "result")] == [
            before[name] for name in ("version", "moves", "result")
        ]
        assert after["mine"] == [0, 1]
    server.stop(signal.SIGTERM)


async def watch_the_stop(server: ServerProcess, table: str) -> tuple[set[str | None], float]:
    """Connect thousands of watchers, stop the server, and return why their sockets ended and how long it took."""
    crowd = Crowd(server.url)
    place = LoadTable(table, "", [])
    await asyncio.gather(*(crowd.connect(place, ignore) for _ in range(SOCKETS)))
    assert crowd.lost == []
    begun = time.monotonic()
    await asyncio.to_thread(server.stop)
    seconds = time.monotonic() - begun
    # What the server sent last may still be on its way.
    for _ in range(100):
        if len(crowd.lost) == SOCKETS:
            break
        await asyncio.sleep(0.05)
    reasons = {socket.error for socket in crowd.sockets}
    crowd.close()
    await asyncio.sleep(0.1)
    return reasons, seconds


def ignore(_: ClientSocket, __: bytes) -> None:
    return


def test_a_socket_that_is_being_opened_is_told_to_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Event()

    async def find_slowly(*_: object, **__: object) -> None:
        asked.set()
        await asyncio.sleep(2)
        raise RuntimeError("too late")

    with Running(sqlite(tmp_path)) as server:
        with Visitor(server.url) as ada:
            table = ada.open("hexrows", "me", "device")["id"]
        monkeypatch.setattr(TableRegistry, "find", find_slowly)
        line = open_connection(server.url)
        line.sendall(upgrade(server.url, table))
        assert asked.wait(10)
    with line:
        assert status_of(read_all(line)) == 503
