"""Counters for Prometheus: requests, moves, searches, sockets. Kept here, because they are few."""

from __future__ import annotations

from collections import Counter

_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


class Metrics:
    """What has been counted since the start."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._times: Counter[float] = Counter()
        self._seconds = 0.0

    def count(self, name: str, more: int = 1) -> None:
        """Count something: moves, searches, refusals."""
        self.counts[name] += more

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answered request and its time."""
        self._requests[method, route, status] += 1
        self._seconds += seconds
        for bucket in _BUCKETS:
            if seconds <= bucket:
                self._times[bucket] += 1

    def text(self, gauges: dict[str, float]) -> str:
        """Write everything in Prometheus' text format; gauges are what is so at this moment."""
        lines = ["# TYPE veier_requests_total counter"]
        lines += [
            f'veier_requests_total{{method="{method}",route="{route}",status="{status}"}} {count}'
            for (method, route, status), count in sorted(self._requests.items())
        ]
        total = sum(self._requests.values())
        lines.append("# TYPE veier_request_seconds histogram")
        lines += [f'veier_request_seconds_bucket{{le="{bucket}"}} {self._times[bucket]}' for bucket in _BUCKETS]
        lines += [
            f'veier_request_seconds_bucket{{le="+Inf"}} {total}',
            f"veier_request_seconds_sum {self._seconds:.6f}",
            f"veier_request_seconds_count {total}",
        ]
        for name, count in sorted(self.counts.items()):
            lines += [f"# TYPE veier_{name}_total counter", f"veier_{name}_total {count}"]
        for name, value in sorted(gauges.items()):
            lines += [f"# TYPE veier_{name} gauge", f"veier_{name} {value:g}"]
        return "\n".join(lines) + "\n"
