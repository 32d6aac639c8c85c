"""The measurement of several workers: its short form runs, and its arithmetic and simulation add up."""

from __future__ import annotations

import pytest

from benchmarks.postgres_process import NoPostgres
from benchmarks.scale.__main__ import main, table
from benchmarks.scale.day import BUSY, Day
from benchmarks.scale.queueing import Costs, simulate

COSTS = Costs(move=2.0, notice=0.05, commit=1.0, row=0.1)


def test_its_short_form() -> None:
    try:
        found = main(["commits", "notices", "workers", "--seconds", "0.3", "--scale", "0.02", "--json"])
    except NoPostgres as error:
        pytest.skip(str(error))
    assert [row["workers"] for row in found["workers"]] == [1, 2, 3]
    for row in found["workers"]:
        assert row["moves_per_s"] > 0
        assert row["server_ms_per_move"] > 0
        assert row["rows_per_move"] >= 2
        assert row["wal_bytes_per_move"] > 100
    assert found["disk"][0]["bytes_per_event"] > 50
    assert all(row["commits_per_s"] > 0 for row in found["commits"])
    assert all(row["notices_per_s"] > 0 for row in found["notices"])
    assert table(found["disk"]).count("\n") == 2


def test_a_day() -> None:
    day = Day(1_000_000)
    assert day.games == 1_500_000
    assert round(day.peak) == 2083
    # Enough that each is busy for its share: what it handles, and what it hears of all.
    workers = day.workers(COSTS)
    assert day.peak * COSTS.move / 1000 / workers + day.peak * COSTS.notice / 1000 <= BUSY
    # Who hears more than it can handle is helped by no number of workers.
    assert Day(100_000_000).workers(COSTS) == 0


def test_queues_grow_with_the_load() -> None:
    calm, busy = simulate(50, 2, COSTS, seconds=20), simulate(700, 4, COSTS, seconds=20)
    # With nobody in the way: the worker's time, then a transaction of one move.
    assert calm.p50_ms == pytest.approx(COSTS.move + COSTS.commit + COSTS.row, rel=0.2)
    assert calm.p99_ms < busy.p99_ms
    assert busy.database_busy <= 1.0
    assert calm.database_busy == pytest.approx(50 * 1.1 / 1000, rel=0.2)
    # Twice the moves that a database takes one by one: they go in batches, and still go.
    much = simulate(2000, 12, COSTS, seconds=10)
    assert much.batch > 1.5
    assert much.p99_ms < 1000
    assert simulate(50, 2, COSTS, seconds=20) == calm
