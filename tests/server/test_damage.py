"""Damage stays local: a table that cannot be read is set aside, and everything else goes on."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import httpx
import psycopg
import pytest

from server.serving import Running, Visitor, sqlite, until
from server.test_errors import check
from veier.server.logs import JsonLines

GAME = "hexrows?side=4&stones=9"
CLOCK = {"kind": "minutes", "initial_ms": 1500, "increment_ms": 0}

_SECOND = "WHERE table_id = ? AND version = 2"
_REPLACED = "UPDATE events SET data = replace(data, '{}', '{}') WHERE table_id = ?"
# Statements that damage a table with two moves.
DAMAGES = {
    "bad JSON": f"UPDATE events SET data = '{{\"kind\":' {_SECOND}",
    "deep JSON": f"UPDATE events SET data = '{'[' * 3000}' {_SECOND}",
    "a list": f"UPDATE events SET data = '[]' {_SECOND}",
    "an unknown event": f'UPDATE events SET data = \'{{"kind":"vanished","at":1}}\' {_SECOND}',
    "a seat that is not there": _REPLACED.format('"seat":1', '"seat":7'),
    "a negative seat": _REPLACED.format('"seat":1', '"seat":-1'),
    "the other's turn": _REPLACED.format('"seat":1', '"seat":0'),
    "an impossible move": _REPLACED.format("d5", "d4"),
    "times of three": _REPLACED.format('"remaining":[', '"remaining":[5,'),
    "a hole": "DELETE FROM events WHERE table_id = ? AND version = 1",
    "a lost end": f"DELETE FROM events {_SECOND}",
    "a wrong counter": "UPDATE tables SET version = 5 WHERE id = ?",
    "a bad setup": "UPDATE tables SET setup = 'null' WHERE id = ?",
    "a setup of a list": "UPDATE tables SET setup = '[1]' WHERE id = ?",
    "an owner of no seat": "UPDATE seats SET seat = 9 WHERE table_id = ? AND seat = 1",
}
# Types that only SQLite stores in any column.
WRONG_TYPES = {
    "bytes": "UPDATE events SET data = x'fffe00' WHERE table_id = ? AND version = 2",
    "bytes as text": "UPDATE events SET data = CAST(x'ff' AS TEXT) WHERE table_id = ? AND version = 2",
    "a number": "UPDATE events SET data = 12 WHERE table_id = ? AND version = 2",
    "a version in words": "UPDATE events SET version = 'two' WHERE table_id = ? AND version = 2",
    "a time in words": "UPDATE tables SET created = 'yesterday' WHERE id = ?",
    "a change in words": "UPDATE tables SET updated = x'00' WHERE id = ?",
}


def test_each_damage_sets_one_table_aside(database: str) -> None:
    damages = DAMAGES | (WRONG_TYPES if database.startswith("sqlite") else {})
    with Running(database, people_per_address=9) as server, server.visitor() as ada:
        tables = {name: open_with_moves(ada) for name in damages}
        good = [open_with_moves(ada) for _ in range(3)]
        cookies = ada.http.cookies
    change(database, [(statement, tables[name]) for name, statement in damages.items()])
    with Running(database, people_per_address=9) as server, server.visitor() as ada:
        ada.http.cookies = cookies
        # The clocks of the others run without anybody looking at them.
        until(lambda: all(ada.state(table)["result"] for table in good))
        for name, table in tables.items():
            answer = ada.get(f"/tables/{table}")
            assert answer.status_code == 410, name
            check(answer, 410, "server.unreadable")
            check(ada.command(table, 2, kind="resign"), 410, "server.unreadable")
        listed = ada.get("/tables")
        assert listed.status_code == 200
        assert {each["id"] for each in listed.json()["tables"]} == set(good)
        assert ada.post("/tables/search", {"result": "over"}).status_code == 200
        records = ada.get("/records", format="json")
        assert len(records.json()["games"]) == 3
        health = ada.http.get("/healthz")
        assert (health.status_code, health.json()["unreadable"]) == (200, len(damages))
        assert f"veier_unreadable_tables {len(damages)}.0" in ada.http.get("/metrics").text
        assert open_with_moves(ada)


def open_with_moves(ada: Visitor) -> str:
    table: str = ada.open(GAME, "me", "device", clock=CLOCK)["id"]
    ada.command(table, 0, kind="move", text="d4")
    ada.command(table, 1, kind="move", text="d5")
    return table


def change(database: str, statements: list[tuple[str, str]]) -> None:
    """Execute statements about tables, each of which changes something."""
    if database.startswith("sqlite"):
        other = sqlite3.connect(database.removeprefix("sqlite:///"))
        for statement, table in statements:
            assert other.execute(statement, (table,)).rowcount > 0
        other.commit()
        other.close()
        return
    with psycopg.connect(database) as held:
        for statement, table in statements:
            assert held.execute(statement.replace("?", "%s"), (table,)).rowcount > 0


def test_the_operator_is_told_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        bad = open_with_moves(ada)
    change(sqlite(tmp_path), [(DAMAGES["bad JSON"], bad)])
    caplog.clear()
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        for _ in range(3):
            check(ada.get(f"/tables/{bad}"), 410)
    written = [JsonLines().format(record) for record in caplog.records]
    told = [line for line in map(json.loads, written) if line["event"] == "unreadable table"]
    assert [(line["level"], line["table"]) for line in told] == [("error", bad[:4])]
    assert not any(bad in line for line in written)


def test_what_is_damaged_while_it_is_played_is_set_aside(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        bad, good = (ada.open(GAME)["id"] for _ in range(2))
        ada.move(bad, "d4")
        change(sqlite(tmp_path), [("UPDATE tables SET version = 7 WHERE id = ?", bad)])
        check(ada.command(bad, 1, kind="move", text="d5"), 410, "server.unreadable")
        check(ada.get(f"/tables/{bad}"), 410, "server.unreadable")
        assert ada.http.get("/healthz").json() == {"ok": True, "unreadable": 1, "preparing": None}
        # Repaired, it goes on without a restart.
        change(sqlite(tmp_path), [("UPDATE tables SET version = 1 WHERE id = ?", bad)])
        until(lambda: ada.get(f"/tables/{bad}").status_code == 200)
        assert ada.move(bad, "d5")["version"] == 2
        assert ada.http.get("/healthz").json()["unreadable"] == 0
        assert ada.move(good)["version"] == 1


def test_a_corrupt_page_concerns_what_is_on_it(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), people_per_address=9) as server, server.visitor() as ada:
        tables = {ada.open(GAME, "me", "device", clock=CLOCK)["id"] for _ in range(55)}
        for table in tables:
            ada.command(table, 0, kind="move", text="d4")
        cookies = ada.http.cookies
    file = tmp_path / "games.sqlite3"
    # Of indexes, all of them: nothing is lost.
    assert corrupt(file, INDEX_LEAF, tables, 99) == tables
    assert find_readable(file, cookies, tables) == tables
    # Of rows, what is on the page, and nothing else.
    lost = corrupt(file, TABLE_LEAF, tables, 1, b'"kind":"moved"')
    assert tables - lost <= find_readable(file, cookies, tables) < tables
    lost |= corrupt(file, TABLE_LEAF, tables, 1, b'"game":"hexrows')
    assert lost < tables
    assert tables - lost <= find_readable(file, cookies, tables) < tables


# The first byte of a page of SQLite.
INDEX_LEAF, TABLE_LEAF = 0x0A, 0x0D


def corrupt(file: Path, kind: int, tables: set[str], count: int, part: bytes = b"") -> set[str]:
    """Destroy pages of a kind that name tables; return which, among them perhaps some whose rows were there before."""
    other = sqlite3.connect(file)
    other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    other.close()
    data, size, named = bytearray(file.read_bytes()), 4096, set()
    for start in range(size, len(data), size):
        page = bytes(data[start : start + size])
        found = {table for table in tables if table.encode() in page}
        if count and page[0] == kind and found and part in page:
            named |= found
            count -= 1
            data[start : start + size] = b"\xa5" * size
    file.write_bytes(data)
    return named


def find_readable(file: Path, cookies: httpx.Cookies, tables: set[str]) -> set[str]:
    """Return the tables that can be read, which are those that are listed; the others are counted."""
    with Running(f"sqlite:///{file}", people_per_address=9) as server, server.visitor() as ada:
        ada.http.cookies = cookies
        readable = {table for table in tables if ada.get(f"/tables/{table}").status_code == 200}
        assert {each["id"] for each in ada.get("/tables").json()["tables"]} == readable
        health = ada.http.get("/healthz").json()
        assert health == {"ok": True, "unreadable": len(tables - readable), "preparing": None}
        return readable
