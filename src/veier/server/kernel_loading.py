"""Loads kernels on first use, outside the event loop; until then the server needs little memory."""

from __future__ import annotations

import asyncio

from veier import loading
from veier.core.game import Game


async def load_rules(game: Game) -> None:
    """Load what playing and showing a game needs, in a thread, so that the event loop never compiles."""
    if not loading.are_rules_loaded(game):
        await asyncio.to_thread(loading.load_rules, game)


def load_search(game: Game) -> None:
    """Load what searching and explaining a game need; called in the thread that searches."""
    loading.load_search(game, explain=True)
