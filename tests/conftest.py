"""Compile all kernels once before the workers start, so that each of them only loads them.

Choose which tests are traced, and which are begun first.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

# The tests whose coverage is measured. Tracing takes 15 % (cli) to 140 % (games) more CPU time, so that tests in the
# browser, long searches, sheets and the slow reference rules run without it.
COVERED = (
    *("cli", "client", "core", "engine", "environments", "explain"),
    *("kernels", "lab", "learn", "record", "server", "table", "view"),
    *("search/test_first_moves.py", "search/test_proofs.py"),
)


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # Tests that were started in the background ignore Ctrl-C, and so would every command that they interrupt.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if not hasattr(config, "workerinput"):
        from veier.loading import load_everything

        load_everything()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    folder = Path(__file__).parent
    covered = [folder / part for part in COVERED]
    for item in items:
        if not any(item.path.is_relative_to(part) for part in covered):
            item.add_marker("no_cover")
    # Compiling for the wheel takes longest, so it is begun first and does not outlast the other tests.
    items.sort(key=lambda item: not item.path.is_relative_to(folder / "wheel"))


@pytest.fixture
def numba_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let one test at a time compile the kernels of all games by Numba; the next ones find them in its cache."""
    import fcntl  # not on Windows

    with (tmp_path_factory.getbasetemp().parent / "numba.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
