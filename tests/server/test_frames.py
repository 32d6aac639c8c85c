"""Frames that no browser sends: each ends its socket with the right code, costs nothing, and nobody else notices."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator

import pytest

from server.raw_requests import frame, megabytes, open_connection, read_all, status_of, upgrade
from server.serving import Running, Visitor

_TEXT, _RESERVED, _COMPRESSED = 1, 3, 0x40


@pytest.fixture
def table(ada: Visitor) -> Iterator[str]:
    """A table; in the end its player goes on as if nothing had happened."""
    name = ada.open()["id"]
    with ada.socket(name) as player:
        player.hear("state")
        yield name
        assert player.command(0, "on", kind="move", text="d4")["type"] == "ack"


def long_frame(size: int) -> bytes:
    """Write the head of a text frame with a size of its own, masked with zeros."""
    return bytes([0x80 | _TEXT, 0xFF]) + size.to_bytes(8, "big") + bytes(4)


def bomb() -> bytes:
    """Write a compressed frame of 3 KB that holds 3 MB, as if compression had been agreed on."""
    packed = zlib.compress(bytes(3_000_000))[2:-4]
    head = bytes([0x80 | _COMPRESSED | _TEXT, 0xFE]) + len(packed).to_bytes(2, "big")
    return head + bytes(4) + packed


FRAMES = {
    "10 MB": (long_frame(10_000_000) + b"x" * 100_000, 1009),
    "a size beyond all limits": (long_frame(2**63), 1009),
    "bad UTF-8": (frame(_TEXT, b'{"type":"\xff"}'), 1007),
    "half a character": (frame(_TEXT, b'{"type":"\xc3'), 1007),
    "compressed": (bomb(), 1002),
    "unknown kind": (frame(_RESERVED, b"x"), 1002),
    "not masked": (bytes([0x80 | _TEXT, 2]) + b"{}", 1002),
}


@pytest.mark.parametrize("kind", FRAMES)
def test_a_bad_frame_ends_its_socket_with_the_right_code(server: Running, table: str, kind: str) -> None:
    sent, code = FRAMES[kind]
    before = megabytes(os.getpid())
    with open_connection(server.url) as line:
        line.sendall(upgrade(server.url, table, "Sec-WebSocket-Extensions: permessage-deflate"))
        answer = line.recv(65536)
        assert status_of(answer) == 101
        # What is not agreed on cannot be abused.
        assert b"permessage-deflate" not in answer
        line.sendall(sent)
        heard = answer + read_all(line)
    assert closing_code(heard) == code
    assert megabytes(os.getpid()) - before < 30


def closing_code(heard: bytes) -> int | None:
    """Return the code of the close frame with which an answer ends."""
    at = heard.index(b"\r\n\r\n") + 4
    while at + 2 <= len(heard):
        kind, size, start = heard[at], heard[at + 1], at + 2
        if size == 126:
            size, start = int.from_bytes(heard[at + 2 : at + 4], "big"), at + 4
        if kind == 0x88:
            return int.from_bytes(heard[start : start + 2], "big")
        at = start + size
    return None


def test_a_message_byte_by_byte_is_a_message(server: Running, table: str) -> None:
    """A slow line is no attack, as long as the message is short."""
    with open_connection(server.url) as line:
        line.sendall(upgrade(server.url, table))
        heard = line.recv(65536)
        for byte in frame(_TEXT, b'{"type":"ping"}'):
            line.sendall(bytes([byte]))
        line.settimeout(20)
        while b'{"type":"pong"}' not in heard:
            part = line.recv(65536)
            assert part
            heard += part
