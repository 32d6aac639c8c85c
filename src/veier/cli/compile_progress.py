"""A progress line on standard error while Numba compiles kernels, which happens once per computer."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from veier.cli.language import translate

if TYPE_CHECKING:
    from veier.kernels.decorators import CompileProgress

# Loading all kernels from the cache takes fewer CPU-seconds than this, and shows nothing.
_PATIENCE = 3.0


@contextmanager
def compile_progress() -> Iterator[None]:
    """Show progress while kernels are compiled inside the `with` block."""
    from veier.kernels.decorators import watching

    line = CompileLine(_PATIENCE)
    with watching(line.show):
        try:
            yield
        finally:
            line.clear()


class CompileLine:
    """One line: overwritten on a terminal, written once elsewhere; only after some CPU-seconds of patience."""

    def __init__(self, patience: float = 0.0) -> None:
        self._patience = patience
        self._begun: float | None = None
        self._is_shown = False

    def show(self, progress: CompileProgress) -> None:
        """Show how far compilation has come, or nothing more when it is over."""
        if progress.done == progress.total:
            self.clear()
            return
        self._begun = self._begun or time.thread_time()
        if time.thread_time() - self._begun < self._patience:
            return
        if sys.stderr.isatty():
            text = translate("cli.compiling", done=progress.done, total=progress.total)
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
        elif not self._is_shown:
            print(translate("cli.compiling_once"), file=sys.stderr, flush=True)
        self._is_shown = True

    def clear(self) -> None:
        """Remove the line from a terminal."""
        if self._is_shown and sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
