"""The short form of `make chaos`: server, database and connections are killed under load, and everything is checked."""

from __future__ import annotations

import asyncio
import secrets

import pytest

from benchmarks.chaos.__main__ import summary
from benchmarks.chaos.run import Plan, run
from benchmarks.chaos.stores import StoreKind
from benchmarks.postgres_process import NoPostgres

# Two of each kind: of the server, of its database, of the connections to players.
FAULTS = {
    "sqlite": ("kill_server", "stop_server", "fill_disk", "cut_clients", "freeze_clients"),
    "postgres": ("lose_commits", "kill_server", "kill_postgres", "cut_database", "freeze_clients", "end_backends"),
}


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_nothing_is_lost_or_doubled_when_everything_is_killed(store: StoreKind) -> None:
    plan = Plan(store, kills=6, groups=12, seed=secrets.randbelow(10**6), faults=FAULTS[store])
    print("seed", plan.seed)
    try:
        outcome = asyncio.run(run(plan, print))
    except NoPostgres as error:
        pytest.skip(str(error))
    found = summary(outcome)
    assert found["violations"] == {}
    assert found["lost"] == found["doubled"] == 0
    assert sum(found["kills"].values()) == 6
    assert found["acknowledged"] > 100
