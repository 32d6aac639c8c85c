"""Tables in memory: any number of them, busy or not, and never two copies of one."""

from __future__ import annotations

import asyncio
import socket
import threading
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from server.copies import copy_table
from server.serving import Running, Visitor, sqlite
from veier.server.store.invites import Invite, InviteStore
from veier.server.tables import loaded

GAME = "hexrows?side=4&stones=9"
MINUTES = {"kind": "minutes", "initial_ms": 600_000, "increment_ms": 0}


def check_serves(ada: Visitor, *tables: str) -> None:
    """Check that tables are shown, listed, watched and played at."""
    for table in tables:
        before = ada.state(table)["version"]
        assert ada.move(table)["version"] == before + 1
        with ada.socket(table) as line:
            assert line.hear("state")["state"]["version"] == before + 1
    listed = [each["id"] for each in ada.get("/tables").json()["tables"]]
    assert set(tables) <= set(listed)


def test_more_busy_tables_than_are_kept_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loaded, "_MAX_IDLE", 3)
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada, server.visitor() as bob, ExitStack() as sockets:
        tables = [ada.open(GAME)["id"] for _ in range(8)]
        for table in tables[:5]:
            sockets.enter_context(bob.socket(table)).hear("state")
        check_serves(ada, *tables)
        check_serves(ada, ada.open(GAME)["id"])


def watch(url: str, table: str, address: str) -> socket.socket:
    """Ask for a socket of a table from an address."""
    parts = urlsplit(url)
    line = socket.create_connection((parts.hostname or "", parts.port or 0), 20, (address, 0))
    head = [
        f"GET /api/v1/tables/{table}/socket HTTP/1.1",
        f"Host: {parts.netloc}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ]
    line.sendall(("\r\n".join(head) + "\r\n\r\n").encode())
    return line


def test_a_thousand_busy_tables_and_one_more(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        table = ada.open(GAME)["id"]
        jar = ada.http.cookies
    busy = copy_table(tmp_path, table, 1003)
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada, ExitStack() as lines:
        ada.http.cookies = jar
        for number, name in enumerate(busy[:1001]):
            line = lines.enter_context(closing(watch(server.url, name, f"127.0.1.{1 + number // 50}")))
            assert line.recv(12) == b"HTTP/1.1 101"
        check_serves(ada, table, busy[0], busy[1001], ada.open(GAME)["id"])


def test_more_running_clocks_than_tables_are_kept_block_nobody(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        clocked = ada.open(GAME, clock=MINUTES)["id"]
        ada.move(clocked)
        ada.move(clocked)
        table = ada.open(GAME)["id"]
        jar = ada.http.cookies
    copies = copy_table(tmp_path, clocked, 300)
    assert len(copies) > loaded._MAX_IDLE
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        ada.http.cookies = jar
        for name in copies:
            assert ada.get(f"/tables/{name}").status_code == 200
        check_serves(ada, table, copies[0], copies[-1], ada.open(GAME)["id"])


def test_a_table_in_use_is_never_loaded_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A claim that waits for the database keeps its table, although others need the memory meanwhile."""
    monkeypatch.setattr(loaded, "_MAX_IDLE", 2)
    looking, go_on = threading.Event(), threading.Event()
    find = InviteStore.find

    async def find_slowly(self: InviteStore, token: str) -> Invite | None:
        looking.set()
        while not go_on.is_set():
            await asyncio.sleep(0.01)
        return await find(self, token)

    monkeypatch.setattr(InviteStore, "find", find_slowly)
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada, server.visitor() as bob:
        opened = ada.open(GAME, "me", "friend")
        table, claim = opened["id"], {"token": opened["invites"][0]["token"], "name": "Bob"}
        claiming = threading.Thread(target=bob.post, args=(f"/tables/{table}/claim", claim))
        claiming.start()
        assert looking.wait(20)
        others = [ada.open(GAME)["id"] for _ in range(5)]
        assert ada.state(table)["seats"][1]["kind"] == "open"
        go_on.set()
        claiming.join()
        assert ada.state(table)["seats"][1]["name"] == "Bob"
        assert ada.move(table, "d4")["version"] == 2
        check_serves(ada, *others)
