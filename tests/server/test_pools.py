"""Pools: what one visitor asks for does not slow down the others' games, and never keeps the server from stopping."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

import veier
from server.copies import copy_table
from server.processes import children, is_running
from server.raw_requests import metric
from server.serving import Running, Visitor, sqlite, until
from server.test_errors import check
from server.test_process import Process
from veier.core.data import to_plain
from veier.server.clocks import ServerTime
from veier.server.routes import listings
from veier.server.store.tables import StoredTable
from veier.server.tables import computers, hints
from veier.server.tables.session import TableSession
from veier.table import Move, Table

GAME = "4eyes"


def long_game(count: int) -> list[str]:
    """Return the moves of a game that nobody wins."""
    chance, position = random.Random(1), veier.game(GAME).start()
    moves: list[str] = []
    while len(moves) < count:
        numbers = list(position.legal_numbers)
        chance.shuffle(numbers)
        position = next(after for number in numbers if not (after := position.play(number)).is_over)
        assert position.last_move
        moves.append(position.last_move.text)
    return moves


LONG_GAME = long_game(800)
PICTURE = "/positions.png"
SHEET = "/sheet.pdf"


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    running = Process(tmp_path, "serve")
    yield running
    if running.process.poll() is None:
        running.end()
    if running.process.stderr:
        running.process.stderr.close()


def visitor_at(url: str, address: str) -> Visitor:
    """Return a visitor with another network address of this computer."""
    visitor = Visitor(url)
    visitor.http = httpx.Client(
        base_url=url, headers={"Origin": url}, timeout=60, transport=httpx.HTTPTransport(local_address=address)
    )
    return visitor


@contextmanager
def asking(url: str, paths: list[str]) -> Iterator[list[Future[int]]]:
    """Ask for sheets or pictures of the long game, all at once; each answers with its status, 0 if it is cut off."""

    def ask(path: str) -> int:
        query = {"game": GAME, "moves": " ".join(LONG_GAME[:400])}
        try:
            return httpx.get(f"{url}/api/v1{path}", params=query, timeout=240).status_code
        except httpx.TransportError:
            return 0

    with ThreadPoolExecutor(len(paths)) as threads:
        yield [threads.submit(ask, path) for path in paths]


def test_moves_are_acknowledged_while_pictures_are_drawn(process: Process) -> None:
    with Visitor(process.url) as ada:
        table = ada.open("hexrows?side=4&stones=9")["id"]
        ada.move(table, "d4")
        started = time.monotonic()
        assert ada.get(PICTURE, game=GAME).status_code == 200
        once = time.monotonic() - started
        waited: list[float] = []
        with asking(process.url, [PICTURE] * 2) as pictures:
            while not all(picture.done() for picture in pictures):
                version = len(waited) + 1
                odd = version % 2
                command = {"kind": "offer", "what": "takeback"} if odd else {"kind": "move", "text": "d4"}
                asked = time.monotonic()
                assert ada.command(table, version, **command).json() == {"version": version + 1}
                waited.append(time.monotonic() - asked)
                # So often that no limit is reached.
                time.sleep(0.25)
        assert {picture.result() for picture in pictures} == {200}
        assert waited
    assert max(waited) < 0.5 * once


def test_a_table_opens_while_sheets_are_printed(process: Process) -> None:
    with Visitor(process.url) as ada:
        with asking(process.url, [SHEET] * 10) as sheets:
            until(lambda: any(sheet.done() for sheet in sheets))
            ada.open("4eyes-beginners")
            done = sum(sheet.done() for sheet in sheets)
        assert {sheet.result() for sheet in sheets} == {200}
    # In one queue with the sheets, it would come after four of them at least.
    assert done <= 3


def test_a_table_opens_while_somebody_looks_at_many_long_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        table = ada.open("hexrows?side=4&stones=9")["id"]
    copies = copy_table(tmp_path, table, 40)
    restore = TableSession.from_stored

    def restore_slowly(stored: StoredTable, time_of_server: ServerTime) -> TableSession:
        # As if it had some hundred moves.
        if stored.id in copies:
            time.sleep(0.05)
        return restore(stored, time_of_server)

    monkeypatch.setattr(TableSession, "from_stored", restore_slowly)
    with (
        Running(sqlite(tmp_path)) as server,
        server.visitor() as ada,
        visitor_at(server.url, "127.0.0.2") as bob,
        ThreadPoolExecutor(len(copies)) as threads,
    ):
        asked = [threads.submit(ada.state, name) for name in copies]
        until(lambda: any(each.done() for each in asked))
        assert bob.state(table)["id"] == table
        done = sum(each.done() for each in asked)
    assert done < len(copies) // 2


def test_moves_are_made_while_a_list_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = threading.Event()

    def draw_slowly(view: object) -> object:
        drawing.set()
        time.sleep(1)
        return to_plain(view)

    monkeypatch.setattr(listings, "to_plain", draw_slowly)
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada, ThreadPoolExecutor(1) as thread:
        table = ada.open("hexrows?side=4&stones=9")["id"]
        listed = thread.submit(ada.get, "/tables")
        assert drawing.wait(20)
        assert ada.move(table)["version"] == 1
        assert not listed.done()
        assert listed.result().json()["tables"][0]["view"]


def test_it_stops_while_much_is_under_way(process: Process, tmp_path: Path) -> None:
    with Visitor(process.url) as ada, asking(process.url, [SHEET, PICTURE] * 15) as asked:
        table = ada.open("hexrows", "me", "8", aids=True)["id"]
        with ada.socket(table) as socket:
            socket.hear("state")
            assert socket.command(0, "first", kind="move", text="f6")["type"] == "ack"
            socket.hear("thinking")
            assert ada.post("/reviews", {"game": GAME, "moves": LONG_GAME}).status_code == 202
            until(lambda: any(one.done() for one in asked))
            started = time.monotonic()
            process.end()
            assert time.monotonic() - started < 10
    with sqlite3.connect(tmp_path / "games.sqlite3") as database:
        assert database.execute("SELECT count(*) FROM events").fetchone()[0] >= 1
    database.close()


def test_too_much_work_is_refused_before_it_starts(process: Process) -> None:
    with Visitor(process.url) as ada, asking(process.url, [PICTURE] * 40) as pictures:
        until(lambda: any(picture.done() and picture.result() == 429 for picture in pictures))
        # What cannot be played shows whether it was: it would be another refusal.
        answer = ada.get(PICTURE, game=GAME, moves="nonsense")
        check(answer, 429)
        assert answer.json()["retry"] == int(answer.headers["retry-after"]) >= 1
        # Others are served in turn, before what waits of the first.
        with visitor_at(process.url, "127.0.0.2") as bob:
            assert bob.get(PICTURE, game=GAME).status_code == 200
        assert not all(picture.done() for picture in pictures)
        process.end()


def test_a_review_is_refused_before_its_game_is_played(server: Running, ada: Visitor) -> None:
    refused = 0
    for _ in range(80):
        answer = ada.post("/reviews", {"game": GAME, "moves": ["nonsense"]})
        refused += answer.status_code == 429
    assert refused >= 10


def test_reviews_of_one_visitor_leave_turns_to_others(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada, visitor_at(server.url, "127.0.0.2") as bob:
        asked = [ada.post("/reviews", {"game": GAME, "moves": LONG_GAME}) for _ in range(21)]
        accepted = [answer.json()["review"] for answer in asked if answer.status_code == 202]
        assert accepted
        for answer in asked[len(accepted) :]:
            check(answer, 429)
        answer = bob.post("/reviews", {"game": "hexrows?side=4&stones=9", "moves": ["d4", "d5", "c4"]})
        assert answer.status_code == 202
        path = f"/reviews/{answer.json()['review']}"
        until(lambda: bob.get(path).json()["done"], 30)
        found = bob.get(path).json()
        assert [ply["move"] for ply in found["plies"]] == ["d4", "d5", "c4"]
        assert not ada.get(f"/reviews/{accepted[0]}").json()["done"]


def test_a_hint_does_not_wait_for_a_computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(table: Table, level: int, stop: veier.Stop) -> Move:
        while not stop.is_set:
            time.sleep(0.01)
        raise RuntimeError("stopped")

    monkeypatch.setattr(computers, "_choose_command", hang)
    with Running(sqlite(tmp_path), thinkers=1) as server, server.visitor() as ada, server.visitor() as bob:
        table = ada.open("hexrows?side=4&stones=9", "me", "1")["id"]
        ada.move(table, "d4")
        until(lambda: ada.state(table)["seats"][1]["thinking"])
        other = bob.open("hexrows?side=4&stones=9")["id"]
        bob.http.timeout = httpx.Timeout(15)
        assert bob.post(f"/tables/{other}/hint").status_code == 200
        assert len(ada.state(table)["moves"]) == 1


def test_a_computer_does_not_wait_for_hints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    searching = threading.Event()

    def hang(table: Table, stop: veier.Stop) -> dict[str, Any]:
        searching.set()
        while not stop.is_set:
            time.sleep(0.01)
        raise RuntimeError("stopped")

    monkeypatch.setattr(hints, "_find", hang)
    with (
        Running(sqlite(tmp_path), thinkers=1) as server,
        server.visitor() as ada,
        server.visitor() as bob,
        ThreadPoolExecutor(1) as thread,
    ):
        other = bob.open("hexrows?side=4&stones=9")["id"]
        hint = thread.submit(bob.post, f"/tables/{other}/hint")
        assert searching.wait(20)
        table = ada.open("hexrows?side=4&stones=9", "me", "1")["id"]
        ada.move(table, "d4")
        # Its move, found by a search and not instead of one.
        until(lambda: len(ada.state(table)["moves"]) == 2, 8)
        assert metric(ada.http.get("/metrics").text, "veier_searches_total") == 1
        assert not hint.done()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="this system does not tell a process's children")
def test_a_review_survives_the_end_of_its_process(process: Process) -> None:
    with Visitor(process.url) as ada:
        asked = {"game": "4eyes-plus-2p-7x7", "moves": ["d3c3", "e6f6", "c4b4", "a4a3"]}
        path = f"/reviews/{ada.post('/reviews', asked).json()['review']}"
        # One process has played the moves, another one reviews them.
        until(lambda: len(children(process.process.pid)) == 2)
        for worker in children(process.process.pid):
            os.kill(worker, signal.SIGKILL)
        until(lambda: ada.get(path).json()["done"], 60)
        assert len(ada.get(path).json()["plies"]) == 4
    left = children(process.process.pid)
    assert left
    process.end(signal.SIGKILL)
    until(lambda: not any(is_running(worker) for worker in left))
