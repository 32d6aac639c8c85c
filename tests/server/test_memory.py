"""Memory: what visitors ask for and how often they come and go leaves nothing behind."""

from __future__ import annotations

import gc
import random
from collections import Counter
from pathlib import Path

import httpx
import pytest
from httptools import HttpRequestParser
from websockets.server import ServerProtocol

import veier
from server.processes import children
from server.raw_requests import frame, head, megabytes, open_connection, upgrade
from server.serving import Running, Visitor, until
from server.test_process import Process
from veier.server.http.http_protocol import HttpProtocol
from veier.server.http.limits import RateLimit
from veier.server.http.socket_protocol import SocketProtocol
from veier.server.tables.connection import Connection

_PLIES = 300
_OF_CONNECTIONS = HttpProtocol, HttpRequestParser, SocketProtocol, ServerProtocol, Connection
_TEXT, _CLOSE, _PING = 1, 8, 9


def long_game() -> list[str]:
    """Return the moves of a game in which nobody wants to win."""
    chance = random.Random(4)
    position, moves = veier.game("4eyes").start(), list[str]()
    while len(moves) < _PLIES:
        numbers = list(position.legal_numbers)
        following = (position.play(number) for number in chance.sample(numbers, len(numbers)))
        position = next(each for each in following if not each.is_over)
        moves.append(str(position.last_move))
    return moves


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="this system does not tell how much memory is used")
def test_positions_are_forgotten(tmp_path: Path) -> None:
    process = Process(tmp_path, "serve", "--log-level", "error", VEIER_PEOPLE_PER_ADDRESS="50")
    moves = long_game()
    with httpx.Client(base_url=process.url, timeout=60) as client:

        def ask(plies: range) -> float:
            for count in plies:
                answer = client.post("/api/v1/positions", json={"game": "4eyes", "moves": moves[:count]})
                assert answer.status_code == 200, answer.text
            server = process.process.pid
            return sum(map(megabytes, (server, *children(server))))

        before = ask(range(_PLIES - 10, _PLIES))
        assert ask(range(_PLIES - 45, _PLIES - 10)) - before < 25
    process.end()


def test_sockets_that_are_gone_are_forgotten(server: Running, ada: Visitor, bob: Visitor) -> None:
    table = ada.open()["id"]

    def connections() -> int:
        gc.collect()
        return sum(type(each) is Connection for each in gc.get_objects())

    before = connections()
    for visitor in (ada, bob) * 10:
        with visitor.socket(table) as socket:
            socket.say(type="ping")
            socket.hear("pong")
    until(lambda: connections() <= before, 10)


def test_connections_that_are_gone_need_no_collector(server: Running, ada: Visitor) -> None:
    """The server looks for cyclic garbage rarely, so that what connections leave behind must not be any."""
    table = ada.open()["id"]

    def left() -> Counter[str]:
        return Counter(type(each).__name__ for each in gc.get_objects() if isinstance(each, _OF_CONNECTIONS))

    def visit(first: bytes) -> None:
        with open_connection(server.url) as line:
            line.sendall(first)
            assert line.recv(100)

    def visit_often() -> None:
        for _ in range(5):
            visit(upgrade(server.url, table))
            visit(upgrade(server.url, table) + frame(_PING) + frame(_TEXT, b"{}") + frame(_CLOSE))
            visit(head(server.url))
            visit(head(server.url, "/api/v1/games"))
            visit(b"no request\r\n\r\n")

    visit_often()
    gc.collect()
    gc.disable()
    try:
        before = left()
        visit_often()
        until(lambda: not left() - before, 10)
    finally:
        gc.enable()


def test_a_rate_limit_forgets() -> None:
    rate = RateLimit(100, 0.001)
    for number in range(1000):
        rate.retry_after(number)
    until(lambda: rate.retry_after("last") or len(rate) == 1, 10)
    endless = RateLimit(1, 3600)
    for number in range(30_000):
        endless.retry_after(number)
    assert len(endless) <= 10_000
    assert endless.retry_after(29_999)
