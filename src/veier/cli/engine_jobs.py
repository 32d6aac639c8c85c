"""The job queue of `veier engine`: searches ordered by priority, and the worker threads that run them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import count
from threading import Condition, Thread

from veier.cli.settings import Settings
from veier.core.history import History
from veier.search.limits import Stop

# Seconds that the main thread waits at a time: Ctrl-C is handled in between.
_POLL = 0.2


@dataclass(frozen=True, eq=False)
class Job:
    """One position to search.

    request    the id of the request that asked for it
    turn       the number of the request's moves that lead to it
    history    these moves
    with_line  whether the response has the expected line after each move
    top        the number of moves in the response; None: all
    every      seconds between reports during the search; None: no reports
    """

    request: str
    turn: int
    history: History
    settings: Settings
    with_line: bool
    top: int | None
    every: float | None = None
    stop: Stop = field(default_factory=Stop)


class Jobs:
    """A queue of jobs and its workers: highest priority first, equal ones in the order of arrival."""

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
        """The number of jobs that have not begun."""
        return len(self._waiting)

    def add(self, job: Job, priority: int) -> None:
        """Queue a job."""
        with self._changed:
            heappush(self._waiting, (-priority, next(self._numbers), job))
            self._changed.notify()

    def terminate(self, wanted: Callable[[Job], bool]) -> list[Job]:
        """Stop the wanted jobs that run, which still respond; return those that had not begun, which never will."""
        with self._changed:
            dropped = [job for _, _, job in sorted(self._waiting) if wanted(job)]
            self._waiting = [entry for entry in self._waiting if entry[2] not in dropped]
            heapify(self._waiting)
            for job in filter(wanted, self._running):
                job.stop.set()
        return dropped

    def finish(self) -> None:
        """Close the queue and wait until the workers have emptied it."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for thread in self._threads:
            while thread.is_alive():
                thread.join(_POLL)

    def _take_turns(self) -> None:
        while job := self._next():
            self._work(job)
            with self._changed:
                self._running.remove(job)

    def _next(self) -> Job | None:
        """Wait for the next job and mark it as running; None once the queue is closed and empty."""
        with self._changed:
            while not self._waiting and not self._closed:
                self._changed.wait()
            if not self._waiting:
                return None
            job = heappop(self._waiting)[2]
            self._running.add(job)
            return job
