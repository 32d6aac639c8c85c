"""A server of its own for a measurement: the real process, on a free port, with an empty database."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple


class Serving(NamedTuple):
    """A server that runs."""

    url: str
    process: int

    @property
    def megabytes(self) -> float:
        """The memory that the process holds now."""
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self.process}/status").read_text())
        return int(found[1]) / 1024 if found else 0.0


@contextmanager
def serving() -> Iterator[Serving]:
    """Run a server until the `with` block ends."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "told.txt"
        command = [sys.executable, "-m", "veier", "serve", "--no-browser", "--port", "0", "--log-level", "error"]
        command += ["--database", f"sqlite:///{folder}/games.sqlite3"]
        with told.open("w") as stderr, subprocess.Popen(command, stderr=stderr) as process:
            try:
                yield Serving(_url(told, process), process.pid)
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait(30)


def load_average() -> str:
    """Say how busy the machine is, for whoever reads the figures."""
    return f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def percentile(values: list[float], share: float) -> float:
    """Give the value that a share of all values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def _url(told: Path, process: subprocess.Popen[bytes]) -> str:
    for _ in range(600):
        found = re.search(r"http://[\d.:]+", told.read_text())
        if found and _answers(found[0]):
            return found[0]
        if process.poll() is not None:
            break
        time.sleep(0.1)
    raise SystemExit("the server does not start: " + told.read_text())


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False
