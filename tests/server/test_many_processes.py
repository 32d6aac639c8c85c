"""`veier serve --workers 3`: several processes on one port. They die and are replaced, and nobody notices."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import expect
from prometheus_client.mmap_dict import MmapedDict
from websockets.exceptions import WebSocketException

from benchmarks.browsers import HEADLESS, open_browser
from server.processes import children, holder_of_connection, is_running
from server.raw_requests import metric
from server.serving import Socket, Visitor, sqlite, until
from server.test_process import Process, told_at_start
from veier.messages import LANGUAGES, translate

GAME = "hexrows?side=4&stones=9"
WORKERS = 3
# Seconds without an acknowledgement that a player may notice: at a planned replacement, and after a kill.
_PLANNED, _KILLED = 2.0, 5.0


@pytest.fixture(scope="module")
def process(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    folder = tmp_path_factory.mktemp("workers")
    # Nobody reads what they write, which would hold them up.
    quiet = {"VEIER_DATABASE": postgres, "VEIER_THINKERS": "1", "VEIER_LOG_LEVEL": "error", "TMPDIR": str(folder)}
    running = Process(folder, "serve", "--workers", str(WORKERS), **quiet)
    until(lambda: len(workers_of(running)) == WORKERS)
    yield running
    running.end()


def workers_of(process: Process) -> list[int]:
    """Return the processes of the workers."""
    return children(process.process.pid)


class Player:
    """Plays at a table with one command after the other, and sends each until it is acknowledged."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.visitor = Visitor(url)
        self.table = self.visitor.open(GAME)["id"]
        self.version = 0
        self.longest = 0.0
        self.seen = 0
        # The own port of the watching socket, when its connection was lost, and how long it took to have another.
        self.port = 0
        self.lost_at: float | None = None
        self.gaps: list[float] = []

    def play(self, over: threading.Event) -> None:
        while not over.is_set():
            odd = self.version % 2
            command = {"kind": "offer", "what": "takeback"} if odd else {"kind": "move", "text": "d4"}
            begun = time.monotonic()
            answer = self._send(command)
            self.longest = max(self.longest, time.monotonic() - begun)
            assert answer.status_code == 200, answer.text
            assert answer.json() == {"version": self.version + 1}
            self.version += 1
            # So often that no limit is reached.
            over.wait(0.25)

    def _send(self, command: dict[str, str]) -> httpx.Response:
        name = f"c{self.version}"
        while True:
            with suppress(httpx.TransportError):
                answer = self.visitor.command(self.table, self.version, name, **command)
                if answer.status_code != 503:
                    return answer
            time.sleep(0.02)

    def watch(self, _: threading.Event) -> None:
        """Watch to the end of the game over one socket after the other, each of which begins with what was missed."""
        while True:
            with suppress(WebSocketException, OSError, EOFError), self.visitor.socket(self.table) as socket:
                while True:
                    socket.hear("state", "event")
                    self._note(socket)
                    if socket.state["result"]:
                        return
            self.port, self.lost_at = 0, self.lost_at or time.monotonic()
            time.sleep(0.02)

    def _note(self, socket: Socket) -> None:
        self.port = socket.raw.local_address[1]
        if self.lost_at:
            self.gaps.append(time.monotonic() - self.lost_at)
            self.lost_at = None
        self.seen = max(self.seen, socket.state["version"])


@contextmanager
def playing(url: str, count: int = 3) -> Iterator[list[Player]]:
    """Let players play, each watched, until the block ends; nothing may be lost or doubled."""
    players, over = [Player(url) for _ in range(count)], threading.Event()
    works = [work for player in players for work in (player.play, player.watch)]
    threads = [threading.Thread(target=work, args=(over,), daemon=True) for work in works]
    for thread in threads:
        thread.start()
    yield players
    until(lambda: all(player.version > 5 for player in players))
    over.set()
    for thread in threads[::2]:
        thread.join()
    for player in players:
        # Whoever watches sees the end of the game, and stops.
        player.version += 1
        assert player.visitor.command(player.table, player.version - 1, kind="resign").json() == {
            "version": player.version
        }
        until(lambda player=player: player.seen == player.version)  # type: ignore[misc]
        player.visitor.http.close()
    for thread in threads:
        thread.join()


def test_workers_are_replaced_one_by_one_under_load(process: Process) -> None:
    before = set(workers_of(process))
    with playing(process.url) as players:
        process.process.send_signal(signal.SIGHUP)
        until(lambda: not before & set(workers_of(process)), 120)
        until(lambda: len(workers_of(process)) == WORKERS)
        assert httpx.get(f"{process.url}/readyz").json() == {"ready": True}
    assert max(player.longest for player in players) < _PLANNED


def test_a_worker_that_is_killed_is_replaced_and_its_players_go_on(process: Process) -> None:
    before = workers_of(process)
    with playing(process.url) as players:
        until(lambda: all(player.port for player in players))
        killed = worker_of(process, players[0].port)
        os.kill(killed, signal.SIGKILL)
        until(lambda: killed not in workers_of(process) and len(workers_of(process)) == WORKERS, 120)
    assert killed in before
    assert max(player.longest for player in players) < _KILLED
    # It had one of them at least, who was without it for a short while and then had all that was missed.
    assert players[0].gaps
    assert max(gap for player in players for gap in player.gaps) < _KILLED


def worker_of(process: Process, client_port: int) -> int:
    """Return the worker that has a client's connection."""
    found = holder_of_connection(workers_of(process), urlsplit(process.url).port or 0, client_port)
    assert found
    return found


@pytest.mark.skipif(HEADLESS is None, reason="there is no Chromium on this machine")
def test_a_page_whose_worker_is_killed_goes_on_without_being_loaded_again(process: Process) -> None:
    # In a thread of its own, because the browser's event loop stays where it was started.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(play_in_a_browser, process).result()


def play_in_a_browser(process: Process) -> None:
    with open_browser(HEADLESS) as browser, Visitor(process.url) as ada:
        table = ada.open(GAME)["id"]
        context = browser.new_context(base_url=process.url, locale="en", reduced_motion="reduce")
        for cookie in ada.http.cookies.jar:
            context.add_cookies([{"name": cookie.name, "value": cookie.value or "", "url": process.url}])
        page = context.new_page()
        page.goto(f"/table/{table}")
        moves, banner = page.locator(".moves button.mv"), page.locator(".banner")
        ada.move(table, "d4")
        expect(moves).to_have_text(["d4"], timeout=20_000)
        page.evaluate("window.isTheSamePage = true")
        until(lambda: counted(process, "veier_workers") == WORKERS and sum(sockets_by_worker(process).values()) == 1)
        [killed] = [worker for worker, count in sockets_by_worker(process).items() if count]
        os.kill(killed, signal.SIGKILL)
        begun = time.monotonic()
        until(lambda: is_made(ada, table, "d5"))
        expect(moves).to_have_text(["d4", "d5"], timeout=_KILLED * 1000)
        assert time.monotonic() - begun < _KILLED
        expect(banner).to_be_hidden()
        assert page.evaluate("window.isTheSamePage")
        context.close()


def sockets_by_worker(process: Process) -> dict[int, float]:
    """Return how many open sockets each worker has told of."""
    [folder] = process.folder.glob("veier-metrics-*")
    found: dict[int, float] = {}
    # The library declares no types.
    files: Any = MmapedDict
    for worker in workers_of(process):
        path = folder / f"gauge_livesum_{worker}.db"
        # One that starts has told nothing yet.
        values = files.read_all_values_from_file(str(path)) if path.exists() else []
        found[worker] = sum(value for key, value, *_ in values if json.loads(key)[0] == "veier_sockets")
    return found


def is_made(visitor: Visitor, table: str, text: str) -> bool:
    """Send the second move of a game, and return whether it was acknowledged."""
    with suppress(httpx.TransportError):
        return visitor.command(table, 1, "second", kind="move", text=text).status_code == 200
    return False


def test_metrics_are_those_of_all_workers_and_of_those_that_have_ended(process: Process) -> None:
    until(lambda: counted(process, "veier_workers") == WORKERS, 120)
    before = counted(process, "veier_tables_opened_total")
    with ExitStack() as stack:
        for _ in range(12):
            ada = stack.enter_context(Visitor(process.url))
            stack.enter_context(ada.socket(ada.open(GAME)["id"]))
        until(lambda: counted(process, "veier_sockets") == 12)
        # Whichever of them answers, it is the same.
        assert {counted(process, "veier_tables_opened_total") for _ in range(6)} == {before + 12}
        assert counted(process, "veier_healthy") == 1
    killed = workers_of(process)[0]
    os.kill(killed, signal.SIGKILL)
    until(lambda: killed not in workers_of(process) and counted(process, "veier_workers") == WORKERS, 120)
    assert counted(process, "veier_tables_opened_total") == before + 12
    [folder] = process.folder.glob("veier-metrics-*")
    assert not [*folder.glob(f"*_{killed}.db")]
    assert [*folder.glob("*_ended.db")]


def counted(process: Process, name: str) -> float:
    """Return a value of /metrics, from some worker."""
    return metric(httpx.get(f"{process.url}/metrics").text, name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_several_workers_on_a_file_are_refused(tmp_path: Path, language: str) -> None:
    told = told_at_start("--workers", "2", VEIER_DATABASE=sqlite(tmp_path), VEIER_LANG=language)
    assert translate("server.settings.workers", language) in told


def test_workers_end_with_their_parent(process: Process) -> None:
    workers = workers_of(process)
    assert len(workers) == WORKERS
    process.end(signal.SIGKILL)
    until(lambda: not any(map(is_running, workers)))
