"""What a server knows of a player can be deleted, by the player and by the operator; old games go when asked for."""

from __future__ import annotations

import asyncio
import gzip
import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Table, update

from server.serving import Running, Visitor, sqlite, until
from server.test_errors import check
from veier.server.backup import write_backup
from veier.server.deletion import Retention
from veier.server.store import schema
from veier.server.store.batches import Step

GAME = "hexrows?side=4&stones=9"
DAY_MS = 24 * 60 * 60 * 1000


def sit_down(ada: Visitor, bob: Visitor, *, swap: bool = False) -> str:
    """Open a table for Ada and Bob, who plays under a name."""
    seats = [{"kind": "me", "name": "Canary Ada"}, {"kind": "friend"}]
    opened = ada.post("/tables", {"game": GAME, "seats": seats, "swap": swap}).json()
    claim = {"token": opened["invites"][0]["token"], "name": "Canary Bob"}
    assert bob.post(f"/tables/{opened['id']}/claim", claim).status_code == 200
    table: str = opened["id"]
    return table


def stored(database: str, folder: Path) -> str:
    """Return everything that a database holds, as text."""
    file = folder / "all.backup"
    asyncio.run(write_backup(database, file))
    return gzip.decompress(file.read_bytes()).decode()


def test_a_player_deletes_everything(empty: str, tmp_path: Path) -> None:
    with Running(empty) as server, server.visitor() as ada, server.visitor() as bob:
        alone = bob.post("/tables", {"game": GAME, "seats": [{"kind": "me", "name": "Canary Bob"}, {"kind": "device"}]})
        own = alone.json()["id"]
        running, swapped = sit_down(ada, bob), sit_down(ada, bob, swap=True)
        ada.move(running, "d4")
        ada.move(swapped, "d4")
        assert bob.command(swapped, 2, kind="swap", take=True).status_code == 200
        assert bob.post(f"/tables/{running}/transfer").status_code == 201
        with ada.socket(running) as watcher, bob.socket(running) as left:
            watcher.hear("state")
            left.hear("state")
            assert bob.http.delete("/api/v1/player").json() == {"deleted": 1, "kept": 2}
            # Ada is there and hears how the game ended; her opponent has no name any more.
            while not watcher.state["result"] or watcher.state["seats"][1]["name"]:
                watcher.hear("state", "event")
            assert watcher.state["result"]["why"] == "resigned"
            assert watcher.state["seats"][0]["name"] == "Canary Ada"
        check(ada.get(f"/tables/{own}"), 404)
        until(lambda: not ada.state(swapped)["seats"][0]["name"])
        assert [seat["name"] for seat in ada.state(swapped)["seats"]] == [None, "Canary Ada"]
        assert bob.http.cookies.get("veier") is None
        assert ada.post("/tables/search", {"opponent": "Bob"}).json()["total"] == 0
        assert ada.get("/tables").json()["total"] == 2
        # A second time there is nothing.
        assert bob.http.delete("/api/v1/player").json() == {"deleted": 0, "kept": 0}
    everything = stored(empty, tmp_path)
    assert "Canary Ada" in everything
    assert "bob" not in everything.casefold()
    # What is left of the games can be read again after a restart.
    with Running(empty) as server, Visitor(server.url) as again:
        again.http.cookies = ada.http.cookies
        assert len(again.state(running)["moves"]) == 1


def test_another_server_forgets_too(postgres: str) -> None:
    with Running(postgres) as one, Running(postgres) as two, one.visitor() as ada, two.visitor() as bob:
        until(lambda: one.services.bus.is_connected and two.services.bus.is_connected)
        table = sit_down(ada, bob)
        with ada.socket(table) as watcher:
            watcher.hear("state")
            assert bob.http.delete("/api/v1/player").status_code == 200
            while watcher.state["seats"][1]["name"]:
                watcher.hear("state", "event")
        own = ada.open(GAME)["id"]
        assert bob.get(f"/tables/{own}").status_code == 200
        assert ada.http.delete("/api/v1/player").json()["deleted"] == 2
        until(lambda: bob.get(f"/tables/{own}").status_code == 404)


def test_the_operator_deletes_a_player_by_a_seat(tmp_path: Path) -> None:
    database = sqlite(tmp_path)
    with Running(database) as server, server.visitor() as ada, server.visitor() as bob:
        table = sit_down(ada, bob)
    assert "1 game" in delete_player(database, table, "2")
    assert "bob" not in stored(database, tmp_path).casefold()
    assert "nobody sits there" in delete_player(database, table, "2")


def delete_player(database: str, table: str, player: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "veier", "delete-player", table, player, "--database", database],
        env=os.environ | {"VEIER_LANG": "en"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.fixture
def empty(postgres: str) -> str:
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS aged WITH (FORCE)")
        connection.execute("CREATE DATABASE aged")
    return f"{postgres.rpartition('/')[0]}/aged"


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_old_games_are_deleted_when_that_is_asked_for(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    database = sqlite(tmp_path) if kind == "sqlite" else request.getfixturevalue("empty")
    with Running(database) as server, server.visitor() as ada:
        tables = [ada.open(GAME)["id"] for _ in range(5)]
        finished, old, running, idle, fresh = tables
        for table in (finished, old):
            assert ada.command(table, 0, kind="resign").status_code == 200
        review = ada.post("/reviews", {"game": "hexrows?side=4&stones=4", "moves": ["d4", "d5"]}).json()["review"]
        until(lambda: ada.get(f"/reviews/{review}").json()["done"])
        for table, days in ((finished, 3), (old, 20), (running, 20), (idle, 60)):
            age(server, schema.tables, {"updated": server_ms() - days * DAY_MS}, table)
        age(server, schema.reviews, {"created": server_ms() - 20 * DAY_MS}, review)
        retention = Retention(server.services.store, 10, server.services.registry.catching_up.look_at)
        assert in_loop(server, retention.delete_old()) == 2
        until(lambda: ada.get(f"/tables/{old}").status_code == 404)
        found = [ada.get(f"/tables/{table}").status_code for table in tables]
        assert found == [200, 404, 200, 404, 200]
        assert ada.get(f"/reviews/{review}").status_code == 404
        assert ada.get("/tables").json()["total"] == 3
        assert ada.move(fresh)["version"] == 1


def server_ms() -> int:
    from veier.server.clocks import wall_ms

    return wall_ms()


def age(server: Running, table: Table, values: dict[str, int], name: str) -> None:
    """Let a row look older than it is."""
    changed = update(table).where(table.c.id == name).values(**values)
    in_loop(server, server.services.store.writer.write(Step(changed, ({},)), about=name))


def in_loop(server: Running, work: object) -> object:
    """Do something in the loop of a server."""
    loop = server.services.store.writer._task.get_loop()  # type: ignore[union-attr]
    return asyncio.run_coroutine_threadsafe(work, loop).result(60)  # type: ignore[arg-type]


def test_nothing_is_deleted_unless_asked_for(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server:
        assert server.services.retention._task is None
    with Running(sqlite(tmp_path), keep_days=10) as server:
        until(lambda: server.services.retention._task is not None)
