"""The executor of a cluster: each chunk is a task of Ray. The ledger stays with the driver."""

from __future__ import annotations

import os
import secrets
import time
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from typing import Any

from veier.core.errors import VeierError
from veier.lab.run.executor import TRIES, ChunkFailed, Results, answer, lost_again
from veier.lab.run.job import Chunk
from veier.lab.run.versions import Version
from veier.messages import message

INSTALL = "pip install 'veier[cluster]'"
# Seconds that the driver waits at a time: Ctrl-C is handled, and nodes that came or went are noticed in between.
_POLL = 0.5
# Seconds between two looks at the size of the cluster.
_LOOK = 5.0


class RayExecutor:
    """Runs chunks on a Ray cluster at an address, or with `local` on one that is started here for the time.

    With `jobs`, at most so many chunks run at once. Each node needs the same version of the package.
    """

    def __init__(self, address: str, jobs: int = 0) -> None:
        self.address, self.jobs = address, jobs

    def run(self, chunks: Iterable[Chunk], version: Version) -> Results:
        """Run chunks; connected from the first to the last of them."""
        ray = self._connect()
        try:
            yield from _Tasks(ray, self.jobs, version).run(chunks)
        finally:
            ray.shutdown()

    def _connect(self) -> Any:
        if self.address == "local" and "RAY_AUTH_MODE" not in os.environ:
            # A secret for this cluster alone; otherwise Ray would write one into the home directory.
            os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        try:
            import ray
        except ImportError as error:
            raise VeierError(message("lab.cluster.install", command=INSTALL)) from error
        settings: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        if self.address == "local":
            settings |= {"num_cpus": self.jobs or None, "include_dashboard": False}
        try:
            ray.init(self.address, **settings)
        except (ConnectionError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
            reason = str(error).strip().partition("\n")[0]
            raise VeierError(message("lab.cluster.unreachable", address=self.address, reason=reason)) from error
        return ray


class _Tasks:
    """The tasks of one run: a few more than there are CPUs are with Ray at a time."""

    def __init__(self, ray: Any, jobs: int, version: Version) -> None:
        self._ray, self._jobs, self._version = ray, jobs, version
        # Lost workers are counted here: Ray's own retries would not tell a lost node from a chunk that kills workers.
        self._task = ray.remote(num_cpus=1, max_retries=0)(answer)
        self._running: dict[Any, Chunk] = {}
        self._tries = Counter[int]()
        self._room, self._next_look = 0, 0.0

    def run(self, chunks: Iterable[Chunk]) -> Results:
        source = iter(chunks)
        while True:
            for chunk in islice(source, max(0, self._capacity() - len(self._running))):
                self._submit(chunk)
            if not self._running:
                return
            finished, _ = self._ray.wait([*self._running], num_returns=1, timeout=_POLL)
            for reference in finished:
                chunk = self._running.pop(reference)
                result = self._fetch(reference, chunk)
                if result is not None:
                    yield chunk, result

    def _capacity(self) -> int:
        """Return how many chunks to have with Ray: enough that no CPU waits, and that a cluster that can grow does."""
        if self._jobs:
            return self._jobs
        if time.monotonic() > self._next_look:
            self._next_look = time.monotonic() + _LOOK
            self._room = 2 * max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        return self._room

    def _submit(self, chunk: Chunk) -> None:
        self._running[self._task.remote(chunk, self._version)] = chunk

    def _fetch(self, reference: Any, chunk: Chunk) -> bytes | None:
        """Return a result; None if its worker or node was lost, and the chunk runs again; raise ChunkFailed."""
        errors = self._ray.exceptions
        try:
            result: bytes | ChunkFailed = self._ray.get(reference)
        except errors.RayTaskError as error:
            reason = str(error.cause).strip().partition("\n")[0]
            raise ChunkFailed(message("lab.run.failed", number=chunk.number, task=chunk.task, reason=reason)) from error
        except errors.RayError as error:
            self._tries[chunk.number] += 1
            if self._tries[chunk.number] == TRIES:
                raise lost_again(chunk) from error
            self._submit(chunk)
            return None
        if isinstance(result, ChunkFailed):
            raise result
        return result
