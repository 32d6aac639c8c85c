"""The first start on a computer: kernels are compiled in a process beside the server, which stays small and awake."""

from __future__ import annotations

import subprocess
import sys

from veier.kernels.cache import kernel_cache_dir

# One of the kernels that every game needs; where it is compiled already, so are the others, or soon.
_ONE_OF_THEM = "veier.explain.tactics"

_processes: list[subprocess.Popen[bytes]] = []


def warm_up() -> subprocess.Popen[bytes] | None:
    """Begin to compile what was never compiled here; None if there is nothing to do, or nowhere to keep it."""
    place = kernel_cache_dir(_ONE_OF_THEM)
    if place is None or any(place.iterdir()):
        return None
    process = subprocess.Popen(
        [sys.executable, "-m", "veier", "warmup"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _processes.append(process)
    return process


def is_warming() -> bool:
    """Tell whether kernels are still being compiled beside this server, so that pages can say what takes so long."""
    return any(process.poll() is None for process in _processes)
