"""Budgets of CPU time by client: what a request will cost is paid for before its work starts.

A budget is a token bucket that may go into debt: a client with something left may ask for anything, and pays for it
before it asks again. The estimate is corrected by what the work has really taken.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

# Clients that a budget remembers; beyond this the least recently used is forgotten.
_MAX_CLIENTS = 20_000


@dataclass(slots=True)
class _Account:
    seconds: float
    at: float


class Budget:
    """CPU seconds for each client: at most `seconds` at once, and `rate` more every second."""

    def __init__(self, seconds: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds, self._rate = seconds, rate
        self._clock = clock
        self._accounts: OrderedDict[Hashable, _Account] = OrderedDict()

    def take(self, client: Hashable, cost: float) -> float:
        """Pay for some work; return 0, or the seconds until the client has something left, and take nothing."""
        account = self._account(client)
        if account.seconds <= 0:
            return max(1.0, -account.seconds / self._rate)
        account.seconds -= cost
        return 0.0

    def correct(self, client: Hashable, difference: float) -> None:
        """Charge what work took more than was paid for, or pay back what it took less."""
        account = self._account(client)
        account.seconds = min(self._seconds, account.seconds - difference)

    def _account(self, client: Hashable) -> _Account:
        now = self._clock()
        account = self._accounts.setdefault(client, _Account(self._seconds, now))
        self._accounts.move_to_end(client)
        account.seconds = min(self._seconds, account.seconds + (now - account.at) * self._rate)
        account.at = now
        while len(self._accounts) > _MAX_CLIENTS:
            self._accounts.popitem(last=False)
        return account


class Budgets:
    """The budgets of a server, for each network address; where several `people` share one, so many times as large.

    work      what is answered at once: pictures, sheets, hints, playing the moves of a game
    reviews   what is done in the background, when nothing else wants the processor
    analyses  what the analysis board searches
    visitors  the same, for each visitor, so that one who shares an address does not use what is there for all
    """

    def __init__(self, people: int) -> None:
        self.work = Budget(30 * people, 0.5 * people)
        self.reviews = Budget(600 * people, 0.25 * people)
        self.analyses = Budget(240 * people, 0.5 * people)
        self.visitors = Budget(180, 0.4)
