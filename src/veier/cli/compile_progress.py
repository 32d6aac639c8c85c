"""A progress line on standard error while kernels are compiled, which happens once per computer."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from veier.cli.language import translate

# Loading all kernels from the cache takes fewer CPU-seconds than this, and shows nothing.
_PATIENCE = 3.0


@contextmanager
def compile_progress() -> Iterator[None]:
    """Show progress while kernels are compiled inside the `with` block."""
    from veier.kernels.decorators import watching

    line = _Line()
    with watching(line.next_kernel):
        try:
            yield
        finally:
            line.finish()


class _Line:
    """One line: overwritten on a terminal, written once elsewhere."""

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
            text = translate("cli.compiling", count=self._kernels, name=name)
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
        elif not self._shown:
            print(translate("cli.compiling_once"), file=sys.stderr, flush=True)
        self._shown = True

    def finish(self) -> None:
        if self._shown and sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
