"""A job from its first chunk to its last: what is missing runs, and the ledger keeps it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Collection, Generator
from contextlib import closing
from dataclasses import dataclass

from veier.lab.run.executor import Executor
from veier.lab.run.job import Chunk
from veier.lab.run.ledger import Ledger

# The rate is that of the last chunks, this many, as nodes come and go.
_RECENT = 100


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a job has come.

    last  the chunk that was done last; None at the beginning
    rate  chunks a second; None while it is not known
    """

    done: int
    size: int
    last: Chunk | None = None
    rate: float | None = None

    @property
    def seconds_left(self) -> float | None:
        """The seconds that the rest will take at this rate; None while that is not known."""
        return (self.size - self.done) / self.rate if self.rate else None


def run_job(
    ledger: Ledger, executor: Executor, numbers: Collection[int] | None = None
) -> Generator[Progress, None, None]:
    """Run what is missing of a job, or of the chunks with these numbers.

    Return the progress at the beginning and after each chunk, whose result is in the ledger then. Closing the iterator
    ends what is running; nothing that is done is lost.
    """
    job = ledger.job
    wanted = range(job.size) if numbers is None else set(numbers)
    missing = [number for number in ledger.missing() if number in wanted]
    size, done = len(wanted), len(wanted) - len(missing)
    yield Progress(done, size)
    if not missing:
        return
    times = deque([time.monotonic()], maxlen=_RECENT + 1)
    running = executor.run(map(job.chunk, missing), ledger.version)
    with closing(running):
        for chunk, result in running:
            done += ledger.add(chunk.number, result)
            times.append(time.monotonic())
            rate = (len(times) - 1) / max(times[-1] - times[0], 1e-9)
            yield Progress(done, size, chunk, rate)
