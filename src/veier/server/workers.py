"""Several server processes on one port: a parent that starts them, replaces those that die or hang, and stops them.

All of them accept connections from the same socket, which the parent opens, so none is refused while one of them is
being replaced. A worker says that it is ready, then that it is alive; it ends with its parent. SIGHUP to the parent
replaces all of them, one after the other, each by one that is ready before the old one is asked to stop.
"""

from __future__ import annotations

import logging
import os
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from veier.server.compact_json import dump_json
from veier.server.logs import log, set_up_logging
from veier.server.metrics import DIRECTORY
from veier.server.settings import Settings
from veier.server.worker_metrics import forget_worker

# Seconds that a worker may take to start, and be silent afterwards; that it has to stop.
_START_SECONDS, _SILENT_SECONDS, _STOP_SECONDS = 120.0, 20.0, 15.0
# A worker that dies sooner than this is replaced after a pause, which doubles each time.
_SOON_SECONDS, _PAUSES = 10.0, (0.5, 10.0)
_LOOK_SECONDS = 0.2


class Worker:
    """A worker process."""

    def __init__(self, settings: Settings, listening: socket.socket, metrics: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "veier.server.worker", str(listening.fileno())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=[listening.fileno()],
            env=os.environ | {DIRECTORY: str(metrics)},
        )
        self.started = self.heard = time.monotonic()
        self.is_ready = False
        assert self.process.stdin
        assert self.process.stdout
        with suppress(BrokenPipeError):
            # Not as an argument, because others may see those; it stays open as long as the parent lives.
            self.process.stdin.write(dump_json(asdict(settings)).encode() + b"\n")
            self.process.stdin.flush()
        os.set_blocking(self.process.stdout.fileno(), False)

    @property
    def has_ended(self) -> bool:
        """Whether the process is gone."""
        return self.process.poll() is not None

    @property
    def hangs(self) -> bool:
        """Whether it takes too long to start, or has been silent for too long."""
        return time.monotonic() - self.heard > (_SILENT_SECONDS if self.is_ready else _START_SECONDS)

    def hear(self) -> None:
        """Note that it is alive."""
        assert self.process.stdout
        if self.process.stdout.read():
            self.heard, self.is_ready = time.monotonic(), True

    def send(self, what: signal.Signals) -> None:
        """Send a signal, if it has not ended."""
        if not self.has_ended:
            self.process.send_signal(what)

    def close(self) -> None:
        """Close the pipes of a process that has ended."""
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                if pipe:
                    pipe.close()


class Workers:
    """The workers of a parent. `run` returns when it has been asked to stop and all have ended."""

    def __init__(self, settings: Settings, listening: socket.socket) -> None:
        self._settings = settings
        self._listening = listening
        self._workers: list[Worker] = []
        self._selector = selectors.DefaultSelector()
        self._pause, self._next_start = _PAUSES[0], 0.0
        self._metrics = Path()
        self._is_stopping = False
        self._is_replacing = False

    def run(self) -> None:
        """Serve until SIGTERM or SIGINT."""
        set_up_logging(self._settings.log_level)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        signal.signal(signal.SIGHUP, self._replace)
        with tempfile.TemporaryDirectory(prefix="veier-metrics-") as folder:
            self._metrics = Path(folder)
            self._keep_serving()

    def _keep_serving(self) -> None:
        while not self._is_stopping:
            while len(self._workers) < self._settings.workers and time.monotonic() >= self._next_start:
                self._start()
            self._look()
            if self._is_replacing and all(worker.is_ready for worker in self._workers):
                self._is_replacing = False
                self._replace_all()
        self._end(self._workers)

    def _stop(self, *_: object) -> None:
        self._is_stopping = True

    def _replace(self, *_: object) -> None:
        self._is_replacing = True

    def _start(self) -> Worker:
        worker = Worker(self._settings, self._listening, self._metrics)
        assert worker.process.stdout
        self._selector.register(worker.process.stdout, selectors.EVENT_READ, worker)
        self._workers.append(worker)
        log("worker started", count=len(self._workers))
        return worker

    def _look(self) -> None:
        """Hear the workers for a moment; kill those that hang, and forget those that have ended."""
        for key, _ in self._selector.select(_LOOK_SECONDS):
            key.data.hear()
        for worker in [worker for worker in self._workers if worker.hangs]:
            log("worker hangs", logging.ERROR)
            worker.send(signal.SIGKILL)
            worker.process.wait()
        for worker in [worker for worker in self._workers if worker.has_ended]:
            self._forget(worker)
            if not self._is_stopping:
                log("worker ended", logging.ERROR, status=worker.process.returncode)
                self._delay_next(worker)

    def _delay_next(self, worker: Worker) -> None:
        """Let the next worker wait if one has not lasted for long: the next one may not, either."""
        if time.monotonic() - worker.started > _SOON_SECONDS:
            self._pause = _PAUSES[0]
        else:
            self._next_start = time.monotonic() + self._pause
            self._pause = min(2 * self._pause, _PAUSES[1])

    def _forget(self, worker: Worker) -> None:
        self._workers.remove(worker)
        assert worker.process.stdout
        self._selector.unregister(worker.process.stdout)
        worker.close()
        forget_worker(self._metrics, worker.process.pid)

    def _replace_all(self) -> None:
        """Replace the workers one by one; stop with that if a new one does not become ready."""
        for old in list(self._workers):
            new = self._start()
            while not new.is_ready and new in self._workers and not self._is_stopping:
                self._look()
            if not new.is_ready or self._is_stopping:
                return
            self._end([old])
        log("workers replaced", count=len(self._workers))

    def _end(self, workers: list[Worker]) -> None:
        """Ask workers to stop, and kill those that do not in time."""
        workers = list(workers)
        for worker in workers:
            worker.send(signal.SIGTERM)
        end = time.monotonic() + _STOP_SECONDS
        for worker in workers:
            try:
                worker.process.wait(max(0.0, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                worker.send(signal.SIGKILL)
                worker.process.wait()
            if worker in self._workers:
                self._forget(worker)
