"""Metrics for Prometheus: requests, changes of tables, searches, sockets; one registry per application."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest

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
}
_GAUGES = {
    "tables": "Tables in memory",
    "sockets": "Open sockets",
    "turns_waiting": "Computers' turns that are searched or wait for a thread",
    "reviews_waiting": "Reviews that wait in the queue",
    "healthy": "Whether moves can be saved",
    "unreadable_tables": "Tables that could not be read since the start",
    "commits": "Transactions committed since the start",
    "changes": "Changes committed since the start",
}

# The times of creation would double the number of series.
disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """The metrics of an application, all named `veier_…`."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._counters = {
            name: Counter(f"veier_{name}", text, registry=self._registry) for name, text in _COUNTERS.items()
        }
        self._gauges = {name: Gauge(f"veier_{name}", text, registry=self._registry) for name, text in _GAUGES.items()}
        self._requests = Counter(
            "veier_requests", "Requests answered", ("method", "route", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "veier_request_seconds", "Time to answer a request", buckets=_BUCKETS, registry=self._registry
        )

    def count(self, name: str, amount: int = 1) -> None:
        """Increase a counter."""
        self._counters[name].inc(amount)

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answered request and its time."""
        self._requests.labels(method, route, status).inc()
        self._seconds.observe(seconds)

    def watch(self, gauges: Mapping[str, Callable[[], float]]) -> None:
        """Set the functions that return the gauges' values."""
        for name, value in gauges.items():
            self._gauges[name].set_function(value)

    def text(self) -> str:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(self._registry).decode()
