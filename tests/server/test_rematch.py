"""Rematches: the agreement and the new table are stored together, or neither of them."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

from server.serving import Running, Visitor, sqlite, until
from server.test_process import Process

GAME = "hexrows?side=4&stones=9"
_KILLS = 2
_TABLES = 4


def test_an_agreed_rematch_survives_a_kill(tmp_path: Path) -> None:
    process = Process(tmp_path, "serve")
    port = urlsplit(process.url).port
    with Visitor(process.url) as ada:
        for _ in range(_KILLS):
            tables = [finished(ada) for _ in range(_TABLES)]
            acknowledged: list[str] = []
            agreeing = [threading.Thread(target=agree, args=(ada, table, acknowledged)) for table in tables]
            for each in agreeing:
                each.start()
            until(lambda heard=acknowledged: heard)  # type: ignore[misc]
            process.process.kill()
            for each in agreeing:
                each.join()
            process.end()
            process = Process(tmp_path, "serve", "--port", str(port))
            for table in acknowledged:
                following = ada.state(table)["rematch"]
                assert following
                assert ada.state(following)["mine"] == [0, 1]
                assert ada.move(following)["version"] == 1
            # The agreements that were not acknowledged have happened whole or not at all.
            for table in tables:
                state = ada.state(table)
                assert state["rematch"] is not None or not state["offers"]
    process.end()
    # Nobody has opened two tables for one agreement.
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as database:
        (opened,) = database.execute("SELECT count(*) FROM tables").fetchone()
        (linked,) = database.execute("SELECT count(*) FROM events WHERE data LIKE '%rematched%'").fetchone()
    assert opened == _KILLS * _TABLES + linked


def finished(ada: Visitor) -> str:
    """Play a table that ends by resigning."""
    table: str = ada.open(GAME)["id"]
    assert ada.command(table, 0, kind="resign").status_code == 200
    return table


def agree(ada: Visitor, table: str, acknowledged: list[str]) -> None:
    """Ask for a rematch as all players of a table; note the table if that was acknowledged."""
    try:
        with ada.socket(table) as line:
            version = line.hear("state")["state"]["version"]
            if line.command(version, "again", kind="offer", what="rematch")["type"] == "ack":
                acknowledged.append(table)
    except Exception:
        # The server was killed before it answered.
        return


def test_a_rematch_is_acknowledged_with_its_table(ada: Visitor, bob: Visitor) -> None:
    opened = ada.open(GAME, "me", "friend")
    table = opened["id"]
    assert bob.post(f"/tables/{table}/claim", {"token": opened["invites"][0]["token"]}).status_code == 200
    assert ada.command(table, 1, kind="resign").status_code == 200
    assert ada.command(table, 2, kind="offer", what="rematch").json() == {"version": 3}
    with ada.socket(table) as line:
        line.hear("state")
        version = bob.command(table, 3, "yes", kind="answer", what="rematch", yes=True).json()["version"]
        state = line.hear_until(version)
        assert (state["version"], state["offers"]) == (version, [])
        assert ada.state(state["rematch"])["mine"] == [1]
        assert bob.state(state["rematch"])["mine"] == [0]
    # A resend finds the same rematch.
    assert bob.command(table, 3, "yes", kind="answer", what="rematch", yes=True).json() == {"version": version}
    assert ada.state(table)["rematch"] == state["rematch"]


def test_a_rematch_that_an_earlier_version_left_half_done_is_finished(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        table = finished(ada)
        jar = ada.http.cookies
    agreed = '{"kind":"offered","at":1,"what":"rematch","seat":0,"agreed":[0,1]}'
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as database, database:
        database.execute("INSERT INTO events (table_id, version, data, at) VALUES (?, 2, ?, 1)", (table, agreed))
        database.execute("UPDATE tables SET version = 2")
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        ada.http.cookies = jar
        with ada.socket(table) as line:
            line.hear_until(3)
        following = ada.state(table)["rematch"]
        assert ada.move(following)["version"] == 1
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        ada.http.cookies = jar
        assert ada.state(table)["rematch"] == following
        assert ada.get("/tables").json()["total"] == 2
