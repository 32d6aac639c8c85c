"""The store on SQLite and on a real PostgreSQL server: nothing lost, nothing doubled, faults survived."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from server.serving import Running, Visitor, sqlite, until
from server.test_errors import check

GAME = "hexrows?side=4&stones=9"
# Undoes the later migrations, for databases of an earlier version.
UNDO_LATER = (
    "DROP TABLE secrets",
    "DROP TABLE subscriptions",
    "DROP TABLE players",
    "ALTER TABLE tables DROP COLUMN game",
    "ALTER TABLE tables DROP COLUMN mover",
    "UPDATE alembic_version SET version_num = '0002'",
)


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """A PostgreSQL server of our own; skipped where there is none."""
    places = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    found = shutil.which("initdb", path=os.pathsep.join([*map(str, places), os.environ.get("PATH", "")]))
    if not found:
        pytest.skip("there is no PostgreSQL server on this machine")
    programs = Path(found).parent
    user = _unprivileged() if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="veier-postgres-"))
    if user:
        shutil.chown(folder, user)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = folder / "data"
    subprocess.run(
        [programs / "initdb", "-D", data, "-U", "veier", "--auth=trust", "-E", "UTF8", "--no-sync", "--locale=C"],
        check=True,
        capture_output=True,
        user=user,
        cwd=folder,
    )
    process = subprocess.Popen(
        [programs / "postgres", "-D", data, "-p", str(port), "-h", "127.0.0.1", "-k", folder],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        user=user,
        cwd=folder,
    )
    try:
        until(lambda: _answers(port))
        yield f"postgresql://veier@127.0.0.1:{port}/postgres"
    finally:
        process.terminate()
        process.wait(30)
        shutil.rmtree(folder, ignore_errors=True)


def _unprivileged() -> str:
    for name in ("postgres", "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    pytest.skip("PostgreSQL does not run as root, and there is no other user")


def _answers(port: int) -> bool:
    import psycopg

    try:
        psycopg.connect(f"postgresql://veier@127.0.0.1:{port}/postgres", connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return sqlite(tmp_path)
    url: str = request.getfixturevalue("postgres")
    return url


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
        check(bob.post(f"/tables/{table}/claim", {"token": token}), 403, "server.invite_used")
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


def test_clocks_go_on_after_a_restart(tmp_path: Path) -> None:
    clock = {"kind": "minutes", "initial_ms": 2000, "increment_ms": 0}
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        table = ada.open(GAME, "me", "device", clock=clock)["id"]
        ada.move(table, "d4")
        ada.move(table, "d5")
    time.sleep(2.2)
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        # Clocks stand still while the server is down; nobody needs to look for them to run out later.
        state = ada.state(table)
        assert state["result"] is None
        assert state["clocks"]["remaining"][0] > 500
        until(lambda: ada.state(table)["result"])


def test_days_a_move_go_on_while_the_server_is_down(tmp_path: Path) -> None:
    day, hour = 86_400_000, 3_600_000
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        tables = []
        for _ in range(2):
            table = ada.open(GAME, "me", "device", clock={"kind": "days", "initial_ms": 7 * day})["id"]
            ada.move(table, "d4")
            ada.move(table, "d5")
            tables.append(table)
    for table, days in zip(tables, (2, 20), strict=True):
        with sqlite3.connect(tmp_path / "games.sqlite3") as other:
            other.execute("UPDATE events SET at = at - ? WHERE table_id = ?", (days * day, table))
        other.close()
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        left = [ada.state(table)["clocks"]["remaining"] for table in tables]
        assert 5 * day - hour < left[0][0] <= 5 * day
        # Nobody loses because the server was down.
        assert 0 < left[1][0] <= hour
        assert [times[1] for times in left] == [7 * day, 7 * day]


def test_a_database_that_cannot_be_written(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        table = ada.open()["id"]
        ada.move(table, "d4")
        with sqlite3.connect(tmp_path / "games.sqlite3") as other:
            other.execute("BEGIN EXCLUSIVE")
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
        other.execute('UPDATE reviews SET plies = \'[{"move": "b1a1", "turns": false}]\'')
        for statement in UNDO_LATER:
            other.execute(statement)
        other.execute("UPDATE alembic_version SET version_num = '0001'")
    other.close()
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        until(lambda: ada.get(f"/reviews/{name}").json()["done"])
        plies = ada.get(f"/reviews/{name}").json()["plies"]
    assert [ply["move"] for ply in plies] == moves
    assert all(ply["proven"]["winner"] == 0 for ply in plies)
