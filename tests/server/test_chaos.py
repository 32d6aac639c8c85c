"""The short form of `make chaos`: server, database and connections are killed under load, and everything is checked."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import pytest

from benchmarks.chaos.__main__ import summary
from benchmarks.chaos.run import Plan, run
from benchmarks.chaos.stores import StoreKind
from benchmarks.nginx_process import NoNginx
from benchmarks.postgres_process import NoPostgres

# Two of each kind: of the server, of its database, of the connections to players.
FAULTS = {
    "sqlite": ("kill_server", "stop_server", "fill_disk", "cut_clients", "freeze_clients"),
    "postgres": ("lose_commits", "kill_server", "kill_postgres", "cut_database", "freeze_clients", "end_backends"),
}
# One of three servers at a time, their database, the connections to players.
SEVERAL = ("kill_server", "stop_server", "kill_postgres", "cut_clients")


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_nothing_is_lost_or_doubled_when_everything_is_killed(store: StoreKind) -> None:
    found = strike(Plan(store, kills=6, groups=12, seed=secrets.randbelow(10**6), faults=FAULTS[store]))
    assert found["acknowledged"] > 100


def test_nothing_is_lost_or_doubled_by_three_servers_behind_nginx() -> None:
    seed = secrets.randbelow(10**6)
    found = strike(Plan("postgres", kills=4, groups=12, seed=seed, faults=SEVERAL, servers=3))
    assert found["acknowledged"] > 50
    assert found["computer_moves"] > 10
    # Players were spread over all: each has heard of changes that others have made.
    assert len(found["notices"]) == 3
    assert min(found["notices"]) > 0


def strike(plan: Plan) -> dict[str, Any]:
    """Run, and return the summary; nothing may be violated."""
    print("seed", plan.seed)
    try:
        outcome = asyncio.run(run(plan, print))
    except (NoPostgres, NoNginx) as error:
        pytest.skip(str(error))
    found = summary(outcome)
    assert found["violations"] == {}
    assert found["lost"] == found["doubled"] == 0
    assert sum(found["kills"].values()) == plan.kills
    return found
