"""Searches that wait for their turn: a queue by priority and the threads that work on it. For `veier engine`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import count
from threading import Condition, Thread

from veier.cli.settings import Settings
from veier.core.position import Position
from veier.search.limits import Stop

# How long the main thread sleeps between two looks at the work, in seconds: Ctrl-C must find it awake.
_LOOK = 0.2


@dataclass(frozen=True, eq=False)
class Job:
    """One position to search.

    request    the id of the request that asked for it
    turn       how many of the request's moves lead to it
    with_line  whether to tell how the game may go on after each move
    top        how many moves to tell of; None: all
    """

    request: str
    turn: int
    position: Position
    settings: Settings
    with_line: bool
    top: int | None
    stop: Stop = field(default_factory=Stop)


class Jobs:
    """A queue of jobs and its workers: higher priorities first, then those that came first."""

    def __init__(self, work: Callable[[Job], None], workers: int) -> None:
        self._work = work
        self._numbers = count()
        self._waiting: list[tuple[int, int, Job]] = []
        self._running: set[Job] = set()
        self._closed = False
        self._changed = Condition()
        self._threads = [Thread(target=self._take_turns, daemon=True) for _ in range(workers)]
        for thread in self._threads:
            thread.start()

    @property
    def waiting(self) -> int:
        """How many jobs have not begun."""
        return len(self._waiting)

    def add(self, job: Job, priority: int) -> None:
        """Put a job into the queue."""
        with self._changed:
            heappush(self._waiting, (-priority, next(self._numbers), job))
            self._changed.notify()

    def terminate(self, wanted: Callable[[Job], bool]) -> list[Job]:
        """Stop jobs that run, which still answer, and give those that had not begun, which never will."""
        with self._changed:
            dropped = [job for _, _, job in sorted(self._waiting) if wanted(job)]
            self._waiting = [entry for entry in self._waiting if entry[2] not in dropped]
            heapify(self._waiting)
            for job in filter(wanted, self._running):
                job.stop.set()
        return dropped

    def finish(self) -> None:
        """Let the workers do what waits, and wait for them; nothing is added any more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for thread in self._threads:
            while thread.is_alive():
                thread.join(_LOOK)

    def _take_turns(self) -> None:
        while job := self._next():
            self._work(job)
            with self._changed:
                self._running.remove(job)

    def _next(self) -> Job | None:
        """Wait for a job and begin it; None if there will be none."""
        with self._changed:
            while not self._waiting and not self._closed:
                self._changed.wait()
            if not self._waiting:
                return None
            job = heappop(self._waiting)[2]
            self._running.add(job)
            return job
