"""Loads kernels on first use, outside the event loop; until then the server needs little memory.

One thread at a time: Numba's settings are global to the process, and two threads must not start to import modules that
import each other.
"""

from __future__ import annotations

import asyncio
import gc
from threading import Lock

from veier.core.game import Game
from veier.table import board_data

_lock = Lock()
_rules_loaded: set[str] = set()
_search_loaded: set[str] = set()


async def load_rules(game: Game) -> None:
    """Load what playing and showing a game needs, in a thread, so that the event loop never compiles."""
    if game.name not in _rules_loaded:
        await asyncio.to_thread(_load_rules, game)


def _load_rules(game: Game) -> None:
    with _lock:
        start = game.start()
        _ = board_data(start), start.digest
        # Numba leaves many long-lived objects behind; freezing them keeps garbage collections short.
        gc.freeze()
        _rules_loaded.add(game.name)


def load_search(game: Game) -> None:
    """Load what searching a game needs; called in the thread that searches."""
    if game.name in _search_loaded:
        return
    with _lock:
        import veier.explain.explainers
        import veier.search.levels  # noqa: F401 - importing loads

        _ = game.rules.kernels, game.rules.threat_kernels, game.rules.eval_kernels, game.rules.eval_tables
        gc.freeze()
        _search_loaded.add(game.name)
