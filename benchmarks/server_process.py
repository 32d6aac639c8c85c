"""A server process for a benchmark, on a free port, with an empty database."""

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


class ServerProcess(NamedTuple):
    """A running server."""

    url: str
    process: int

    @property
    def megabytes(self) -> float:
        """The resident memory of the process."""
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self.process}/status").read_text())
        return int(found[1]) / 1024 if found else 0.0


@contextmanager
def run_server() -> Iterator[ServerProcess]:
    """Run a server until the `with` block ends."""
    with tempfile.TemporaryDirectory() as folder:
        stderr_file = Path(folder) / "stderr.txt"
        command = [sys.executable, "-m", "veier", "serve", "--no-browser", "--port", "0", "--log-level", "error"]
        command += ["--database", f"sqlite:///{folder}/games.sqlite3"]
        with stderr_file.open("w") as stderr, subprocess.Popen(command, stderr=stderr) as process:
            try:
                yield ServerProcess(_url(stderr_file, process), process.pid)
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait(30)


def load_average() -> str:
    """Describe how busy the machine is, to judge the figures by."""
    return f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def percentile(values: list[float], share: float) -> float:
    """Return the value that a share of all values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def _url(stderr_file: Path, process: subprocess.Popen[bytes]) -> str:
    for _ in range(600):
        found = re.search(r"http://[\d.:]+", stderr_file.read_text())
        if found and _answers(found[0]):
            return found[0]
        if process.poll() is not None:
            break
        time.sleep(0.1)
    raise SystemExit("the server does not start: " + stderr_file.read_text())


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False
