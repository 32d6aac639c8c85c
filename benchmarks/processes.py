"""Measures what a process and its children cost."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, order=True)
class Cost:
    """CPU-seconds, of the system too, and seconds on the clock. The one with less CPU is the smaller."""

    cpu: float
    wall: float

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.cpu + other.cpu, self.wall + other.wall)


def cost(command: Sequence[str], environment: Mapping[str, str], folder: Path) -> Cost:
    """Run a command in a folder; return what it and its children cost, or raise RuntimeError with its output."""
    with tempfile.TemporaryFile() as output:
        begun = time.monotonic()
        process = subprocess.Popen(
            command, env=environment, cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=output
        )
        # Not `process.wait`: wait4 returns the usage of this child alone.
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - begun
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            output.seek(0)
            raise RuntimeError(f"{' '.join(command)} failed: {output.read().decode(errors='replace')[-2000:]}")
    return Cost(usage.ru_utime + usage.ru_stime, wall)


def clean_environment(home: Path) -> dict[str, str]:
    """Return the environment without settings for Python or veier, with a home where every cache will be made."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith(("PYTHON", "VEIER_"))}
    return kept | {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "VEIER_CACHE_DIR": str(home / "veier")}
