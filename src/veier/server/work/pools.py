"""The pools: where work that takes longer than a moment is done, so that nobody's work waits for another kind.

| pool      | what                                              | where              | at once      | given up after |
|-----------|---------------------------------------------------|--------------------|--------------|----------------|
| computers | the turns of computers                            | threads            | `--thinkers` | 30 s           |
| hints     | hints, tries at puzzles                           | threads            | `--thinkers` | 10 s           |
| analyses  | steps of the analysis board                       | threads            | half of them | 20 s           |
| short     | reading and writing records, rules, lessons       | threads            | 2            | 20 s           |
| lines     | playing the moves of a game, boards to show       | a process          | 1            | 20 s           |
| printing  | sheets and pictures                               | a process, nice 3  | 1            | 60 s           |
| reviews   | reviews, a second of each at a time               | a process, nice 10 | 1            | 120 s          |

Searches leave Python's interpreter lock while they run, so they may run in threads; drawing a picture holds it for a
second, playing moves and printing for most of the time, so they get processes, which are started when they are needed
and ended when nobody has needed them for a while. In each pool the clients have turns (`fair_slots.py`).

Work that is given up is stopped: a search by its flag, a process by its end. Threads are daemons: one that cannot be
stopped does not keep the server from stopping.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from veier.search.limits import Stop
from veier.server.logs import log
from veier.server.work.daemon_threads import call_in_thread
from veier.server.work.fair_slots import FairSlots
from veier.server.work.worker_process import Answer, WorkerProcess

# Seconds that given-up work may take to end before its slot is handed on nevertheless.
_GRACE_SECONDS = 5.0
# Seconds that the pools wait at the server's stop for work that has been stopped.
_CLOSE_SECONDS = 1.0
# Seconds after which a process that has nothing to do is ended.
_IDLE_SECONDS = 120.0

Found = TypeVar("Found")
# What is called with the CPU seconds that work has taken, when it has ended.
Spent = Callable[[float], None]


class GivenUp(Exception):
    """Work took too long and was stopped."""


@dataclass(eq=False)
class _Job:
    """Work in a thread; `stop` asks it to end."""

    done: asyncio.Future[Answer]
    stop: Callable[[], None]
    has_slot: bool = True


@dataclass(eq=False)
class Pool:
    """Runs work in a few threads, or in a process.

    seconds  after which work is given up
    process  where the work is done; None for threads
    """

    name: str
    slots: FairSlots
    seconds: float
    process: WorkerProcess | None = None
    _jobs: set[_Job] = field(default_factory=set)
    _idle_timer: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> int:
        """The amount of work that waits for its turn."""
        return self.slots.waiting

    async def run(
        self, client: Hashable, work: Callable[[], Found], stop: Stop | None = None, spent: Spent | None = None
    ) -> Found:
        """Do some work when it is the client's turn; raise what it raises, Busy or GivenUp.

        `stop` ends it, and `spent` is called with what it took, also of work that was given up.
        """
        await self.slots.acquire(client)
        job = self._start(work, stop, spent)
        try:
            # The thread goes on whatever becomes of this task, and keeps its slot until it ends.
            answer = await asyncio.wait_for(asyncio.shield(job.done), self.seconds)
        except TimeoutError:
            log("work given up", logging.ERROR, kind=self.name)
            self._give_up(job)
            raise GivenUp from None
        except asyncio.CancelledError:
            self._give_up(job)
            raise
        if answer.error:
            raise answer.error
        found: Found = answer.result
        return found

    async def close(self) -> None:
        """Stop everything, and wait a moment for the threads to end."""
        self.slots.close()
        if self._idle_timer:
            self._idle_timer.cancel()
        for job in tuple(self._jobs):
            job.stop()
        if self.process:
            self.process.end()
        if self._jobs:
            await asyncio.wait([job.done for job in self._jobs], timeout=_CLOSE_SECONDS)

    def _start(self, work: Callable[[], Any], stop: Stop | None, spent: Spent | None) -> _Job:
        call = partial(self.process.call, work) if self.process else partial(_call, work)
        job = _Job(call_in_thread(f"veier-{self.name}", call), self._stopper(stop))
        self._jobs.add(job)
        job.done.add_done_callback(lambda done: self._finish(job, done.result(), spent))
        return job

    def _stopper(self, stop: Stop | None) -> Callable[[], None]:
        if self.process:
            return self.process.end
        return stop.set if stop else lambda: None

    def _finish(self, job: _Job, answer: Answer, spent: Spent | None) -> None:
        self._jobs.discard(job)
        self._release(job)
        if spent:
            spent(answer.seconds)
        if self.process:
            self._end_when_idle(self.process)

    def _give_up(self, job: _Job) -> None:
        if not job.done.done():
            job.stop()
            asyncio.get_running_loop().call_later(_GRACE_SECONDS, self._release, job)

    def _release(self, job: _Job) -> None:
        if job.has_slot:
            job.has_slot = False
            self.slots.release()

    def _end_when_idle(self, process: WorkerProcess) -> None:
        if self._idle_timer:
            self._idle_timer.cancel()
        self._idle_timer = asyncio.get_running_loop().call_later(_IDLE_SECONDS, self._end_idle, process)

    def _end_idle(self, process: WorkerProcess) -> None:
        if not self._jobs:
            process.end()


def _call(work: Callable[[], Any]) -> Answer:
    """Do some work in this thread."""
    started = time.thread_time()
    try:
        return Answer(work(), None, time.thread_time() - started)
    except BaseException as error:
        return Answer(None, error, time.thread_time() - started)


class Pools:
    """The pools of a server; `people` may share an address, and `thinkers` searches may run at once."""

    def __init__(self, thinkers: int, people: int) -> None:
        thinkers = max(1, thinkers)
        # A table has one turn at a time, so the number of turns that wait is limited by that of the tables.
        self.computers = Pool("computers", FairSlots(thinkers, 100_000, 100_000), 30)
        self.hints = Pool("hints", FairSlots(thinkers, 4 * people, 200), 10)
        self.analyses = Pool("analyses", FairSlots(max(1, thinkers // 2), 4 * people, 200), 20)
        self.short = Pool("short", FairSlots(2, 50 * people, 1000), 20)
        self.lines = Pool("lines", FairSlots(1, 50 * people, 1000), 20, WorkerProcess(0))
        self.printing = Pool("printing", FairSlots(1, 20 * people, 200), 60, WorkerProcess(3))
        self.reviews = Pool("reviews", FairSlots(1, 100_000, 100_000), 120, WorkerProcess(10))

    async def close(self) -> None:
        """Stop all work."""
        pools = (self.computers, self.hints, self.analyses, self.short, self.lines, self.printing, self.reviews)
        await asyncio.gather(*(pool.close() for pool in pools))
