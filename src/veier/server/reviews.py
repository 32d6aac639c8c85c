"""The queue of reviews: finished games analysed ply by ply, in a process beside the server.

Each client's reviews are made one after the other, and the clients have turns of about a second, network addresses
first, then the sessions of an address. The plies reviewed so far are stored: a review continues after a restart.

Of servers that share a database each makes the reviews that are leased to it (`store/leases.py`): those that it was
asked for, and while no computer's turn waits there, those that nobody makes.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from veier.games import game as find_game
from veier.server.compilation import compile_queue
from veier.server.http.tokens import new_id
from veier.server.logs import log
from veier.server.metrics import Metrics
from veier.server.store.errors import Conflict, NotSaved, StoreError, Unavailable, Unknown
from veier.server.store.reviews import StoredReview
from veier.server.store.store import Store
from veier.server.work.budgets import Budget
from veier.server.work.client_work import REVIEW_MOVE_COST
from veier.server.work.fair_slots import Busy
from veier.server.work.lines import Line
from veier.server.work.pools import Pool
from veier.server.work.reviewing import review_slice

# Reviews that may wait or be under way: for each person of an address, and for all.
_MAX_EACH = 10
_MAX_ALL = 500
# Seconds before a review continues that could not be written.
_RETRY_SECONDS = 1.0
# Seconds between two searches for reviews that nobody makes, and how many a server has at once that it took.
_WATCH_SECONDS, _MAX_TAKEN = 2.0, 2
# How often a review is tried that fails.
_ATTEMPTS = 2


class Client(NamedTuple):
    """A client that asks for reviews: its network address, and its session if it has one."""

    address: str
    session: str | None


# The client of reviews that were unfinished when the server stopped: addresses are not stored.
_EARLIER = Client("-", None)


class ReviewQueue:
    """Reviews games; `people` may share an address. People's games come first: `has_time` when they do not wait."""

    def __init__(
        self,
        store: Store,
        metrics: Metrics,
        pool: Pool,
        budget: Budget,
        people: int,
        has_time: Callable[[], bool],
    ) -> None:
        self._store = store
        self._metrics = metrics
        self._pool = pool
        self._budget = budget
        self._has_time = has_time
        self._max_each = _MAX_EACH * people
        self._queues: dict[Client, deque[str]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._counts: Counter[str] = Counter()

    async def resume(self) -> None:
        """Queue the reviews that were unfinished when the server stopped; with several servers, those that are free."""
        if self._store.is_shared:
            watching = asyncio.create_task(self._watch())
            self._tasks.add(watching)
            return
        for name in await self._store.reviews.unfinished():
            self._counts[_EARLIER.address] += 1
            self._add(_EARLIER, name)

    async def _watch(self) -> None:
        """Take reviews that nobody makes, whenever this server has time."""
        while True:
            taken = len(self._queues.get(_EARLIER, ()))
            if self._has_time() and taken < _MAX_TAKEN:
                with suppress(StoreError):
                    for name in await self._store.reviews.take(_MAX_TAKEN - taken):
                        self._counts[_EARLIER.address] += 1
                        self._add(_EARLIER, name)
            await asyncio.sleep(_WATCH_SECONDS)

    async def close(self) -> None:
        """Stop reviewing; what is unfinished continues after the next start."""
        for task in self._tasks:
            task.cancel()

    @property
    def pending(self) -> int:
        """The number of reviews that are not finished."""
        return self._counts.total()

    def is_full(self, address: str) -> bool:
        """Return whether an address may not ask for another review now."""
        return self._counts[address] >= self._max_each or self.pending >= _MAX_ALL

    async def submit(self, client: Client, line: Line) -> str:
        """Queue a game; return the review's id. Raise StoreError."""
        name = new_id()
        # Counted before it is saved, so that requests at the same time do not exceed the limit.
        self._counts[client.address] += 1
        try:
            ours = self._has_time() or not self._store.is_shared
            await self._store.reviews.add(name, *line, ours=ours)
        except BaseException:
            self._uncount(client)
            raise
        if ours:
            self._add(client, name)
        else:
            self._uncount(client)
        return name

    def _add(self, client: Client, name: str) -> None:
        if client in self._queues:
            self._queues[client].append(name)
            return
        self._queues[client] = deque([name])
        task = asyncio.create_task(self._run(client))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _uncount(self, client: Client) -> None:
        self._counts[client.address] -= 1
        if not self._counts[client.address]:
            del self._counts[client.address]

    async def _run(self, client: Client) -> None:
        """Review a client's games one after the other."""
        names = self._queues[client]
        while names:
            await self._review(client, names[0])
            names.popleft()
            self._uncount(client)
        del self._queues[client]

    async def _review(self, client: Client, name: str) -> None:
        """Review a game to its end; one that fails ends with the plies reviewed so far, so that no client waits."""
        failures = 0
        while failures < _ATTEMPTS:
            try:
                await self._continue(client, name)
                self._metrics.count("reviews")
                return
            except (NotSaved, Conflict, Unknown, Unavailable):
                # The database may recover, and knows how far the review has come.
                await asyncio.sleep(_RETRY_SECONDS)
            except Busy:
                # The server stops.
                return
            except Exception:
                log("review failed", logging.ERROR, fault=True)
                failures += 1
        await self._finish(name)

    async def _continue(self, client: Client, name: str) -> None:
        review = await self._store.reviews.find(name)
        if review is None or review.done or not review.is_ours:
            return
        await compile_queue.wait(find_game(review.game))
        first = len(review.plies)
        while first < len(review.moves):
            plies = await self._slice(client, review, first)
            first += len(plies)
            await self._store.reviews.append(name, first - len(plies), plies)
        await self._store.reviews.finish(name)

    async def _finish(self, name: str) -> None:
        while True:
            try:
                await self._store.reviews.finish(name)
                return
            except StoreError:
                await asyncio.sleep(_RETRY_SECONDS)

    async def _slice(self, client: Client, review: StoredReview, first: int) -> list[dict[str, Any]]:
        """Review some plies when it is the client's turn."""
        work = partial(review_slice, review.id, review.game, review.start, review.moves, first)
        charge = partial(self._budget.correct, client.address)
        plies = await self._pool.run(client.address, work, spent=charge)
        # What these plies took replaces the estimate that was paid.
        self._budget.correct(client.address, -REVIEW_MOVE_COST * len(plies))
        return plies
