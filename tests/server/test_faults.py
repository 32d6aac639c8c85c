"""Faults of one server: killed at any moment, a full disk, watchers that stop reading. Nothing acknowledged is lost."""

from __future__ import annotations

import random
import resource
import secrets
import signal
import socket
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

from websockets.exceptions import WebSocketException

from server.serving import Running, Socket, Visitor, until
from server.test_errors import check
from server.test_process import Process

GAME = "hexrows?side=4&stones=9"
_KILLS = 5


class Stubborn(threading.Thread):
    """Somebody who moves and takes back without end, and sends again what was not answered when the line broke."""

    def __init__(self, table: str, cookie: str, url: str) -> None:
        super().__init__(daemon=True)
        self.table, self.cookie, self.url = table, cookie, url
        self.acknowledged: list[tuple[str, int]] = []
        self.wrong: list[object] = []
        self.over = threading.Event()

    def run(self) -> None:
        version, number = 0, 0
        while not self.over.is_set():
            try:
                with Socket(self.url, self.table, {"Cookie": self.cookie, "Origin": self.url}) as line:
                    line.hear("state")
                    while not self.over.is_set():
                        version = self._ask(line, version, number)
                        number += 1
            except (OSError, WebSocketException, TimeoutError):
                self.over.wait(0.05)

    def _ask(self, line: Socket, version: int, number: int) -> int:
        back = number % 2 == 1
        command = {"kind": "offer", "what": "takeback"} if back else {"kind": "move", "text": "d4"}
        answer = line.command(version, f"c{number}", **command)
        if answer["type"] != "ack" or answer["version"] != version + 1:
            self.wrong.append(answer)
        else:
            self.acknowledged.append((f"c{number}", answer["version"]))
        # Stay below the limit of messages.
        time.sleep(0.2)
        return int(answer.get("version", version))


def test_killed_at_random_moments_under_moves(tmp_path: Path) -> None:
    seed = secrets.randbits(32)
    print("seed", seed)
    moments = random.Random(seed)
    process = Process(tmp_path, "serve")
    port = urlsplit(process.url).port
    with Visitor(process.url) as ada:
        tables = [ada.open(GAME)["id"] for _ in range(4)]
        players = [Stubborn(table, ada._cookies(), process.url) for table in tables]
        for player in players:
            player.start()
        for _ in range(_KILLS):
            count = sum(len(player.acknowledged) for player in players)
            until(lambda count=count: sum(len(player.acknowledged) for player in players) > count + 8)  # type: ignore[misc]
            time.sleep(moments.random() * 0.3)
            process.end(signal.SIGKILL)
            process = Process(tmp_path, "serve", "--port", str(port))
        for player in players:
            player.over.set()
        for player in players:
            player.join(30)
        states = [ada.state(table) for table in tables]
    process.end()
    for player, state in zip(players, states, strict=True):
        assert player.wrong == []
        # Every command was carried out once, in order: versions count them without a gap.
        assert player.acknowledged == [(f"c{n}", n + 1) for n in range(len(player.acknowledged))]
        assert state["version"] - len(player.acknowledged) in (0, 1)
        assert len(state["moves"]) == state["version"] % 2


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
            assert watcher.hear("event")["version"] == 2
    process.end(signal.SIGKILL)
    again = Process(tmp_path, "serve")
    with Visitor(again.url) as carl:
        assert [made["text"] for made in carl.state(table)["moves"]] == ["d4", "d5"]
    again.end()


def deaf(visitor: Visitor, table: str) -> socket.socket:
    """Open a socket of a table like a browser whose computer has fallen asleep: nothing is ever read."""
    parts = urlsplit(visitor.url)
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect((parts.hostname, parts.port))
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


def test_watchers_that_do_not_read_hold_up_nobody(server: Running, ada: Visitor) -> None:
    def sockets() -> int:
        text = ada.http.get("/metrics").text
        return int(float(next(line for line in text.splitlines() if line.startswith("veier_sockets ")).split()[1]))

    table = ada.open("4eyes")["id"]
    begun = sockets()
    sleepers = [deaf(ada, table) for _ in range(20)]
    until(lambda: sockets() == begun + 20)
    version, slowest = 0, 0.0
    # Taking back makes events without end, and several sockets stay below the limit of messages.
    for _ in range(9):
        with ada.socket(table) as line:
            line.hear("state")
            for _ in range(40):
                at = time.monotonic()
                command = {"kind": "offer", "what": "takeback"} if version % 2 else {"kind": "move", "text": "13@C3"}
                assert line.command(version, f"v{version}", **command)["type"] == "ack"
                slowest = max(slowest, time.monotonic() - at)
                version += 1
        if sockets() <= begun:
            break
    until(lambda: sockets() == begun)
    assert slowest < 5
    assert ada.state(table)["version"] == version
    for sleeper in sleepers:
        sleeper.close()
