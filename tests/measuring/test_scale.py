"""The measurement of several workers: its short form runs, and its arithmetic and simulation add up."""

from __future__ import annotations

import pytest

from benchmarks.postgres_process import NoPostgres
from benchmarks.scale.__main__ import main, table
from benchmarks.scale.costs import CORES, Sizes, derive_costs
from benchmarks.scale.day import BUSY, Day, days, end
from benchmarks.scale.queueing import Costs, simulate

COSTS = Costs(move=2.0, notice=0.05, commit=1.0, row=0.1)


def test_its_short_form() -> None:
    try:
        found = main(["day", "commits", "notices", "workers", "--seconds", "0.3", "--scale", "0.02", "--json"])
    except NoPostgres as error:
        pytest.skip(str(error))
    assert [row["workers"] for row in found["workers"]] == [1, 2, 3]
    for row in found["workers"]:
        assert row["moves_per_s"] > 0
        assert row["server_ms_per_move"] > 0
        # Each move's event, and the table's own row, which moves in one transaction share.
        assert row["rows_per_move"] > 1
        assert row["wal_bytes_per_move"] > 100
    assert found["disk"][0]["bytes_per_event"] > 50
    assert all(row["commits_per_s"] > 0 for row in found["commits"])
    assert all(row["notices_per_s"] > 0 for row in found["notices"])
    assert table(found["disk"]).count("\n") == 2
    assert all(row["notices_per_s"] > 0 for row in found["listeners"])
    # A day is calculated from these figures, not from others.
    costs = found["costs in ms"][0]
    assert costs["notice"] == pytest.approx(found["notices"][0]["server_us_per_move"] / 1000, abs=1e-4)
    assert costs["move"] >= found["workers"][-1]["server_ms_per_move"]
    assert len(found["day"]) == 5


def test_costs_are_those_that_were_measured() -> None:
    workers = [
        {"workers": 1, "server_ms_per_move": 1.0, "database_ms_per_move": 0.8},
        {"workers": 3, "server_ms_per_move": 2.0, "database_ms_per_move": 1.6},
    ]
    commits = [
        {"connections": 4, "batch": batch, "notify": notify, "ms_per_commit": cost}
        for batch, notify, cost in ((1, False, 0.2), (1, True, 0.5), (10, True, 1.5))
    ]
    notices = [{"server_us_per_move": 70.0}, {"server_us_per_move": 20.0}]
    listeners = [{"listeners": 1, "database_us_per_notice": 100}, {"listeners": 31, "database_us_per_notice": 400}]
    costs = derive_costs(workers, commits, notices, listeners)
    # With three workers the other player is elsewhere at two thirds of the tables; this is what it would be at all.
    assert costs.move == 2.5
    assert costs.row == pytest.approx(2.0 / CORES)
    assert (costs.notice, costs.commit) == (0.07, 0.5)
    assert costs.listener == pytest.approx(0.01 / CORES, abs=1e-5)


def test_a_day_alone_needs_costs(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["day"], ["day", "workers"], ["--move", "2"], ["day", "--move", "2", "--row", "1"]):
        with pytest.raises(SystemExit):
            main(arguments)
        assert "--move, --notice, --commit, --row" in capsys.readouterr().err
    main(["day", "--move", "2", "--notice", "0.05", "--commit", "1", "--row", "0.1"])
    told = capsys.readouterr().out
    assert "3 games a player" in told
    assert "| 1,000,000 | 1,500,000 |" in told


def test_a_day_of_a_million_players_has_sizes() -> None:
    sizes = Sizes(table_kb=100, wal_bytes=1000, table_bytes=1000, event_bytes=200)
    [day] = days(COSTS, sizes, [1_000_000])
    # 62,500 games are played at once, each in the memory of two workers.
    assert day["memory_gb"] == pytest.approx(62_500 * 2 * 100 / 1024**2, abs=0.1)
    assert day["wal_mb_per_s"] == 2.1
    assert day["gb_per_day"] == 13.5
    assert days(COSTS, None, [1_000_000])[0]["memory_gb"] == "-"


def test_where_it_ends() -> None:
    one, two, four = (
        {name: int(value.replace(",", "")) for name, value in row.items() if name != "partitions"} for row in end(COSTS)
    )
    # A worker that hears of that many moves is busy with it; beyond that, no number of workers helps.
    hearing = one["hearing_players"]
    assert Day(hearing).peak * COSTS.notice / 1000 == pytest.approx(BUSY, rel=0.01)
    assert Day(hearing - 20_000).workers(COSTS) > 0
    assert Day(hearing + 20_000).workers(COSTS) == 0
    assert Day(one["database_players"]).peak * (COSTS.row + COSTS.commit / 250) / 1000 == pytest.approx(BUSY, rel=0.01)
    for name, players in one.items():
        assert (two[name], four[name]) == (2 * players, 4 * players)


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
