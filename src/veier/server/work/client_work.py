"""Work that clients ask for: paid for before it starts, then done in a pool, or refused with a reason."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from veier.messages import message
from veier.search.limits import Stop
from veier.server.http.problems import Problem
from veier.server.work.budgets import Budget, Budgets
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
EXPLORE_COST = 0.15
EXPLORE_SEARCH_COST = 3.5
TRY_COST = 0.3
REVIEW_MOVE_COST = 0.3
PLY_COST = 0.0001


@dataclass(frozen=True)
class Work:
    """Runs work within the budget of the client that asks for it."""

    budgets: Budgets

    def pay_for_review(self, client: str, moves: int) -> None:
        """Pay for the review of a game; raise Problem 429 if nothing is left."""
        _pay((_Account(self.budgets.reviews, client),), REVIEW_MOVE_COST * moves)

    async def run(
        self, pool: Pool, client: str, cost: float, work: Callable[[], Found], stop: Stop | None = None
    ) -> Found:
        """Pay for some work, do it in a pool and return its result; raise what it raises, or Problem."""
        return await _run_paid(pool, (_Account(self.budgets.work, client),), cost, work, stop)

    async def run_analysis(
        self, pool: Pool, clients: tuple[Hashable, str], cost: float, work: Callable[[], Found], stop: Stop
    ) -> Found:
        """Do the same for a step of an analysis, which the visitor and the address pay for."""
        visitor, address = clients
        accounts = _Account(self.budgets.visitors, visitor), _Account(self.budgets.analyses, address)
        return await _run_paid(pool, accounts, cost, work, stop)


class _Account(NamedTuple):
    """What a client has left of a budget."""

    budget: Budget
    client: Hashable


def _pay(accounts: Sequence[_Account], cost: float) -> None:
    """Pay for work that is about to start, from every account; raise Problem 429 if one of them has nothing left."""
    paid: list[_Account] = []
    for account in accounts:
        seconds = account.budget.take(account.client, cost)
        if seconds:
            for before in paid:
                before.budget.correct(before.client, -cost)
            raise _try_later("server.too_much_work", seconds)
        paid.append(account)


async def _run_paid(
    pool: Pool, accounts: Sequence[_Account], cost: float, work: Callable[[], Found], stop: Stop | None
) -> Found:
    _pay(accounts, cost)

    def correct(seconds: float) -> None:
        for account in accounts:
            account.budget.correct(account.client, seconds - cost)

    try:
        return await pool.run(accounts[-1].client, work, stop, correct)
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
