"""Backups: made while people play, restored into either kind of database, and nothing else is lost by mistakes."""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

import pytest

from server.serving import Running, Visitor, sqlite
from veier.core.errors import VeierError
from veier.server.backup import check_backup, restore_backup, write_backup

GAME = "hexrows?side=4&stones=9"


def test_a_restored_server_goes_on_where_the_backup_was_made(database: str, empty: str, tmp_path: Path) -> None:
    file = tmp_path / "games.backup"
    with Running(database) as server, server.visitor() as ada, server.visitor() as bob:
        opened = ada.open(GAME, "me", "friend")
        table, token = opened["id"], opened["invites"][0]["token"]
        assert bob.post(f"/tables/{table}/claim", {"token": token, "name": "Zoé ’tKint"}).status_code == 200
        ada.move(table, "d4")
        with playing(ada) as made:
            summary = asyncio.run(write_backup(database, file))
        before = ada.state(table)
        jars = [visitor.http.cookies for visitor in (ada, bob)]
    assert check_backup(file) == summary
    assert asyncio.run(restore_backup(file, empty)) == summary
    with Running(empty) as server, server.visitor() as ada, server.visitor() as bob:
        ada.http.cookies, bob.http.cookies = jars
        assert ada.state(table)["moves"] == before["moves"]
        # Seats belong to the same people, and the game goes on.
        bob.move(table, "d5")
        assert len(ada.state(table)["moves"]) == 2
        # Of the game that was played meanwhile, the moves before a moment are there, without gaps.
        moves = [move["text"] for move in ada.state(made.table)["moves"]]
        assert moves == made.acknowledged[: len(moves)]


class playing:  # noqa: N801
    """Plays at a table of one device while something else is done; `acknowledged` are its moves."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        self.table: str = visitor.open("hexrows", "me", "device")["id"]
        self.acknowledged: list[str] = []
        self._stop = Event()
        self._thread = Thread(target=self._play)

    def _play(self) -> None:
        while not self._stop.is_set() and len(self.acknowledged) < 40:
            self.acknowledged.append(self._visitor.move(self.table)["moves"][-1]["text"])

    def __enter__(self) -> playing:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()


@pytest.fixture
def backed_up(tmp_path: Path) -> Path:
    """A backup of one game."""
    database, file = sqlite(tmp_path / "origin"), tmp_path / "origin.backup"
    with Running(database) as server, server.visitor() as ada:
        ada.move(ada.open(GAME, "me", "device")["id"], "d4")
    asyncio.run(write_backup(database, file))
    return file


def refused(file: Path, database: str) -> str:
    with pytest.raises(VeierError) as caught:
        asyncio.run(restore_backup(file, database))
    return caught.value.reason.key


def test_a_database_with_games_is_never_touched(backed_up: Path, tmp_path: Path) -> None:
    other = sqlite(tmp_path / "other")
    with Running(other) as server, server.visitor() as ada:
        table = ada.open(GAME, "me", "device")["id"]
    assert refused(backed_up, other) == "server.backup.not_empty"
    with Running(other) as server, server.visitor() as ada:
        assert ada.state(table)["moves"] == []


def test_a_damaged_backup_is_noticed_and_restores_nothing(backed_up: Path, tmp_path: Path) -> None:
    lines = gzip.decompress(backed_up.read_bytes()).splitlines(keepends=True)
    place = next(number for number, line in enumerate(lines) if b'"d4"' in line.replace(b"\\", b""))
    changed = [*lines[:place], lines[place].replace(b"d4", b"d3"), *lines[place + 1 :]]
    raw = backed_up.read_bytes()
    for number, content in enumerate(
        (
            gzip.compress(b"".join(changed)),
            gzip.compress(b"".join(lines[:-1])),
            gzip.compress(b"".join(lines[:place] + lines[place + 1 :])),
            raw[: len(raw) // 2],
            b"no backup",
        )
    ):
        file, target = tmp_path / f"{number}.backup", sqlite(tmp_path / f"target{number}")
        file.write_bytes(content)
        assert refused(file, target) == "server.backup.damaged"
    assert refused(tmp_path / "nowhere", sqlite(tmp_path / "t")) == "server.backup.missing"


def test_a_backup_of_another_version_is_refused(backed_up: Path, tmp_path: Path) -> None:
    head, *rest = gzip.decompress(backed_up.read_bytes()).splitlines(keepends=True)
    other = json.dumps(json.loads(head) | {"version": "9999", "made_by": "veier 99.0"}).encode() + b"\n"
    backed_up.write_bytes(gzip.compress(b"".join([other, *rest])))
    assert refused(backed_up, sqlite(tmp_path / "target")) == "server.backup.version"


def test_a_database_of_another_version_is_not_backed_up(tmp_path: Path) -> None:
    database, file = sqlite(tmp_path), tmp_path / "games.backup"
    with Running(database):
        pass
    with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
    with pytest.raises(VeierError) as caught:
        asyncio.run(write_backup(database, file))
    assert caught.value.reason.key == "server.backup.other_schema"
    assert not file.exists()


def test_a_backup_is_for_its_owner_only(backed_up: Path) -> None:
    assert backed_up.stat().st_mode & 0o077 == 0


def leave_half_a_file(beside: Path, elsewhere: Path) -> None:
    beside.write_text("half")
    beside.chmod(0o644)


def leave_a_link(beside: Path, elsewhere: Path) -> None:
    beside.symlink_to(elsewhere)


@pytest.mark.parametrize("leave", [leave_half_a_file, leave_a_link])
def test_what_lies_beside_a_backup_does_not_open_it_to_others(
    backed_up: Path, tmp_path: Path, leave: Callable[[Path, Path], None]
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("precious")
    leave(backed_up.with_name(f"{backed_up.name}.part"), elsewhere)
    asyncio.run(write_backup(sqlite(tmp_path / "origin"), backed_up))
    assert not backed_up.is_symlink()
    assert backed_up.stat().st_mode & 0o077 == 0
    assert elsewhere.read_text() == "precious"
