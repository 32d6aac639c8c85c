"""Loads kernels on first use, outside the event loop; until then the server needs little memory."""

from __future__ import annotations

from veier import loading
from veier.core.game import Game
from veier.server.compilation import compile_queue
from veier.server.work.daemon_threads import call_in_thread


async def load_rules(game: Game) -> None:
    """Load what playing and showing a game needs, in a thread."""
    if not loading.are_rules_loaded(game):
        await call_in_thread("veier-load", loading.load_rules, game)


async def load_search(game: Game) -> None:
    """Load what searching and explaining a game need, and wait for its compilation where that is necessary."""
    await compile_queue.wait(game)
    if not loading.is_search_loaded(game):
        await call_in_thread("veier-load", loading.load_search, game)
