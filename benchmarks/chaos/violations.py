"""What a run finds wrong, in words, sorted by kind."""

from __future__ import annotations

from collections import defaultdict


class Violations:
    """Everything that must not happen and did."""

    def __init__(self) -> None:
        self._found: dict[str, list[str]] = defaultdict(list)

    def __len__(self) -> int:
        return sum(map(len, self._found.values()))

    def add(self, kind: str, where: str) -> None:
        """Note one."""
        self._found[kind].append(where)

    def count(self, kind: str) -> int:
        """Return how often something of a kind happened."""
        return len(self._found.get(kind, ()))

    def to_data(self) -> dict[str, list[str]]:
        """Return all of them by kind."""
        return dict(self._found)

    def lines(self, shown: int) -> list[str]:
        """Describe each kind with its first cases."""
        lines = []
        for kind, cases in self._found.items():
            lines.append(f"{len(cases)} × {kind}")
            lines += [f"    {case}" for case in cases[:shown]]
        return lines
