"""The limits of a search, and how it is stopped."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import TIMEOUT_MAX, Timer
from typing import TYPE_CHECKING

import numpy as np

from veier.core.type_check import check_number, check_whole_number
from veier.kernels.state import Words

if TYPE_CHECKING:
    from veier.search.analysis import Analysis

DEFAULT_MOVETIME = 1.0
# A limit for kernels that is never reached.
UNLIMITED = 2**62


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a search; the first that is reached ends it. Without any it takes a second.

    movetime     seconds; with 0 it answers at once
    nodes        positions searched, or simulations
    depth        plies from the root, where the search counts them
    threads      1 or 2; with two the answer depends on timing
    megabytes    memory for tables or trees
    simulations  those of a tree search alone, not of what is tried before it
    """

    movetime: float | None = None
    nodes: int | None = None
    depth: int | None = None
    threads: int = 1
    megabytes: int = 64
    simulations: int | None = None

    def __post_init__(self) -> None:
        """Raise VeierError for limits that no search can keep."""
        if self.movetime is not None:
            check_number("movetime", self.movetime, 0)
        for name in ("nodes", "depth", "simulations"):
            if getattr(self, name) is not None:
                check_whole_number(name, getattr(self, name), 1)
        check_whole_number("threads", self.threads, 1, 2)
        check_whole_number("megabytes", self.megabytes, 1)

    @property
    def seconds(self) -> float | None:
        """The time limit; None if only nodes or depth count."""
        if all(limit is None for limit in (self.movetime, self.nodes, self.depth, self.simulations)):
            return DEFAULT_MOVETIME
        return self.movetime

    def times(self, factor: int) -> Limits:
        """Return the limits of a search that may take so many times as long."""
        seconds, nodes, simulations = self.seconds, self.nodes, self.simulations
        return replace(
            self,
            movetime=seconds and factor * seconds,
            nodes=nodes and factor * nodes,
            simulations=simulations and factor * simulations,
        )

    def less(self, seconds: float, nodes: int) -> Limits:
        """Return the limits that are left after a number of seconds and nodes; one node is always left."""
        time_left = None if self.seconds is None else max(self.seconds - seconds, 0.0)
        nodes_left = None if self.nodes is None else max(self.nodes - nodes, 1)
        return replace(self, movetime=time_left, nodes=nodes_left)


class Stop:
    """A flag that ends a search from another thread; kernels read its word, or one tied to it, at every node."""

    def __init__(self) -> None:
        self.word: Words = np.zeros(1, np.int64)
        self._tied: list[Words] = []

    def tie(self, word: Words) -> None:
        """Set another array's first word together with this flag."""
        self._tied.append(word)
        if self.is_set:
            word[0] = 1

    def set(self) -> None:
        """End the search; it answers with what it has."""
        self.word[0] = 1
        for word in self._tied:
            word[0] = 1

    @property
    def is_set(self) -> bool:
        """Whether the search is to end."""
        return bool(self.word[0])

    @property
    def report_seconds(self) -> float | None:
        """The seconds between reports during the search; None: none are wanted."""
        return None

    def tell(self, so_far: Callable[[], Analysis]) -> None:
        """Report what the search knows so far, if somebody wants to know and it is time."""

    @contextmanager
    def after(self, seconds: float | None) -> Iterator[None]:
        """Set the flag after a number of seconds; None: never."""
        timer = Timer(min(seconds, TIMEOUT_MAX), self.set) if seconds is not None else None
        if timer:
            timer.daemon = True
            timer.start()
        try:
            yield
        finally:
            if timer:
                timer.cancel()


class Watch(Stop):
    """A stop that is told what the search knows so far, at most every so many seconds; in the thread that searches.

    A search reports between its steps, which may take longer.
    """

    def __init__(self, report: Callable[[Analysis], None], every: float = 1.0) -> None:
        super().__init__()
        self._report = report
        self._every = every
        self._due = time.monotonic() + every

    @property
    def report_seconds(self) -> float | None:
        """The seconds between reports."""
        return self._every

    def tell(self, so_far: Callable[[], Analysis]) -> None:
        """Report what the search knows so far, if it is time."""
        if time.monotonic() >= self._due and not self.is_set:
            self._report(so_far())
            self._due = time.monotonic() + self._every
