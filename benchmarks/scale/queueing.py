"""A simulation of the queues of a day's busiest second: moves come at random, workers and the database take their time.

Each worker handles one move after the other, then its writer commits all moves that wait in one transaction. The
database takes the transactions of all workers one after the other, because NOTIFY lets one commit at a time.
"""

from __future__ import annotations

import heapq
from collections import deque
from dataclasses import dataclass, field
from random import Random

from benchmarks.server_process import percentile

# Moves in one transaction, as in `store/writer.py`.
MAX_BATCH = 250


@dataclass(frozen=True)
class Costs:
    """Milliseconds that things take.

    move      a worker, for a move whose other player is at another worker
    notice    a worker, for hearing of a move at another worker
    commit    the database, for a transaction
    row       the database, for a move in a transaction, and for what other workers read of it
    listener  the database, for telling one worker of a transaction
    """

    move: float
    notice: float
    commit: float
    row: float
    listener: float = 0.0


@dataclass
class _Worker:
    free_at: float = 0.0
    waiting: deque[float] = field(default_factory=deque)
    is_committing: bool = False


@dataclass(frozen=True)
class Queueing:
    """What a simulation shows; the busy shares are of one worker and of the database."""

    rate: float
    workers: int
    p50_ms: float
    p99_ms: float
    worker_busy: float
    database_busy: float
    batch: float


def simulate(rate: float, workers: int, costs: Costs, seconds: float = 30.0, seed: int = 0) -> Queueing:
    """Simulate moves that come at a rate a second to workers with one database."""
    random, crew = Random(seed), [_Worker() for _ in range(workers)]
    # All workers hear of all moves.
    share = max(0.001, 1 - rate * costs.notice / 1000)
    moments: list[tuple[float, int, int, tuple[float, ...]]] = []
    number = database_free = database_busy = commits = 0.0
    order, taken = 0, []

    def push(at: float, worker: int, done: tuple[float, ...] = ()) -> None:
        nonlocal order
        order += 1
        heapq.heappush(moments, (at, order, worker, done))

    at = 0.0
    while at < seconds * 1000:
        at += random.expovariate(rate / 1000)
        worker = crew[index := random.randrange(workers)]
        # One worker's moves are handled in their order, and are ready for its writer then.
        worker.free_at = max(worker.free_at, at) + costs.move / share
        push(worker.free_at, index, (at,))
        number += 1
    while moments:
        now, _, index, done = heapq.heappop(moments)
        worker = crew[index]
        if len(done) == 1 and done[0] >= 0:
            worker.waiting.append(done[0])
        else:
            taken += [now - came for came in done[1:]]
            worker.is_committing = False
        if worker.waiting and not worker.is_committing:
            batch = [worker.waiting.popleft() for _ in range(min(len(worker.waiting), MAX_BATCH))]
            lasts = costs.commit + costs.row * len(batch) + costs.listener * workers
            database_free = max(database_free, now) + lasts
            database_busy += lasts
            commits += 1
            worker.is_committing = True
            push(database_free, index, (-1.0, *batch))
    length = max(max(worker.free_at for worker in crew), database_free)
    return Queueing(
        rate,
        workers,
        percentile(taken, 0.5),
        percentile(taken, 0.99),
        number * costs.move / share / workers / length + rate * costs.notice / 1000,
        database_busy / length,
        number / max(1.0, commits),
    )
