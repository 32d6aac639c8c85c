"""The processes that a server starts, where the system lists them under /proc."""

from __future__ import annotations

from pathlib import Path


def children(pid: int) -> list[int]:
    """Return the processes that a process has started and that run."""
    listed = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(number) for text in listed for number in text.split()]


def is_running(pid: int) -> bool:
    """Return whether a process has not ended."""
    try:
        # A process that has ended has no command line any more.
        return bool(Path(f"/proc/{pid}/cmdline").read_bytes())
    except OSError:
        return False
