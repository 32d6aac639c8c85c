"""A server without the library of kernels: tables work at once, and the game that is played is compiled beside it."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from server.serving import Visitor, until
from server.test_process import Process

GAME = "hexrows"


def start(folder: Path) -> Process:
    """Start a server that Numba must compile for; it logs errors only, because nobody reads what it writes."""
    cache = str(folder / "cache")
    return Process(folder, "serve", VEIER_KERNELS="numba", VEIER_CACHE_DIR=cache, VEIER_LOG_LEVEL="error")


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    """Start a server with an empty cache."""
    running = start(tmp_path)
    yield running
    running.process.kill()
    running.process.communicate()


def preparing(process: Process) -> dict[str, object] | None:
    found: dict[str, object] | None = httpx.get(f"{process.url}/healthz", timeout=30).json()["preparing"]
    return found


def test_a_low_level_answers_at_once_with_a_simple_move_and_the_page_hears_of_the_progress(process: Process) -> None:
    with Visitor(process.url) as ada:
        begun = time.monotonic()
        table = ada.open(GAME, "me", "1")["id"]
        with ada.socket(table) as socket:
            socket.hear("state")
            ada.move(table, "f6")
            assert socket.hear("thinking")["preparing"]
        until(lambda: len(ada.state(table)["moves"]) == 2)
        assert time.monotonic() - begun < 5
        until(lambda: preparing(process) is not None)
        seen = set()
        while progress := preparing(process):
            assert progress["game"] == GAME
            seen.add(progress["done"])
            assert 0 <= int(str(progress["done"])) <= int(str(progress["total"]))
            time.sleep(0.05)
        # Kernel by kernel, not from nothing to everything.
        assert len(seen) > 5


def test_a_high_level_waits_for_its_kernels_and_then_thinks(process: Process) -> None:
    with Visitor(process.url) as ada:
        table = ada.open(GAME, "me", "9")["id"]
        ada.move(table, "f6")
        until(lambda: preparing(process) is not None)
        until(lambda: len(ada.state(table)["moves"]) == 2, 60)
        assert preparing(process) is None
        # The second answer needs no compiling.
        begun = time.monotonic()
        ada.move(table)
        until(lambda: len(ada.state(table)["moves"]) == 4)
        assert time.monotonic() - begun < 10
    written = process.end()
    assert "search hangs" not in written
    assert "search failed" not in written


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_server_and_compilation_end_within_two_seconds(process: Process, how: signal.Signals) -> None:
    with Visitor(process.url) as ada:
        table = ada.open(GAME, "me", "9")["id"]
        with ada.socket(table) as socket:
            socket.hear("state")
            ada.move(table, "f6")
            until(lambda: preparing(process) is not None)
            until(lambda: child_processes(process.process.pid))
            children = child_processes(process.process.pid)
            begun = time.monotonic()
            process.end(how)
            assert time.monotonic() - begun < 2
    until(lambda: not any(Path(f"/proc/{child}").exists() for child in children))


def test_an_interrupted_compilation_is_continued_after_a_restart(process: Process, tmp_path: Path) -> None:
    with Visitor(process.url) as ada:
        table = ada.open(GAME, "me", "9")["id"]
        ada.move(table, "f6")
        until(lambda: done(process) > 3)
        before = done(process)
    process.end(signal.SIGINT)
    again = start(tmp_path)
    try:
        # The computer's turn is resumed, and with it the compilation.
        until(lambda: done(again) > before)
    finally:
        again.end()


def done(process: Process) -> int:
    """Return how many kernels are compiled."""
    return int(str((preparing(process) or {"done": 0})["done"]))


def child_processes(pid: int) -> list[int]:
    done = subprocess.run(["ps", "--ppid", str(pid), "-o", "pid="], capture_output=True, text=True, check=False)
    return [int(each) for each in done.stdout.split()]
