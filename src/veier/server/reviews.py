"""The queue of reviews: finished games analysed ply by ply in one thread.

The plies reviewed so far are stored, so that a review continues after a restart.
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
from veier.server.http.tokens import new_id
from veier.server.kernel_loading import load_search
from veier.server.logs import log
from veier.server.metrics import Metrics
from veier.server.store.reviews import StoredReview
from veier.server.store.store import Store
from veier.server.store.writer import NotSaved

# Number of plies between two writes of a review's progress.
_PLIES_PER_WRITE = 8


class ReviewQueue:
    """Reviews games one after the other."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics
        self._executor = ThreadPoolExecutor(1, "veier-review")
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._running: dict[str, StoredReview] = {}
        self._stop = Stop()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the queue's task."""
        self._task = asyncio.create_task(self._run())

    async def resume(self) -> None:
        """Queue the reviews that were unfinished when the server stopped."""
        for name in await self._store.reviews.unfinished():
            self._queue.put_nowait(name)

    async def close(self) -> None:
        """Stop the running review."""
        self._stop.set()
        if self._task:
            self._task.cancel()
        self._executor.shutdown(wait=False, cancel_futures=True)

    @property
    def pending(self) -> int:
        """The number of games that wait for their review."""
        return self._queue.qsize()

    async def submit(self, game: str, start: str | None, moves: Sequence[str]) -> str:
        """Queue a game; return the review's id. Raise NotSaved."""
        name = new_id()
        await self._store.reviews.add(name, game, start, moves)
        self._queue.put_nowait(name)
        return name

    async def find(self, name: str) -> StoredReview | None:
        """Return a review with the plies reviewed so far."""
        return self._running.get(name) or await self._store.reviews.find(name)

    async def _run(self) -> None:
        while True:
            name = await self._queue.get()
            try:
                await self._review(name)
                self._metrics.count("reviews")
            except NotSaved:
                await asyncio.sleep(1)
                self._queue.put_nowait(name)
            except Exception:
                log("review failed", logging.ERROR, fault=True)
                await self._finish_early(name)
            finally:
                self._running.pop(name, None)

    async def _review(self, name: str) -> None:
        review = await self._store.reviews.find(name)
        if review is None or review.done:
            return
        self._running[name] = review
        await load_search(find_game(review.game))
        plies = review.plies
        remaining = _review_plies(review, len(plies), self._stop)
        loop = asyncio.get_running_loop()
        while ply := await loop.run_in_executor(self._executor, next, remaining, None):
            plies.append(ply)
            if len(plies) % _PLIES_PER_WRITE == 0:
                await self._store.reviews.update(name, plies, done=False)
        if not self._stop.is_set:
            await self._store.reviews.update(name, plies, done=True)

    async def _finish_early(self, name: str) -> None:
        """Mark a review that failed as done, with the plies reviewed so far, so that no client waits for it."""
        review = self._running.get(name)
        with suppress(NotSaved):
            await self._store.reviews.update(name, review.plies if review else [], done=True)


def _review_plies(review: StoredReview, done: int, stop: Stop) -> Iterator[dict[str, Any]]:
    """Review the rest of a game ply by ply; each step runs in a thread."""
    game = find_game(review.game)
    from veier.explain.review import look_through

    start = parse_position(review.start) if review.start else game.start()
    for ply in look_through(start, review.moves, first=done, stop=stop):
        yield ply.to_data()
