"""A server process for a benchmark, of this checkout or of another one, which can be killed and started again."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent
# Seconds that a server may take to start on a busy machine; compiling the kernels of an old checkout takes a minute.
_START_SECONDS = 120.0


class ServerProcess:
    """`veier serve` on a port and a database that stay the same when it is started again."""

    def __init__(self, database: str, folder: Path, checkout: Path = ROOT, **settings: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._stderr_file = folder / "server.log"
        variables = {f"VEIER_{name.upper()}": value for name, value in settings.items()}
        self._environment = os.environ | variables | {"PYTHONPATH": str(checkout / "src"), "VEIER_LANG": "en"}
        self._command = [sys.executable, "-m", "veier", "serve", "--no-browser", "--port", str(self.port)]
        self._command += ["--database", database, "--log-level", "error"]
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def process(self) -> int:
        """The id of the process."""
        assert self._running
        return self._running.pid

    @property
    def megabytes(self) -> float:
        """The resident memory of the process."""
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self.process}/status").read_text())
        return int(found[1]) / 1024 if found else 0.0

    @property
    def cpu_seconds(self) -> float:
        """The CPU time that the process has used so far."""
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def is_running(self) -> bool:
        """Whether the process has not ended."""
        return self._running is not None and self._running.poll() is None

    def launch(self) -> None:
        """Start the process, without waiting until it answers."""
        with self._stderr_file.open("a") as stderr:
            self._running = subprocess.Popen(self._command, stderr=stderr, env=self._environment)

    def start(self) -> None:
        """Start the process and wait until it answers."""
        self.launch()
        end = time.monotonic() + _START_SECONDS
        while not self.answers():
            if not self.is_running or time.monotonic() > end:
                raise SystemExit("the server does not start: " + self._stderr_file.read_text())
            time.sleep(0.05)

    def answers(self) -> bool:
        """Return whether the server is there and says that it can save moves."""
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (OSError, urllib.error.URLError):
            return False

    def metric(self, name: str) -> float:
        """Return a value of the server's metrics."""
        with urllib.request.urlopen(f"{self.url}/metrics", timeout=10) as answer:
            found = re.search(rf"^{name} (\S+)", answer.read().decode(), re.MULTILINE)
        return float(found[1]) if found else 0.0

    def send(self, what: signal.Signals) -> None:
        """Send the process a signal."""
        assert self._running
        self._running.send_signal(what)

    def stop(self, how: signal.Signals = signal.SIGTERM, seconds: float = 60) -> float:
        """End the process and return the seconds that it took; kill it if it takes too long."""
        assert self._running
        begun = time.monotonic()
        self._running.send_signal(how)
        try:
            self._running.wait(seconds)
        except subprocess.TimeoutExpired:
            self._running.kill()
            self._running.wait()
        return time.monotonic() - begun


@contextmanager
def run_server(checkout: Path = ROOT, **settings: str) -> Iterator[ServerProcess]:
    """Run a server with an empty database until the `with` block ends."""
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(f"sqlite:///{folder}/games.sqlite3", Path(folder), checkout, **settings)
        server.start()
        try:
            yield server
        finally:
            server.stop()


def free_port() -> int:
    """Return a port on which nothing listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def load_average() -> str:
    """Describe how busy the machine is, to judge the figures by."""
    return f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def percentile(values: list[float], share: float) -> float:
    """Return the value that a share of all values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]
