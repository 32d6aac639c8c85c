"""Kernels free the arrays they make: a server that thinks for months must not grow."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import veier
from search.test_mcts import careful
from veier.core.playouts import play_randomly
from veier.search.levels import think_at_level
from veier.search.limits import Limits
from veier.search.think import think

GAMES = ["4eyes", "4eyes-plus-2p", "4eyes-plus-3p-7x7", "4eyes-pencil-3p-7x7", "hexrows"]


def work(game: str, plies: int) -> None:
    """Let most kernels run that allocate arrays."""
    position = careful(game, 1, plies)
    think(position, Limits(nodes=300))
    think_at_level(position, 2, seed=1)
    play_randomly(position, 50, 1)
    veier.explain_position(position)


def count_by_numba(games: list[str]) -> None:
    """Assert that as many arrays are freed as made; Numba counts them, if it runs the kernels."""
    from numba.core.runtime import _nrt_python  # type: ignore[attr-defined]
    from numba.core.runtime.nrt import rtsys

    _nrt_python.memsys_enable_stats()
    for game in games:
        for plies in (3, 40):
            before = rtsys.get_allocation_stats()  # type: ignore[no-untyped-call]
            work(game, plies)
            after = rtsys.get_allocation_stats()  # type: ignore[no-untyped-call]
            assert after.alloc > before.alloc, (game, plies)
            assert after.alloc - before.alloc == after.free - before.free, (game, plies)


@pytest.mark.parametrize("games", [["hexrows"], pytest.param(GAMES, marks=pytest.mark.long)], ids=["hexrows", "all"])
@pytest.mark.usefixtures("numba_cache")
def test_searches_free_what_they_allocate(games: list[str]) -> None:
    script = f"from search.test_memory import count_by_numba\ncount_by_numba({games})"
    tests = str(Path(__file__).parent.parent)
    environment = os.environ | {"VEIER_KERNELS": "numba", "PYTHONPATH": tests}
    subprocess.run([sys.executable, "-c", script], env=environment, check=True)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_library_does_not_grow() -> None:
    position = veier.game("hexrows").start()
    play_randomly(position, 1000, 1)
    before = resident_bytes()
    # Each of these games makes an array of 728 bytes.
    play_randomly(position, 100_000, 1)
    assert resident_bytes() - before < 8_000_000


def resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
