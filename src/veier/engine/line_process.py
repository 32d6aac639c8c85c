"""A program that is talked to line by line, with a deadline for every line that it owes."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import IO

from veier.core.control_characters import escape_controls
from veier.engine.errors import EngineError
from veier.messages import message

# The longest line that is read at once, and how many lines may wait: a program that writes more is held up.
_LINE, _WAITING = 1 << 16, 1000
# Lines of standard error that are kept, to say why a program ended.
_LAST_WORDS = 20
# Seconds to wait for a program to end by itself.
_FAREWELL = 1.0


class LineProcess:
    """A running program with its standard input and output as lines.

    It has a process group of its own: Ctrl-C in a terminal does not reach it, and `kill` ends what it started, too.
    """

    def __init__(
        self, command: Sequence[str], directory: str | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        self.name = " ".join(command)
        try:
            self._process = subprocess.Popen(
                command,
                cwd=directory,
                env=None if environment is None else {**os.environ, **environment},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise EngineError(message("engine.no_start", engine=self.name, reason=reason)) from error
        assert self._process.stdout
        assert self._process.stderr
        self._lines: Queue[str | None] = Queue(_WAITING)
        self._last_words: deque[str] = deque(maxlen=_LAST_WORDS)
        self._closed = False
        self._readers = [
            Thread(target=self._read_output, args=(self._process.stdout,), daemon=True),
            Thread(target=self._read_errors, args=(self._process.stderr,), daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def send(self, line: str) -> None:
        """Write a line; raise EngineError if the program has ended."""
        assert self._process.stdin
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except OSError as error:
            raise self._ended() from error

    def read_line(self, deadline: float) -> str:
        """Read a line before a moment of the monotonic clock; raise EngineError if the program has ended or is late."""
        begun = time.monotonic()
        try:
            line = self._lines.get(timeout=max(deadline - begun, 0.001))
        except Empty as error:
            raise EngineError(message("engine.silent", engine=self.name)) from error
        if line is None:
            self._lines.put(None)
            raise self._ended()
        return line

    def close(self) -> None:
        """End the program: it may end by itself when its input does, else it is killed."""
        if self._closed:
            return
        self._closed = True
        assert self._process.stdin
        with suppress(OSError):
            self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_FAREWELL)
        self.kill()

    def kill(self) -> None:
        """Kill the program and all that it started."""
        self._closed = True
        with suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        while not self._lines.empty():  # a reader may wait for room
            self._lines.get_nowait()
        for reader in self._readers:
            reader.join(_FAREWELL)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with suppress(OSError):
                assert stream
                stream.close()

    def _ended(self) -> EngineError:
        """Return the error that says how the program ended, with its last words."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_FAREWELL)
        self._readers[1].join(_FAREWELL)
        words = next((line for line in reversed(self._last_words) if line.strip()), "")
        code = self._process.returncode
        return EngineError(
            message("engine.ended", engine=self.name, code="?" if code is None else code)
            if not words
            else message("engine.ended_saying", engine=self.name, code="?" if code is None else code, words=words)
        )

    def _read_output(self, stream: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while line := stream.readline(_LINE):
                self._lines.put(escape_controls(line.decode("utf-8", errors="replace").rstrip("\r\n")))
        self._lines.put(None)

    def _read_errors(self, stream: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while line := stream.readline(_LINE):
                self._last_words.append(escape_controls(line.decode("utf-8", errors="replace").strip()))
