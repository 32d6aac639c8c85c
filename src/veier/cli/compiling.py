"""A progress line on standard error while kernels are compiled, which happens once on a computer."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from veier.cli.language import tell

# Loading all kernels from the cache takes a thread fewer CPU-seconds than this; then nothing is shown.
_PATIENCE = 3.0


@contextmanager
def compiling() -> Iterator[None]:
    """Show progress for as long as kernels are being compiled inside."""
    from veier.kernels.jit import watching

    line = _Line()
    with watching(line.next_kernel):
        try:
            yield
        finally:
            line.finish()


class _Line:
    """One line that is written over on a terminal, and written once elsewhere."""

    def __init__(self) -> None:
        self._begun: float | None = None
        self._kernels = 0
        self._shown = False

    def next_kernel(self, name: str) -> None:
        self._begun = self._begun or time.thread_time()
        self._kernels += 1
        if time.thread_time() - self._begun < _PATIENCE:
            return
        if sys.stderr.isatty():
            text = tell("cli.compiling", count=self._kernels, name=name)
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
        elif not self._shown:
            print(tell("cli.compiling_once"), file=sys.stderr, flush=True)
        self._shown = True

    def finish(self) -> None:
        if self._shown and sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
