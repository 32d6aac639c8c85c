"""A process beside the server that runs functions one after the other, at low priority; it can be ended at any time."""

from __future__ import annotations

import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Any, NamedTuple

from veier.server.compilation import compile_queue


class WorkerEnded(Exception):
    """The process ended before it answered, by itself or because it was ended."""


class Answer(NamedTuple):
    """What a function returned or raised, and the CPU seconds that it took."""

    result: Any
    error: BaseException | None
    seconds: float


class WorkerProcess:
    """Starts the process with the first call. `call` is for one thread at a time, `end` for any."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = Lock()

    @property
    def pid(self) -> int | None:
        """The number of the process; None while there is none."""
        process = self._process
        return process.pid if process else None

    def call(self, function: Callable[..., Any], *arguments: object) -> Answer:
        """Run a function of some module there and wait for the answer."""
        started = time.monotonic()
        try:
            call = pickle.dumps((function, arguments, compile_queue.compiled))
            process = self._start()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(call)
            process.stdin.flush()
            return Answer(*pickle.load(process.stdout))
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            self.end()
            return Answer(None, WorkerEnded(), time.monotonic() - started)
        except Exception as error:
            return Answer(None, error, time.monotonic() - started)

    def end(self) -> None:
        """End the process, whatever it is doing; the next call starts another."""
        with self._lock:
            process, self._process = self._process, None
        if process:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    if pipe:
                        pipe.close()

    def _start(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._process is None:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "veier.server.work.worker", str(self._niceness)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
                )
            return self._process
