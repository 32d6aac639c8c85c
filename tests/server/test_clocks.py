"""Players' clocks: they run while the server does, and neither a restart nor a slow disk changes them."""

from __future__ import annotations

import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from server.copies import copy_table
from server.serving import Data, Running, Visitor, sqlite, until
from server.test_process import Process
from server.test_store import undo_migrations

GAME = "hexrows?side=4&stones=9"
DAY, HOUR = 86_400_000, 3_600_000
# What a kill may give back, in milliseconds: a second, and more where a busy machine delays the heartbeat.
_REFUND = 3_000


def open_clocked(ada: Visitor, initial_ms: int, *, kind: str = "minutes") -> str:
    """Open a table whose clock runs: everybody has made the first move."""
    table: str = ada.open(GAME, clock={"kind": kind, "initial_ms": initial_ms})["id"]
    ada.move(table, "d4")
    ada.move(table, "d5")
    return table


def remaining(visitor: Visitor, table: str) -> list[int]:
    """Return every seat's remaining time."""
    found: list[int] = visitor.state(table)["clocks"]["remaining"]
    return found


@contextmanager
def slow_disk(folder: Path) -> Iterator[None]:
    """Let all commits wait until the block ends: another program holds the database."""
    with closing(sqlite3.connect(folder / "games.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")


# Restarts.


def test_a_restart_gives_no_thinking_time_back(database: str) -> None:
    with Running(database) as server, server.visitor() as ada:
        table = open_clocked(ada, 60_000)
        until(lambda: remaining(ada, table)[0] < 59_000)
        before = remaining(ada, table)[0]
    with Running(database) as server, server.visitor() as ada:
        after = remaining(ada, table)
    assert after[0] <= before
    assert after[1] == 60_000


def test_a_clock_of_an_earlier_version_goes_on(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        tables = [open_clocked(ada, 600_000), open_clocked(ada, 7 * DAY, kind="days"), open_clocked(ada, 4000)]
        waiting = ada.open(GAME, clock={"kind": "minutes", "initial_ms": 2000})["id"]
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as other, other:
        undo_migrations(other, "0006")
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        left = [remaining(ada, table)[0] for table in tables]
        assert 595_000 < left[0] <= 600_000
        assert 7 * DAY - 5000 < left[1] <= 7 * DAY
        assert left[2] <= 4000
        until(lambda: over(tmp_path) == 1)
        assert ada.state(tables[2])["result"]["why"] == "time"
        assert remaining(ada, waiting) == [2000, 2000]
        known = remaining(ada, tables[0])[0]
    # What was found out is stored.
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        assert remaining(ada, tables[0])[0] <= known
        assert ada.state(waiting)["result"] is None


def test_nor_does_a_kill_and_the_clock_stands_still_meanwhile(tmp_path: Path) -> None:
    first = Process(tmp_path, "serve")
    with Visitor(first.url) as ada:
        began = time.monotonic()
        table = open_clocked(ada, 60_000)
        until(lambda: remaining(ada, table)[0] < 56_000)
        before = remaining(ada, table)[0]
    first.end(signal.SIGKILL)
    up = time.monotonic() - began
    time.sleep(1)
    began = time.monotonic()
    second = Process(tmp_path, "serve")
    with Visitor(second.url) as ada:
        after = remaining(ada, table)
    up += time.monotonic() - began
    second.end()
    assert after[0] <= before + _REFUND
    assert after[0] >= 60_000 - up * 1000 - 100
    assert after[1] == 60_000


def test_restarts_do_not_keep_a_clock_alive(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        table = open_clocked(ada, 3000)
    for _ in range(12):
        with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
            time.sleep(0.5)
            result = ada.state(table)["result"]
        if result:
            break
    assert result
    assert (result["why"], result["winner"]) == ("time", 1)


def test_flags_fall_after_a_restart_although_nobody_looks(tmp_path: Path) -> None:
    """Also those of many tables, which are not kept in memory for it; what cannot be read stops no other."""
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        slow, bad, late = open_clocked(ada, 600_000), open_clocked(ada, 3000), open_clocked(ada, 3000)
    copies = copy_table(tmp_path, late, 30)
    copies += copy_table(tmp_path, slow, 300, first=1000)
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as other, other:
        other.execute("UPDATE events SET data = '{' WHERE table_id = ?", [bad])
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        until(lambda: over(tmp_path) >= 31)
        assert tables_in_memory(ada) < 100
        assert ada.state(copies[0])["result"]["why"] == "time"
        assert ada.state(copies[-1])["result"] is None


def over(folder: Path) -> int:
    """Count the games that are over, without asking the server for one."""
    with closing(sqlite3.connect(folder / "games.sqlite3")) as other:
        (count,) = other.execute("SELECT count(*) FROM tables WHERE over").fetchone()
    return int(count)


def tables_in_memory(visitor: Visitor) -> int:
    text = visitor.http.get("/metrics").text
    return int(float(next(line for line in text.splitlines() if line.startswith("veier_tables ")).split()[1]))


def test_days_go_on_while_the_server_is_down_but_nobody_loses_by_it(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        table = open_clocked(ada, 7 * DAY, kind="days")
    for days, least, most in ((2, 5 * DAY - HOUR, 5 * DAY), (20, HOUR - 60_000, HOUR), (20, HOUR - 120_000, HOUR)):
        with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as other, other:
            other.execute("UPDATE heartbeat SET at = at - ?", [days * DAY])
        with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
            left = remaining(ada, table)
            assert least <= left[0] <= most
            assert left[1] == 7 * DAY


# Turns.


def test_a_slow_disk_costs_neither_player_time(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        thinking = Stopwatch()
        table = open_clocked(ada, 60_000)
        with ada.socket(table) as line:
            line.hear("state")
            with slow_disk(tmp_path):
                line.say(type="command", id="slow", version=2, command={"kind": "move", "text": "c4"})
                thought = thinking.ms()
                time.sleep(2)
            thinking = Stopwatch()
            assert line.hear("ack")["version"] == 3
            left = line.hear_until(3)["clocks"]["remaining"]
        assert left[0] > 60_000 - thought - 500
        assert left[1] > 60_000 - thinking.ms() - 500
    # Nor does a restart.
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        assert remaining(ada, table)[1] > 60_000 - thinking.ms() - 500


class Stopwatch:
    """Measures milliseconds."""

    def __init__(self) -> None:
        self._began = time.monotonic()

    def ms(self) -> float:
        return (time.monotonic() - self._began) * 1000


def test_a_move_that_is_not_saved_gives_its_time_back(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        thinking = Stopwatch()
        table = open_clocked(ada, 60_000)
        with ada.socket(table) as line:
            line.hear("state")
            with slow_disk(tmp_path):
                thought = thinking.ms()
                assert line.command(2, "lost", kind="move", text="c4")["reason"]["key"] == "server.not_saved"
                thinking = Stopwatch()
            told = line.hear_until(2)["clocks"]["remaining"]
        for left in (told, remaining(ada, table)):
            assert left[0] > 60_000 - thought - thinking.ms() - 500
            assert left[1] == 60_000


def test_a_move_that_arrives_in_time_is_made_although_another_command_is_being_written(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada, server.visitor() as bob:
        opened = ada.open(GAME, "me", "friend", clock={"kind": "minutes", "initial_ms": 2400})
        table = opened["id"]
        assert bob.post(f"/tables/{table}/claim", {"token": opened["invites"][0]["token"]}).status_code == 200
        with ada.socket(table) as here, bob.socket(table) as there:
            for line in (here, there):
                line.hear("state")
            assert here.command(1, "first", kind="move", text="d4")["type"] == "ack"
            assert there.command(2, "second", kind="move", text="d5")["type"] == "ack"
            with slow_disk(tmp_path):
                there.say(type="command", id="draw", version=3, command={"kind": "offer", "what": "draw"})
                time.sleep(0.2)
                here.say(type="command", id="third", version=3, command={"kind": "move", "text": "c4"})
                # The time is up before anything is written.
                time.sleep(2.4)
            assert there.hear("ack", "refused")["type"] == "ack"
            assert here.hear("ack", "refused")["type"] == "ack"
        state = ada.state(table)
        assert [made["text"] for made in state["moves"]] == ["d4", "d5", "c4"]


def test_a_move_is_acknowledged_only_if_it_is_made(server: Running, ada: Visitor) -> None:
    """Moves at the very moment when the time is up."""
    tables = [ada.open(GAME, clock={"kind": "minutes", "initial_ms": 1000})["id"] for _ in range(8)]
    shots = [threading.Thread(target=shoot, args=(ada, table, number)) for number, table in enumerate(tables)]
    for shot in shots:
        shot.start()
    for shot in shots:
        shot.join()
    for table in tables:
        until(lambda table=table: ada.state(table)["result"])  # type: ignore[misc]
        state, answer = ada.state(table), answers[table]
        assert len(state["moves"]) == 2 + (answer["type"] == "ack")
        assert answer["type"] in ("ack", "stale") or answer["reason"]["key"] == "table.too_late"


answers: dict[str, Data] = {}


def shoot(ada: Visitor, table: str, number: int) -> None:
    """Play at a table, the third move when the time is just up."""
    with ada.socket(table) as line:
        line.hear("state")
        line.command(0, "a", kind="move", text="d4")
        line.command(1, "b", kind="move", text="d5")
        time.sleep(0.97 + number * 0.006)
        answers[table] = line.command(2, "c", kind="move", text="c4")


@pytest.mark.parametrize("command", [{"kind": "move", "text": "c4"}, {"kind": "resign"}])
def test_a_late_command_is_refused_with_its_reason(
    server: Running, ada: Visitor, command: Data, monkeypatch: pytest.MonkeyPatch
) -> None:
    from veier.server.tables.clocks import TableClocks

    monkeypatch.setattr(TableClocks, "_end_due", lambda self: None)
    table = open_clocked(ada, 1000)
    until(lambda: remaining(ada, table)[0] == 0)
    answer = ada.command(table, 2, "late", **command)
    assert (answer.status_code, answer.json()["reason"]["key"]) == (422, "table.too_late")
    state = ada.state(table)
    assert (state["version"], len(state["moves"]), state["result"]["why"]) == (3, 2, "time")
    assert ada.command(table, 2, "late", **command).status_code == 409
