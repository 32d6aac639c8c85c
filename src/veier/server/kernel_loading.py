"""Loads kernels on first use, outside the event loop; until then the server needs little memory."""

from __future__ import annotations

import asyncio

from veier import loading
from veier.core.game import Game
from veier.server.compilation import compile_queue


async def load_rules(game: Game) -> None:
    """Load what playing and showing a game needs, in a thread."""
    if not loading.are_rules_loaded(game):
        await asyncio.to_thread(loading.load_rules, game)


async def load_search(game: Game) -> None:
    """Load what searching and explaining a game need, and wait for its compilation where that is necessary."""
    await compile_queue.wait(game)
    await asyncio.to_thread(loading.load_search, game)
