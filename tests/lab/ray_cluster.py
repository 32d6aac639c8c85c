"""A Ray cluster of several nodes on this machine; its processes are known by a mark in their environment."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

_MARK = "VEIER_TEST_CLUSTER"


class Cluster:
    """A head and nodes with one CPU each. Leaving the `with` block kills all of it."""

    def __init__(self) -> None:
        self._mark = secrets.token_hex(8)
        # Paths of sockets must be short.
        self._folder = Path(tempfile.mkdtemp(prefix="vr-", dir="/tmp"))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{free.getsockname()[1]}"
        self.environment = os.environ | {
            "PYTHONPATH": os.pathsep.join(sys.path),
            "VEIER_LANG": "en",
            "RAY_AUTH_MODE": "token",
            "RAY_AUTH_TOKEN": secrets.token_hex(32),
            "RAY_USAGE_STATS_ENABLED": "0",
            "RAY_enable_metrics_collection": "0",
            # A lost node is noticed after seconds, not half a minute.
            "RAY_health_check_initial_delay_ms": "1000",
            "RAY_health_check_period_ms": "1000",
            "RAY_health_check_failure_threshold": "3",
            # A lost head ends its driver after seconds, not after a minute.
            "RAY_gcs_rpc_server_reconnect_timeout_s": "3",
            _MARK: self._mark,
        }

    def start_head(self) -> set[int]:
        """Start the first node and return its processes."""
        port = self.address.partition(":")[2]
        return self._start("--head", "--port", port, "--include-dashboard", "false", "--temp-dir", str(self._folder))

    def start_node(self, **environment: str) -> set[int]:
        """Start one more node, with these variables of the environment, and return its processes."""
        return self._start("--address", self.address, **environment)

    def processes(self, name: str = "") -> set[int]:
        """Return the processes of the cluster whose command line has a name."""
        found = set()
        for place in Path("/proc").glob("[0-9]*"):
            try:
                is_marked = f"{_MARK}={self._mark}".encode() in (place / "environ").read_bytes()
                if is_marked and name.encode() in (place / "cmdline").read_bytes():
                    found.add(int(place.name))
            except OSError:
                continue
        return found

    def close(self) -> None:
        """Kill everything and wait until it is gone."""
        end = time.monotonic() + 10
        while left := self.processes() - {os.getpid()}:
            assert time.monotonic() < end, left
            kill(*left)
            time.sleep(0.1)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _start(self, *arguments: str, **environment: str) -> set[int]:
        before = self.processes()
        subprocess.run(
            [
                *(sys.executable, "-m", "ray.scripts.scripts", "start", *arguments),
                *("--num-cpus", "1", "--object-store-memory", "100000000", "--disable-usage-stats"),
            ],
            env=self.environment | environment,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        return self.processes() - before


def kill(*processes: int) -> None:
    """Kill processes as nothing else can; they may be gone."""
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
