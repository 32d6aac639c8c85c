"""Limits on connections: those that come slowly, in masses or without reading end, and nobody else notices."""

from __future__ import annotations

import resource
import select
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from server.raw_requests import (
    ask,
    connections,
    frame,
    head,
    is_closed,
    megabytes,
    open_connection,
    read_all,
    status_of,
    upgrade,
)
from server.serving import Running, Visitor, sqlite, until
from server.test_process import Process

_CONTINUE, _TEXT, _PING, _PONG = 0, 1, 9, 10


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server that may open 1,024 files at first, as is usual."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(1024, hard), hard))
    try:
        running = Process(tmp_path_factory.mktemp("process"), "serve", "--log-level", "error")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    yield running
    running.end(signal.SIGKILL)
    assert running.process.stderr
    running.process.stderr.close()


def is_well(process: Process) -> bool:
    """Return whether a visitor from another address is answered within a moment."""
    return httpx.get(f"{process.url}/healthz", timeout=5).status_code == 200


def test_who_comes_slowly_is_not_waited_for(process: Process) -> None:
    """Heads, bodies and handshakes that come byte by byte; what comes after an answer counts, too."""
    with Visitor(process.url) as ada:
        table = ada.open()["id"]
    body = head(process.url, "/api/v1/tables", "Content-Type: application/json", "Content-Length: 900", method="POST")
    beginnings = {
        "nothing": b"",
        "head": head(process.url)[:30],
        "handshake": upgrade(process.url, table)[:60],
        "body": body + b"{",
        "empty lines": head(process.url) + b"\r\n",
    }
    lines = {name: open_connection(process.url, "127.0.0.3") for name in beginnings}
    for name, line in lines.items():
        line.sendall(beginnings[name])
    end, left = time.monotonic() + 20, dict(lines)
    while left and time.monotonic() < end:
        time.sleep(0.5)
        for name, line in tuple(left.items()):
            if is_closed(line):
                del left[name]
                continue
            line.settimeout(1)
            try:
                line.sendall(b"" if name == "nothing" else b"\r\n" if name == "empty lines" else b" ")
            except OSError:
                del left[name]
    for line in lines.values():
        line.close()
    assert list(left) == []
    assert is_well(process)


def test_many_connections_of_one_address_are_no_outage_for_others(process: Process) -> None:
    with connections(process.url, 1500, "127.0.0.2") as lines:
        assert is_well(process)
        until(lambda: sum(not is_closed(line) for line in lines) <= 200)
        assert sum(not is_closed(line) for line in lines) == 200
        with open_connection(process.url, "127.0.0.2") as refused:
            answer = read_all(refused)
        assert status_of(answer) == 429
        assert b'"key":"server.sockets"' in answer
        assert b"Retry-After: " in answer
    # Those that are closed count no more.
    until(lambda: status_of(ask(process.url, head(process.url, "/healthz", "Connection: close"), "127.0.0.2")) == 200)


def flood(process: Process, table: str, first: bytes, data: bytes) -> None:
    """Send data over and over without reading, up to 12 MB, until the server ends the connection."""
    with open_connection(process.url, "127.0.0.4") as line:
        line.sendall(upgrade(process.url, table))
        assert status_of(line.recv(4096)) == 101
        line.settimeout(5)
        try:
            line.sendall(first)
            for _ in range(12 * 1024 * 1024 // len(data)):
                line.sendall(data)
        except OSError:
            return
        until(lambda: is_closed(line), 10)


@pytest.mark.parametrize(
    ("first", "frames"),
    [
        (b"", frame(_PING, b"x" * 120)),
        (b"", frame(_PONG)),
        (frame(_TEXT, b"[", final=False), frame(_CONTINUE, final=False)),
        (b"", frame(_TEXT, b'{"type":"ping"}')),
    ],
    ids=["pings", "pongs", "pieces", "messages"],
)
def test_a_flood_of_frames_ends_its_socket(process: Process, first: bytes, frames: bytes) -> None:
    with Visitor(process.url) as ada:
        table = ada.open()["id"]
    before = megabytes(process.process.pid)
    flood(process, table, first, frames * (65536 // len(frames)))
    assert megabytes(process.process.pid) - before < 15
    assert is_well(process)


def test_pings_of_a_polite_client_are_answered(process: Process) -> None:
    with Visitor(process.url) as ada, ada.socket(ada.open()["id"]) as line:
        for _ in range(20):
            assert line.raw.ping().wait(10)


def test_requests_that_wait_on_one_connection_are_few(process: Process) -> None:
    before = megabytes(process.process.pid)
    answers = []
    for _ in range(3):
        with open_connection(process.url, "127.0.0.4") as line:
            line.sendall(head(process.url, "/api/v1/games") * 12000)
            line.settimeout(10)
            answers.append(read_all(line).count(b"HTTP/1.1 200"))
    assert max(answers) < 100
    assert megabytes(process.process.pid) - before < 20
    assert is_well(process)


@pytest.mark.parametrize(
    "request_bytes",
    [b"GET /" + b"a" * 40_000, b"GET / HTTP/1.1\r\nX: " + b"a" * 40_000, b"GET / HTTP/1.1\r\n" + b"X-A: b\r\n" * 6000],
    ids=["path", "header", "headers"],
)
def test_a_long_head_is_refused(process: Process, request_bytes: bytes) -> None:
    answer = ask(process.url, request_bytes, "127.0.0.4")
    assert status_of(answer) == 431
    assert b"server.too_large" in answer


def test_a_body_without_end_is_not_read_to_the_end(process: Process) -> None:
    chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    headers = ("Content-Type: application/json", "Transfer-Encoding: chunked")
    with open_connection(process.url, "127.0.0.4") as line:
        line.sendall(head(process.url, "/api/v1/records", *headers, method="POST"))
        sent = 0
        with suppress(OSError):
            while sent < 200:
                line.sendall(chunk)
                sent += 1
    assert sent < 200
    assert is_well(process)


def test_a_proxy_opens_connections_for_many(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), trusted_proxies="127.0.0.5") as server:

        def answered(source: str, *headers: str) -> int:
            with connections(server.url, 260, source) as lines:
                for number, line in enumerate(lines):
                    line.sendall(head(server.url, "/healthz", *(each.format(number % 200) for each in headers)))
                return sum(status_of(line.recv(4096)) == 200 for line in lines)

        assert answered("127.0.0.5", "X-Forwarded-For: 192.0.2.{}") == 260
        assert answered("127.0.0.6", "X-Forwarded-For: 192.0.2.{}") == 200


def test_an_answer_that_nobody_reads_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from veier.server.http import connection_limits

    monkeypatch.setattr(connection_limits, "_STALL_SECONDS", 1)
    with Running(sqlite(tmp_path)) as server, socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", server.settings.port))
        # More than the system keeps.
        line.sendall(head(server.url, "/api/v1/openapi.json") * 7)
        waiting = select.poll()
        waiting.register(line, select.POLLHUP)
        assert waiting.poll(15_000)
