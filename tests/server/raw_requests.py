"""Requests byte by byte, from any loopback address: what no HTTP client would send."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit


def open_connection(url: str, source: str = "127.0.0.1") -> socket.socket:
    """Connect from a loopback address."""
    parts = urlsplit(url)
    return socket.create_connection((str(parts.hostname), parts.port or 80), 20, (source, 0))


def head(url: str, path: str = "/healthz", *headers: str, method: str = "GET") -> bytes:
    """Write the head of a request."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {urlsplit(url).netloc}", *headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def upgrade(url: str, table: str, *headers: str) -> bytes:
    """Write the head that asks for the socket of a table."""
    wanted = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13")
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
    return head(url, f"/api/v1/tables/{table}/socket", *wanted, key, *headers)


def frame(opcode: int, data: bytes = b"", *, final: bool = True) -> bytes:
    """Write a short WebSocket frame, masked with zeros."""
    assert len(data) < 126
    return bytes([opcode | (0x80 if final else 0), 0x80 | len(data), 0, 0, 0, 0]) + data


def status_of(answer: bytes) -> int:
    """Return the status of an answer; 0 if there is none."""
    found = re.match(rb"HTTP/1\.1 (\d{3}) ", answer)
    return int(found[1]) if found else 0


def ask(url: str, request: bytes, source: str = "127.0.0.1") -> bytes:
    """Send bytes on a connection of their own; return what comes until it is closed or 10 seconds are over."""
    with open_connection(url, source) as line:
        line.settimeout(10)
        line.sendall(request)
        return read_all(line)


def read_all(line: socket.socket) -> bytes:
    """Read until the connection is closed or nothing comes any more."""
    parts = []
    try:
        while part := line.recv(65536):
            parts.append(part)
    except OSError:
        pass
    return b"".join(parts)


def is_closed(line: socket.socket) -> bool:
    """Return whether the other side has ended a connection, whatever it sent before."""
    line.settimeout(0)
    try:
        while line.recv(65536):
            pass
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True


@contextmanager
def connections(url: str, count: int, source: str) -> Iterator[list[socket.socket]]:
    """Hold many connections open."""
    lines: list[socket.socket] = []
    try:
        for _ in range(count):
            lines.append(open_connection(url, source))
        yield lines
    finally:
        for line in lines:
            line.close()


def megabytes(process: int) -> float:
    """Return the memory that a process has now."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    assert found
    return int(found[1]) / 1024


def metric(text: str, name: str) -> float:
    """Return a value of /metrics."""
    return float(next(line for line in text.splitlines() if line.startswith(f"{name} ")).split()[1])
