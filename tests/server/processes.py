"""The processes that a server starts, where the system lists them under /proc."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
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


def holder_of_connection(processes: Iterable[int], server_port: int, client_port: int) -> int | None:
    """Return which process has accepted the connection of a client on this computer; None if there is none."""
    ends = f":{server_port:04X}", f":{client_port:04X}"
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    inodes = {line[9] for line in lines if line[1].endswith(ends[0]) and line[2].endswith(ends[1])}
    for process in processes:
        for file in Path(f"/proc/{process}/fd").glob("*"):
            # Files are closed meanwhile.
            with suppress(OSError):
                if (name := os.readlink(file)).startswith("socket:[") and name[8:-1] in inodes:
                    return process
    return None
