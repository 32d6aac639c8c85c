"""Kernels are loaded when a game is first played, beside the event loop: before that the server stays small.

One thread at a time: Numba's settings are those of the whole process, and modules that import each other must not be
begun by two threads at once.
"""

from __future__ import annotations

import asyncio
import gc
from threading import Lock

from veier.core.game import Game
from veier.table import board_data

_lock = Lock()
_played: set[str] = set()
_searched: set[str] = set()


async def load_rules(game: Game) -> None:
    """Load what playing a game and showing it needs, so that the event loop never does."""
    if game.name not in _played:
        await asyncio.to_thread(_load_rules, game)


def _load_rules(game: Game) -> None:
    with _lock:
        start = game.start()
        _ = board_data(start), start.digest
        # Numba leaves many objects behind, among which collecting garbage would hold everybody up.
        gc.freeze()
        _played.add(game.name)


def load_search(game: Game) -> None:
    """Load what thinking about a game needs; called in the thread that thinks."""
    if game.name in _searched:
        return
    with _lock:
        import veier.explain.explainers
        import veier.search.levels  # noqa: F401 - importing loads

        _ = game.rules.kernels, game.rules.threat_kernels, game.rules.eval_kernels, game.rules.eval_tables
        gc.freeze()
        _searched.add(game.name)
