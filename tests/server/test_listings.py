"""The tables of a session: filters, pages, the order, all records as a file, and nobody else's games."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import text

import veier
from server.serving import Running, Visitor, sqlite, until
from server.test_errors import check
from server.test_seats import sit
from server.test_store import undo_migrations
from veier.server.store.database import make_engine
from veier.server.store.listings import Cursor, TableFilter, count_query, page_query

ROWS = "hexrows?side=4&stones=9"


def search(visitor: Visitor, **asked: Any) -> list[str]:
    """List the ids that a search finds."""
    answer = visitor.post("/tables/search", asked)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["total"] >= len(found["tables"])
    return [table["id"] for table in found["tables"]]


def resign(visitor: Visitor, table: str) -> None:
    assert visitor.command(table, visitor.state(table)["version"], kind="resign").status_code == 200


def test_filters_order_and_privacy(database: str) -> None:
    with Running(database) as server, server.visitor() as ada, server.visitor() as bob, server.visitor() as eve:
        with_bob = ada.open(ROWS, "me", "friend")
        sit(bob, with_bob, "Zoé Müller")
        won, lost = ada.open(ROWS, "me", "friend"), ada.open(ROWS, "me", "friend")
        for opened, loser in ((won, bob), (lost, ada)):
            sit(bob, opened, "Zoé Müller")
            resign(loser, opened["id"])
        against_computer = ada.open("4eyes-beginners", "me", "1")["id"]
        alone = ada.open(ROWS)["id"]
        resign(ada, alone)
        bob_waits, won, lost = with_bob["id"], won["id"], lost["id"]

        # Where it is my turn comes first, then other running games, then finished ones, the newest first.
        ada.move(bob_waits, "d4")
        assert search(ada) == [against_computer, bob_waits, alone, lost, won]
        assert search(bob) == [bob_waits, lost, won]
        assert [table["id"] for table in ada.get("/tables").json()["tables"]] == search(ada)
        listed = ada.post("/tables/search", {}).json()["tables"]
        assert [(table["mover"], table["myTurn"]) for table in listed] == [
            (0, True),
            (1, False),
            *[(None, False)] * 3,
        ]

        assert search(ada, game="4eyes-beginners") == [against_computer]
        assert search(ada, result="running") == [against_computer, bob_waits]
        assert search(ada, result="over") == [alone, lost, won]
        assert (search(ada, result="won"), search(ada, result="lost")) == ([won], [lost])
        assert (search(bob, result="won"), search(bob, result="lost")) == ([lost], [won])
        assert search(ada, result="drawn") == []
        # Names are found by any part, in any case, with or without accents; the own name is no opponent's.
        assert search(ada, opponent="zoe MULL") == search(ada, opponent="É") == [bob_waits, lost, won]
        assert search(bob, opponent="zoé") == search(ada, opponent="%") == search(ada, opponent="_") == []
        assert search(ada, against="computer") == [against_computer]
        assert search(ada, against="people") == [bob_waits, lost, won]
        assert search(ada, against="device") == [alone]
        at = next(table for table in listed if table["id"] == lost)["updated"]
        assert search(ada, since=at, result="over") == [alone, lost]
        assert search(ada, until=at, result="over") == [won]

        # Somebody who only watches has no list, and no records.
        eve.state(won)
        assert search(eve) == search(eve, opponent="zoé") == []
        assert eve.get("/records").text == ""
        assert eve.get("/records", format="json").json() == {"games": []}


def test_pages_are_complete_and_do_not_overlap(ada: Visitor) -> None:
    tables = [ada.open()["id"] for _ in range(7)]
    for table in tables[:4]:
        resign(ada, table)
    asked: dict[str, Any] = {"limit": 3, "views": 1}
    pages = []
    while True:
        answer = ada.post("/tables/search", asked).json()
        assert answer["total"] == 7
        assert [table["view"] is not None for table in answer["tables"]] == [
            place == 0 for place in range(len(answer["tables"]))
        ]
        pages.append([table["id"] for table in answer["tables"]])
        if answer["next"] is None:
            break
        asked["cursor"] = answer["next"]
    assert pages == [tables[:3:-1], tables[3:0:-1], tables[:1]]
    check(ada.post("/tables/search", {"cursor": "elsewhere"}), 422)
    check(ada.post("/tables/search", {"limit": 1000}), 422)


def test_lists_are_limited(server: Running) -> None:
    with server.visitor() as eager:
        # More than the limit: while a slow machine asks, some requests are allowed again.
        answers = (eager.post("/tables/search") for _ in range(900))
        check(next(answer for answer in answers if answer.status_code != 200), 429)


def test_all_records_in_one_file(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada, server.visitor() as bob:
        first, second = ada.open()["id"], ada.open("4eyes-beginners")["id"]
        bob.open()
        for table in (first, second, first):
            ada.move(table)
        resign(ada, first)
        answer = ada.get("/records")
        assert answer.headers["content-disposition"] == 'attachment; filename="veier-games.txt"'
        records = list(veier.read_records(answer.text))
        assert [(record.game.name, len(record.moves)) for record in records] == [("4eyes-beginners", 1), ("hexrows", 2)]
        games = ada.get("/records", format="json").json()["games"]
        assert [veier.record_from_data(game) for game in games] == records


def test_games_of_an_earlier_version_are_found(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada, server.visitor() as bob:
        opened = ada.open(ROWS, "me", "friend")
        sit(bob, opened, "Bob")
        resign(bob, opened["id"])
        jar = ada.http.cookies
    with sqlite3.connect(tmp_path / "games.sqlite3") as other:
        undo_migrations(other, "0002")
    other.close()
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        ada.http.cookies = jar
        until(lambda: search(ada, opponent="bob"))
        assert search(ada, opponent="bob", result="won", game="hexrows") == [opened["id"]]


def test_searches_use_indexes(tmp_path: Path) -> None:
    """A search reads the rows of one session, however many tables the server has."""
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        ada.open()

    async def plans() -> list[str]:
        engine = make_engine(sqlite(tmp_path))
        wanted = TableFilter("hexrows", "zoe", "people", "won", 0, 1 << 50)
        asked: list[str] = []
        async with engine.connect() as connection:
            for query in (page_query("s", wanted, 20, Cursor(2, 1, "t")), count_query("s", wanted)):
                compiled = str(query.compile(engine.sync_engine, compile_kwargs={"literal_binds": True}))
                asked += [row.detail for row in await connection.execute(text("EXPLAIN QUERY PLAN " + compiled))]
        await engine.dispose()
        return asked

    found = asyncio.run(plans())
    assert any("seats_of_session" in line for line in found)
    assert [line for line in found if line.startswith("SCAN")] == []
