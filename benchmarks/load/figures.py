"""Figures of a measurement, with the machine's load and what server and clients used of it."""

from __future__ import annotations

import os
import time
from statistics import median
from typing import Any

from benchmarks.server_process import ServerProcess, percentile

Figures = dict[str, Any]


def milliseconds(name: str, seconds: list[float]) -> Figures:
    """Return the median and the 99th percentile of some times."""
    if not seconds:
        return {f"{name}_p50_ms": None, f"{name}_p99_ms": None}
    return {
        f"{name}_p50_ms": round(median(seconds) * 1000, 1),
        f"{name}_p99_ms": round(percentile(seconds, 0.99) * 1000, 1),
    }


class Usage:
    """What server and clients use from now on, and how busy the machine is."""

    def __init__(self, server: ServerProcess) -> None:
        self._server = server
        self._begun = time.monotonic()
        self._server_cpu, self._client_cpu = server.cpu_seconds, time.process_time()

    @property
    def seconds(self) -> float:
        """The seconds since the beginning."""
        return time.monotonic() - self._begun

    def per_move(self, moves: int) -> Figures:
        """Return the server's CPU time for each of some moves, which a busy machine changes least."""
        spent = self._server.cpu_seconds - self._server_cpu
        return {"server_ms_per_move": round(spent / moves * 1000, 2) if moves else None}

    def figures(self) -> Figures:
        """Return the shares of a core, the server's memory and the load average of the last minute."""
        return {
            "server_cpu": round((self._server.cpu_seconds - self._server_cpu) / self.seconds, 2),
            "clients_cpu": round((time.process_time() - self._client_cpu) / self.seconds, 2),
            "server_mb": round(self._server.megabytes),
            "load": round(os.getloadavg()[0], 1),
        }
