"""The executor of one machine: a process for each core."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any

from veier.lab.run.executor import TRIES, ChunkFailed, Results, lost_again
from veier.lab.run.job import Chunk
from veier.lab.run.versions import Version

# Seconds that the driver waits at a time: Ctrl-C is handled in between.
_POLL = 0.2
_END = object()


class LocalExecutor:
    """Runs chunks in processes of this machine: as many as asked for, or with 0 one for each core."""

    def __init__(self, jobs: int = 0) -> None:
        self.jobs = jobs or _cores()

    def run(self, chunks: Iterable[Chunk], version: Version) -> Results:
        """Run chunks; processes start with the first and end with the last of them."""
        source, answers = _Source(chunks), SimpleQueue[Any]()
        workers = [_Worker() for _ in range(self.jobs)]
        threads = [Thread(target=_serve, args=(worker, source, version, answers), daemon=True) for worker in workers]
        for thread in threads:
            thread.start()
        try:
            yield from _received(answers, len(workers))
        finally:
            for worker in workers:
                worker.end()


def _cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _received(answers: SimpleQueue[Any], workers: int) -> Iterator[tuple[Chunk, bytes]]:
    """Return what comes until all workers have nothing to do; raise the first error."""
    while workers:
        try:
            answer = answers.get(timeout=_POLL)
        except Empty:
            continue
        if answer is _END:
            workers -= 1
        elif isinstance(answer, BaseException):
            raise answer
        else:
            yield answer


def _serve(worker: _Worker, source: _Source, version: Version, answers: SimpleQueue[Any]) -> None:
    """Let a worker run one chunk after the other."""
    try:
        while (chunk := source.take()) is not None:
            answers.put((chunk, worker.run_surely(chunk, version)))
        answers.put(_END)
    except BaseException as error:
        answers.put(error)


class _Source:
    """Chunks for several threads."""

    def __init__(self, chunks: Iterable[Chunk]) -> None:
        self._chunks = iter(chunks)
        self._lock = Lock()

    def take(self) -> Chunk | None:
        """Return the next one; None at the end."""
        with self._lock:
            return next(self._chunks, None)


class _Worker:
    """A process that runs chunks (`worker.py`); started when it is needed, and again when it was killed."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = Lock()
        self._ended = False

    def run_surely(self, chunk: Chunk, version: Version) -> bytes:
        """Run a chunk, in a new process if the first is lost; raise ChunkFailed."""
        for _ in range(TRIES):
            try:
                result = self._call(chunk, version)
            except (OSError, EOFError, ValueError, pickle.UnpicklingError):
                self._drop()
                if self._ended:
                    break
                continue
            if isinstance(result, ChunkFailed):
                raise result
            return result
        raise lost_again(chunk)

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self._ended = True
        self._drop()

    def _call(self, chunk: Chunk, version: Version) -> bytes | ChunkFailed:
        process = self._start()
        assert process.stdin
        assert process.stdout
        pickle.dump((chunk, version), process.stdin)
        process.stdin.flush()
        answer: bytes | ChunkFailed = pickle.load(process.stdout)
        return answer

    def _start(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._ended:
                raise EOFError
            if self._process is None:
                # A task may be in any module that this process can import.
                path = os.pathsep.join(os.path.abspath(place) for place in sys.path)
                self._process = subprocess.Popen(
                    [sys.executable, "-P", "-m", "veier.lab.run.worker"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    env=os.environ | {"PYTHONPATH": path},
                )
            return self._process

    def _drop(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    if pipe:
                        pipe.close()
