"""Kernels free the arrays they make: a server that thinks for months must not grow."""

from __future__ import annotations

import pytest
from numba.core.runtime import _nrt_python  # type: ignore[attr-defined]
from numba.core.runtime.nrt import rtsys

import veier
from search.test_mcts import careful
from veier.core.playouts import play_randomly
from veier.search.levels import think_at_level
from veier.search.limits import Limits
from veier.search.think import think


@pytest.mark.parametrize("game", ["4eyes", "4eyes-plus-2p", "4eyes-plus-3p-7x7", "4eyes-pencil-3p-7x7", "hexrows"])
def test_searches_free_what_they_allocate(game: str) -> None:
    _nrt_python.memsys_enable_stats()
    for plies in (3, 40):
        position = careful(game, 1, plies)
        before = rtsys.get_allocation_stats()  # type: ignore[no-untyped-call]
        think(position, Limits(nodes=300))
        think_at_level(position, 2, seed=1)
        play_randomly(position, 50, 1)
        veier.explain_position(position)
        after = rtsys.get_allocation_stats()  # type: ignore[no-untyped-call]
        assert after.alloc > before.alloc
        assert after.alloc - before.alloc == after.free - before.free
