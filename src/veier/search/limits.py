"""How far a search may go, and how it is stopped: for every search and everybody who starts one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import TIMEOUT_MAX, Timer

import numpy as np

from veier.kernels.state import Words

DEFAULT_MOVETIME = 1.0
# A limit for kernels that is never reached.
UNLIMITED = 2**62


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a search may go; what comes first ends it. With no limit at all it takes a second.

    movetime   seconds; with 0 it answers at once
    nodes      positions looked at, or games played out
    depth      plies looked ahead, where the search counts them
    threads    1 or 2; more than one make the answer depend on time
    megabytes  memory for what is remembered
    """

    movetime: float | None = None
    nodes: int | None = None
    depth: int | None = None
    threads: int = 1
    megabytes: int = 64

    def __post_init__(self) -> None:
        """Refuse what no search could keep to."""
        least = {"movetime": 0, "nodes": 1, "depth": 1, "threads": 1, "megabytes": 1}
        for name, bound in least.items():
            value = getattr(self, name)
            # Written so that a movetime that is not a number is refused too.
            if value is not None and not value >= bound:
                raise ValueError(f"{name} is {value}, but must be at least {bound}")
        if self.threads > 2:
            raise ValueError(f"threads is {self.threads}, but must be 1 or 2")

    @property
    def seconds(self) -> float | None:
        """The time there is; None if only nodes or depth count."""
        if self.movetime is None and self.nodes is None and self.depth is None:
            return DEFAULT_MOVETIME
        return self.movetime

    def less(self, seconds: float, nodes: int) -> Limits:
        """Give the limits that are left after so many seconds and nodes; a node is always left."""
        time_left = None if self.seconds is None else max(self.seconds - seconds, 0.0)
        nodes_left = None if self.nodes is None else max(self.nodes - nodes, 1)
        return replace(self, movetime=time_left, nodes=nodes_left)


class Stop:
    """A flag that ends a search from another thread; kernels look at its word, or at one tied to it, at every node."""

    def __init__(self) -> None:
        self.word: Words = np.zeros(1, np.int64)
        self._tied: list[Words] = []

    def tie(self, word: Words) -> None:
        """Let another array's first word be set with this flag."""
        self._tied.append(word)
        if self.is_set:
            word[0] = 1

    def set(self) -> None:
        """Ask the search to end and to answer with what it has."""
        self.word[0] = 1
        for word in self._tied:
            word[0] = 1

    @property
    def is_set(self) -> bool:
        """Whether somebody has asked."""
        return bool(self.word[0])

    @contextmanager
    def after(self, seconds: float | None) -> Iterator[None]:
        """Set the flag when so many seconds have passed; None: never."""
        timer = Timer(min(seconds, TIMEOUT_MAX), self.set) if seconds is not None else None
        if timer:
            timer.daemon = True
            timer.start()
        try:
            yield
        finally:
            if timer:
                timer.cancel()
