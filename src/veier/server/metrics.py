"""Metrics for Prometheus: requests, changes of tables, searches, sockets; one registry per application.

Several workers keep their values in files of a directory that their parent names in the environment
(`worker_metrics.py`), and whichever of them is asked adds up those of all.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Literal

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Metric,
    disable_created_metrics,
    generate_latest,
    start_http_server,
)
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

# The variable that names the directory to the library, which reads it when it is imported.
DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"
_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
_COUNTERS = {
    "tables_opened": "Tables opened",
    "events": "Events committed",
    "commands": "Commands executed over sockets",
    "refusals": "Messages refused over sockets",
    "searches": "Searches of computers finished",
    "computer_moves": "Moves of computers committed",
    "turns_failed": "Attempts at a computer's turn that failed",
    "reviews": "Reviews finished",
    "pushes": "Push messages that a push service took",
    "pushes_failed": "Push messages that no push service took",
    "commits": "Transactions committed",
    "changes": "Changes committed",
    "notices": "Notices of other servers about tables heard",
}
# What a gauge tells, and how the values of several workers become one.
_GAUGES: dict[str, tuple[str, Literal["livesum", "livemin", "livemax"]]] = {
    "workers": ("Processes that serve", "livesum"),
    "tables": ("Tables in memory", "livesum"),
    "sockets": ("Open sockets", "livesum"),
    "turns_waiting": ("Computers' turns that nobody searches: with PostgreSQL of all servers", "livemax"),
    "reviews_waiting": ("Reviews that wait in the queue", "livesum"),
    "healthy": ("Whether moves can be saved", "livemin"),
    "unreadable_tables": ("Tables that could not be read since the start", "livemax"),
}
# Seconds between two looks at the gauges of a worker, which another one may be asked for.
_PAUSE_SECONDS = 1.0

# The times of creation would double the number of series.
disable_created_metrics()  # type: ignore[no-untyped-call]


class _Current(Collector):
    """A registry whose watched values are looked at whenever it is read."""

    def __init__(self, registry: CollectorRegistry, look: Callable[[], None]) -> None:
        self._registry = registry
        self._look = look

    def collect(self) -> Iterable[Metric]:
        self._look()
        return self._registry.collect()


class Metrics:
    """The metrics of an application, all named `veier_…`."""

    def __init__(self) -> None:
        directory = os.environ.get(DIRECTORY)
        self._directory = Path(directory) if directory else None
        self._registry = CollectorRegistry()
        self._counters = {
            name: Counter(f"veier_{name}", text, registry=self._registry) for name, text in _COUNTERS.items()
        }
        self._gauges = {
            name: Gauge(f"veier_{name}", text, registry=self._registry, multiprocess_mode=mode)
            for name, (text, mode) in _GAUGES.items()
        }
        self._requests = Counter(
            "veier_requests", "Requests answered", ("method", "route", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "veier_request_seconds", "Time to answer a request", buckets=_BUCKETS, registry=self._registry
        )
        self._watched: Mapping[str, Callable[[], float]] = {}
        self._counted: dict[str, float] = {}

    def count(self, name: str, amount: float = 1) -> None:
        """Increase a counter."""
        self._counters[name].inc(amount)

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answered request and its time."""
        self._requests.labels(method, route, status).inc()
        self._seconds.observe(seconds)

    def watch(self, values: Mapping[str, Callable[[], float]]) -> None:
        """Add functions that return the values of gauges, and of counters that are counted elsewhere."""
        self._watched = {**self._watched, **values}

    async def keep_current(self) -> None:
        """Let other workers know the watched values, again and again."""
        while self._directory:
            self._look()
            await asyncio.sleep(_PAUSE_SECONDS)

    def serve(self, host: str, port: int) -> Callable[[], None]:
        """Answer with all metrics on a port, for a process that serves nothing else; return what ends that."""
        registry = CollectorRegistry()
        registry.register(_Current(self._registry, self._look))
        server, thread = start_http_server(port, host, registry)

        def end() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        return end

    def text(self) -> str:
        """Return all metrics in the text format of Prometheus."""
        self._look()
        if self._directory is None:
            return generate_latest(self._registry).decode()
        from veier.server.worker_metrics import reading  # not on Windows, where there is one process only

        registry = CollectorRegistry()
        MultiProcessCollector(registry, str(self._directory))  # type: ignore[no-untyped-call]
        with reading(self._directory):
            return generate_latest(registry).decode()

    def _look(self) -> None:
        for name, value in self._watched.items():
            now = value()
            if name in self._gauges:
                self._gauges[name].set(now)
            else:
                self.count(name, now - self._counted.get(name, 0))
                self._counted[name] = now
