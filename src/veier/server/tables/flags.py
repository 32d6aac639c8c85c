"""When the time of each player to move is up: a heap, for tables in memory and others alike."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import NamedTuple

# Entries of the heap that may be out of date, beside as many as there are flags.
_SPARE = 1000


class _Flag(NamedTuple):
    """When a player's time is up, and when the flag is due: later after a failure, None while it is looked after."""

    at: int
    due: int | None


class Flags:
    """The flags of all tables whose clocks run, by the table's id; times are those of the server."""

    def __init__(self) -> None:
        self._flags: dict[str, _Flag] = {}
        self._heap: list[tuple[int, str]] = []

    def __len__(self) -> int:
        return len(self._flags)

    def get(self, table: str) -> int | None:
        """Return when the time is up at a table; None if no clock is known to run there."""
        flag = self._flags.get(table)
        return flag.at if flag else None

    def set(self, table: str, at: int | None) -> None:
        """Set when the time is up at a table; None if no clock runs there."""
        if at is None:
            self._flags.pop(table, None)
        elif self._flags.get(table) != (at, at):
            self._schedule(table, at, at)

    def retry(self, table: str, due: int) -> None:
        """Let a flag be due again later."""
        flag = self._flags.get(table)
        if flag:
            self._schedule(table, flag.at, due)

    def next_due(self) -> int | None:
        """Return when the next flag is due; None if there is none."""
        while self._heap and not self._is_current(self._heap[0]):
            heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def take_due(self, now: int) -> str | None:
        """Return the table of a flag that is due, once until it is set again; None if none is due."""
        due = self.next_due()
        if due is None or due > now:
            return None
        _, table = heappop(self._heap)
        self._flags[table] = _Flag(self._flags[table].at, None)
        return table

    def _schedule(self, table: str, at: int, due: int) -> None:
        self._flags[table] = _Flag(at, due)
        heappush(self._heap, (due, table))
        if len(self._heap) > 2 * len(self._flags) + _SPARE:
            self._heap = list({entry for entry in self._heap if self._is_current(entry)})
            heapify(self._heap)

    def _is_current(self, entry: tuple[int, str]) -> bool:
        flag = self._flags.get(entry[1])
        return flag is not None and flag.due == entry[0]
