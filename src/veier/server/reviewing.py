"""Reviews: a finished game looked at ply by ply, beside the event loop and after people's own games.

What is known so far is kept, so that a review goes on after a restart.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from veier.games import game as find_game
from veier.record import parse_position
from veier.search.limits import Stop
from veier.server.loading import load_rules, load_search
from veier.server.logs import log
from veier.server.metrics import Metrics
from veier.server.store.store import KeptReview, Store
from veier.server.store.writer import NotSaved
from veier.server.tokens import new_id

# So many plies are looked at before what is known is written again.
_PIECE = 8


class Reviews:
    """Looks at games one after the other."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics
        self._executor = ThreadPoolExecutor(1, "veier-review")
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._known: dict[str, KeptReview] = {}
        self._stop = Stop()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look at what waits."""
        self._task = asyncio.create_task(self._run())

    async def pick_up(self) -> None:
        """Go on with the reviews that were not done when the server ended."""
        for name in await self._store.unfinished_reviews():
            self._waiting.put_nowait(name)

    async def close(self) -> None:
        """Stop looking."""
        self._stop.set()
        if self._task:
            self._task.cancel()
        self._executor.shutdown(wait=False, cancel_futures=True)

    @property
    def waiting(self) -> int:
        """How many games wait to be looked at."""
        return self._waiting.qsize()

    async def ask(self, game: str, start: str | None, moves: Sequence[str]) -> str:
        """Ask for a game to be looked at; give the review's id."""
        name = new_id()
        await self._store.add_review(name, game, start, moves)
        self._waiting.put_nowait(name)
        return name

    async def find(self, name: str) -> KeptReview | None:
        """Find a review, as far as it is."""
        return self._known.get(name) or await self._store.find_review(name)

    async def _run(self) -> None:
        while True:
            name = await self._waiting.get()
            try:
                await self._look_at(name)
                self._metrics.count("reviews")
            except NotSaved:
                await asyncio.sleep(1)
                self._waiting.put_nowait(name)
            except Exception:
                log("review failed", logging.ERROR, fault=True)
                await self._give_up(name)
            finally:
                self._known.pop(name, None)

    async def _look_at(self, name: str) -> None:
        review = await self._store.find_review(name)
        if review is None or review.done:
            return
        self._known[name] = review
        game = find_game(review.game)
        await load_rules(game)
        plies = review.plies
        looking = _look_through(review, len(plies), self._stop)
        loop = asyncio.get_running_loop()
        while ply := await loop.run_in_executor(self._executor, next, looking, None):
            plies.append(ply)
            if len(plies) % _PIECE == 0:
                await self._store.keep_review(name, plies, done=False)
        if not self._stop.is_set:
            await self._store.keep_review(name, plies, done=True)

    async def _give_up(self, name: str) -> None:
        """End a review that cannot be made with what is known, so that nobody waits for it."""
        known = self._known.get(name)
        with suppress(NotSaved):
            await self._store.keep_review(name, known.plies if known else [], done=True)


def _look_through(kept: KeptReview, done: int, stop: Stop) -> Iterator[dict[str, Any]]:
    """Look at the rest of a game, ply by ply; each is asked for in a thread."""
    game = find_game(kept.game)
    load_search(game)
    from veier.explain.review import look_through

    start = parse_position(kept.start) if kept.start else game.start()
    for ply in look_through(start.play(*kept.moves[:done]), kept.moves[done:], stop=stop):
        yield ply.to_data()
