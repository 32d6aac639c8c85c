"""The store on SQLite and on a real PostgreSQL server: nothing lost, nothing doubled, faults survived."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from server.serving import Running, Visitor, sqlite, until
from server.test_errors import check

GAME = "hexrows?side=4&stones=9"
# Statements that undo migrations, by the version to which they lead, the newest first.
_UNDO = {
    "0011": ("DROP TABLE entrants", "DROP TABLE tournaments"),
    "0010": ("DROP TABLE study_links", "DROP TABLE study_editors", "DROP TABLE chapters", "DROP TABLE studies"),
    "0009": ("ALTER TABLE jobs DROP COLUMN worker", "ALTER TABLE reviews DROP COLUMN worker"),
    "0008": ("DROP TABLE workers", "ALTER TABLE heartbeat DROP COLUMN stored_at"),
    "0007": ("ALTER TABLE tables DROP COLUMN seating",),
    "0006": (
        "DROP INDEX flags_of_tables",
        "ALTER TABLE tables DROP COLUMN flag_at",
        "ALTER TABLE heartbeat DROP COLUMN server_time",
    ),
    "0005": (
        "ALTER TABLE events DROP COLUMN command",
        "ALTER TABLE transfers DROP COLUMN taker",
        "DROP TABLE heartbeat",
    ),
    "0004": ("DROP TABLE review_plies", "ALTER TABLE reviews ADD COLUMN plies TEXT NOT NULL DEFAULT '[]'"),
    "0003": ("DROP TABLE secrets", "DROP TABLE subscriptions"),
    "0002": (
        "DROP TABLE players",
        "ALTER TABLE tables DROP COLUMN game",
        "ALTER TABLE tables DROP COLUMN mover",
    ),
    # Its migration makes reviews again.
    "0001": (),
}


def undo_migrations(database: sqlite3.Connection, to: str) -> None:
    """Make a database one of an earlier version."""
    for version, statements in _UNDO.items():
        if version >= to:
            for statement in statements:
                database.execute(statement)
    database.execute("UPDATE alembic_version SET version_num = ?", (to,))


def test_everything_is_there_after_a_restart(database: str) -> None:
    with Running(database) as server, server.visitor() as ada, server.visitor() as bob:
        opened = ada.open(GAME, "me", "friend", swap=True)
        table, token = opened["id"], opened["invites"][0]["token"]
        assert bob.post(f"/tables/{table}/claim", {"token": token, "name": "Zoé ’tKint"}).status_code == 200
        ada.move(table, "d4")
        assert bob.command(table, 2, "swap", kind="swap", take=True).status_code == 200
        ada.move(table, "d5")
        before = [visitor.state(table) for visitor in (ada, bob)]
        jars = [visitor.http.cookies for visitor in (ada, bob)]
    with Running(database) as server, server.visitor() as ada, server.visitor() as bob:
        ada.http.cookies, bob.http.cookies = jars
        assert [visitor.state(table) for visitor in (ada, bob)] == before
        assert bob.command(table, 2, "swap", kind="swap", take=True).json() == {"version": 3}
        assert [each["id"] for each in ada.get("/tables").json()["tables"]] == [table]
        # The winner of an invite gets the same answer again, with the seat that is theirs now; nobody else does.
        assert bob.post(f"/tables/{table}/claim", {"token": token}).json() == {"seat": 0, "version": 1}
        check(ada.post(f"/tables/{table}/claim", {"token": token}), 403, "server.invite_used")
        bob.move(table)
        moved = ada.post(f"/tables/{table}/transfer").json()["token"]
        with server.visitor() as phone:
            assert phone.post("/transfers", {"token": moved}).json()["seats"] == [1]


def test_many_tables_at_once(database: str) -> None:
    def play(ada: Visitor) -> str:
        table: str = ada.open()["id"]
        for _ in range(5):
            ada.move(table)
        return table

    with Running(database) as server, server.visitor() as ada:
        ada.open()
        with ThreadPoolExecutor(6) as pool:
            tables = list(pool.map(play, [ada] * 6))
        for table in tables:
            assert ada.state(table)["version"] == 5


def test_a_database_that_cannot_be_written(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        table = ada.open()["id"]
        ada.move(table, "d4")
        with sqlite3.connect(tmp_path / "games.sqlite3") as other:
            other.execute("BEGIN EXCLUSIVE")
            # Before anybody moves.
            until(lambda: ada.http.get("/healthz").status_code == 503)
            answer = ada.command(table, 1, "later", kind="move", text="d5")
            check(answer, 503, "server.not_saved")
            assert ada.http.get("/healthz").status_code == 503
            assert ada.state(table)["version"] == 1
            other.rollback()
        other.close()
        assert ada.command(table, 1, "later", kind="move", text="d5").json() == {"version": 2}
        assert ada.http.get("/healthz").status_code == 200


def test_a_corrupt_game_is_set_aside_and_the_others_serve(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        bad, newer, good = (ada.open()["id"] for _ in range(3))
        for table in (bad, good):
            ada.move(table, "d4")
        jar = ada.http.cookies
    with sqlite3.connect(tmp_path / "games.sqlite3") as other:
        other.execute('UPDATE events SET data = \'{"kind":"moved"}\' WHERE table_id = ?', [bad])
        other.execute("UPDATE tables SET rules = 99 WHERE id = ?", [newer])
    other.close()
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        ada.http.cookies = jar
        check(ada.get(f"/tables/{bad}"), 410, "server.unreadable")
        check(ada.get(f"/tables/{newer}"), 410, "server.unreadable")
        assert [each["id"] for each in ada.get("/tables").json()["tables"]] == [good]
        assert ada.move(good)["version"] == 2


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    from veier.core.errors import VeierError
    from veier.server.store.database import make_engine, migrate

    with Running(sqlite(tmp_path)):
        pass
    with sqlite3.connect(tmp_path / "games.sqlite3") as other:
        other.execute("UPDATE alembic_version SET version_num = '9999'")
    other.close()

    async def start() -> None:
        engine = make_engine(sqlite(tmp_path))
        try:
            await migrate(engine)
        finally:
            await engine.dispose()

    import asyncio

    with pytest.raises(VeierError, match="newer"):
        asyncio.run(start())


def test_migrations_make_the_schema(tmp_path: Path) -> None:
    import sqlalchemy

    from veier.server.store.schema import metadata

    with Running(sqlite(tmp_path)):
        pass
    engine = sqlalchemy.create_engine(sqlite(tmp_path))
    found = sqlalchemy.inspect(engine)
    for table in metadata.sorted_tables:
        there = {column["name"]: column["nullable"] for column in found.get_columns(table.name)}
        assert there == {column.name: column.nullable for column in table.columns}
        assert set(found.get_pk_constraint(table.name)["constrained_columns"]) == {
            column.name for column in table.primary_key
        }
    engine.dispose()


def test_reviews_of_an_earlier_version_are_made_again(tmp_path: Path) -> None:
    """They lack what is proved: the server that finds one reviews the game once more."""
    moves = ["b1a1", "d4e4"]
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        name = ada.post("/reviews", {"game": "4eyes-plus-2p-7x7", "moves": moves}).json()["review"]
        until(lambda: ada.get(f"/reviews/{name}").json()["done"])
    with sqlite3.connect(tmp_path / "games.sqlite3") as other:
        undo_migrations(other, "0001")
        other.execute('UPDATE reviews SET plies = \'[{"move": "b1a1", "turns": false}]\'')
    other.close()
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        until(lambda: ada.get(f"/reviews/{name}").json()["done"])
        plies = ada.get(f"/reviews/{name}").json()["plies"]
    assert [ply["move"] for ply in plies] == moves
    assert all(ply["proven"]["winner"] == 0 for ply in plies)


def test_plies_of_an_earlier_version_become_rows(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        asked = {"game": "4eyes-plus-2p-7x7", "moves": ["b1a1", "d4e4"]}
        name = ada.post("/reviews", asked).json()["review"]
        until(lambda: ada.get(f"/reviews/{name}").json()["done"])
        before = ada.get(f"/reviews/{name}").json()
    with sqlite3.connect(tmp_path / "games.sqlite3") as other:
        plies = [data for (data,) in other.execute("SELECT data FROM review_plies ORDER BY ply")]
        undo_migrations(other, "0004")
        other.execute("UPDATE reviews SET plies = ?", (f"[{', '.join(plies)}]",))
    other.close()
    assert len(plies) == 2
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        assert ada.get(f"/reviews/{name}").json() == before
