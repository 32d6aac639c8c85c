"""The parts of pools on their own: turns among clients, budgets, work that is given up."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from functools import partial

import pytest

from veier.search.limits import Stop
from veier.server.work import pools
from veier.server.work.budgets import Budget
from veier.server.work.fair_slots import Busy, FairSlots
from veier.server.work.pools import GivenUp, Pool
from veier.server.work.worker_process import WorkerEnded, WorkerProcess


def test_clients_have_turns() -> None:
    async def run() -> list[str]:
        slots, order = FairSlots(1, 10, 10), list[str]()

        async def work(name: str) -> None:
            await slots.acquire(name[0])
            order.append(name)
            slots.release()

        await slots.acquire("z")
        tasks = [asyncio.create_task(work(name)) for name in ("a1", "a2", "a3", "b1", "c1", "b2")]
        await asyncio.sleep(0)
        slots.release()
        await asyncio.gather(*tasks)
        return order

    assert asyncio.run(run()) == ["a1", "b1", "c1", "a2", "b2", "a3"]


def test_what_waits_is_bounded_and_may_leave() -> None:
    async def run() -> None:
        slots = FairSlots(1, 2, 3)
        await slots.acquire("a")
        first, second = (asyncio.create_task(slots.acquire("a")) for _ in range(2))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await slots.acquire("a")
        third = asyncio.create_task(slots.acquire("b"))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await slots.acquire("c")
        first.cancel()
        await asyncio.sleep(0)
        assert slots.waiting == 2
        slots.release()
        await asyncio.wait([second, third], return_when=asyncio.FIRST_COMPLETED)
        # Cancelled in the moment in which it got its slot: the slot goes on to the next one.
        slots.release()
        third.cancel()
        await asyncio.wait([second, third])
        await asyncio.wait_for(slots.acquire("d"), 1)
        waiting = asyncio.create_task(slots.acquire("e"))
        await asyncio.sleep(0)
        slots.close()
        with pytest.raises(Busy):
            await waiting

    asyncio.run(run())


def test_a_budget_is_paid_from_and_filled_again() -> None:
    now = 0.0
    budget = Budget(10, 0.5, lambda: now)
    assert budget.take("a", 9) == 0
    assert budget.take("a", 5) == 0, "something was left"
    assert budget.take("a", 0.1) == pytest.approx(8), "the debt of 4 takes 8 seconds"
    assert budget.take("b", 1) == 0
    now = 9
    assert budget.take("a", 0.1) == 0
    budget.correct("a", -100)
    assert budget.take("a", 10.5) == 0
    assert budget.take("a", 0.1) == 1, "it never has more than it holds at most"


def test_work_that_is_given_up_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def wait_for(stop: Stop) -> None:
        while not stop.is_set:
            time.sleep(0.005)

    async def run() -> None:
        pool, stop = Pool("test", FairSlots(1, 10, 10), 0.1), Stop()
        with pytest.raises(GivenUp):
            await pool.run("a", partial(wait_for, stop), stop)
        pool.seconds = 10
        assert await pool.run("a", lambda: 7) == 7
        # So is work that nobody waits for any more.
        stop = Stop()
        task = asyncio.create_task(pool.run("a", partial(wait_for, stop), stop))
        await asyncio.sleep(0.05)
        task.cancel()
        assert await pool.run("a", lambda: 8) == 8
        # What cannot be stopped loses its slot after a while.
        monkeypatch.setattr(pools, "_GRACE_SECONDS", 0.1)
        pool.seconds = 0.1
        never = threading.Event()
        with pytest.raises(GivenUp):
            await pool.run("a", lambda: never.wait(20))
        pool.seconds = 10
        assert await pool.run("a", lambda: 9) == 9
        never.set()
        await pool.close()

    asyncio.run(run())


def test_a_process_is_ended_with_its_work_and_when_it_is_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        monkeypatch.setattr(pools, "_IDLE_SECONDS", 0.2)
        process = WorkerProcess(1)
        pool, spent = Pool("test", FairSlots(1, 10, 10), 60, process), list[float]()
        first = await pool.run("a", os.getpid, spent=spent.append)
        assert first == process.pid != os.getpid()
        assert len(spent) == 1
        with pytest.raises(ValueError, match="literal"):
            await pool.run("a", partial(int, "nonsense"))
        while process.pid is not None:
            await asyncio.sleep(0.02)
        pool.seconds = 60
        assert await pool.run("a", os.getpid) != first
        pool.seconds = 0.1
        with pytest.raises(GivenUp):
            await pool.run("a", partial(time.sleep, 60))
        pool.seconds = 60
        task = asyncio.create_task(pool.run("a", partial(time.sleep, 60)))
        await asyncio.sleep(0.1)
        await pool.close()
        with pytest.raises(WorkerEnded):
            await task
        assert process.pid is None

    asyncio.run(run())
