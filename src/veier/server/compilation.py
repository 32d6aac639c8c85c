"""Compilation on the first start: a child process compiles the kernels while the server answers requests."""

from __future__ import annotations

import subprocess
import sys

from veier.kernels.cache import kernel_cache_dir

# A module of kernels that every game needs; if its cache is filled, so are the others, or soon will be.
_SAMPLE_MODULE = "veier.search.one_ply"

_processes: list[subprocess.Popen[bytes]] = []


def compile_in_background() -> subprocess.Popen[bytes] | None:
    """Start to compile the kernels; return None if they are compiled already or there is no writable cache."""
    folder = kernel_cache_dir(_SAMPLE_MODULE)
    if folder is None or any(folder.iterdir()):
        return None
    process = subprocess.Popen(
        [sys.executable, "-m", "veier", "warmup"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _processes.append(process)
    return process


def is_compiling() -> bool:
    """Return whether the child process is still compiling, so that pages can explain the delay."""
    return any(process.poll() is None for process in _processes)
