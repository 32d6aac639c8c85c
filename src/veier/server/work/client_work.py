"""Work that clients ask for: paid for before it starts, then done in a pool, or refused with a reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from veier.messages import message
from veier.search.limits import Stop
from veier.server.http.problems import Problem
from veier.server.work.budgets import Budgets
from veier.server.work.fair_slots import Busy
from veier.server.work.pools import GivenUp, Pool
from veier.server.work.worker_process import WorkerEnded

Found = TypeVar("Found")

# Seconds after which a client may try again when too much work waits.
_BUSY_SECONDS = 5

# Estimates in CPU seconds, a little above what was measured; they are corrected afterwards.
MOVE_COST = 0.0001
TEXT_COST = 0.00002  # for each character of a record
BOARD_COST = 0.02
RULES_COST = 0.03
EXERCISE_COST = 0.01
PICTURE_COST = 1.0
SHEET_COST = 0.1
SHEET_MOVE_COST = 0.001
SET_COST = 0.3
PAGE_COST = 0.2
HINT_COST = 1.2
TRY_COST = 0.3
REVIEW_MOVE_COST = 0.3
PLY_COST = 0.0001


@dataclass(frozen=True)
class Work:
    """Runs work within the budget of the client that asks for it."""

    budgets: Budgets

    def pay(self, client: str, cost: float) -> None:
        """Pay for work that is about to start; raise Problem 429 if nothing is left."""
        seconds = self.budgets.work.take(client, cost)
        if seconds:
            raise _try_later("server.too_much_work", seconds)

    def pay_for_review(self, client: str, moves: int) -> None:
        """Pay for the review of a game; raise Problem 429 if nothing is left."""
        seconds = self.budgets.reviews.take(client, REVIEW_MOVE_COST * moves)
        if seconds:
            raise _try_later("server.too_much_work", seconds)

    async def run(
        self, pool: Pool, client: str, cost: float, work: Callable[[], Found], stop: Stop | None = None
    ) -> Found:
        """Pay for some work, do it in a pool and return its result; raise what it raises, or Problem."""
        self.pay(client, cost)

        def correct(seconds: float) -> None:
            self.budgets.work.correct(client, seconds - cost)

        try:
            return await pool.run(client, work, stop, correct)
        except Busy:
            correct(0.0)
            raise busy() from None
        except (GivenUp, WorkerEnded):
            raise Problem(503, message("server.not_finished"), {"Retry-After": str(_BUSY_SECONDS)}) from None


def busy() -> Problem:
    """Return the problem for a client that asks for work while too much of it waits."""
    return _try_later("server.busy", _BUSY_SECONDS)


def _try_later(key: str, seconds: float) -> Problem:
    wait = max(1, round(seconds))
    return Problem(429, message(key, count=wait), {"Retry-After": str(wait)}, retry=wait)
