"""All games as JSON lines: nothing secret in them, and the same games again in another database."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from server.serving import Running, sqlite
from veier.core.errors import VeierError
from veier.record import record_from_data
from veier.server.export import ExportSummary, ImportSummary, export_games, import_games

GAME = "hexrows?side=4&stones=9"


def test_games_are_the_same_after_export_and_import(empty: str, tmp_path: Path) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    with Running(empty) as server, server.visitor() as ada, server.visitor() as bob:
        opened = ada.open(GAME, "me", "friend", clock={"kind": "minutes", "initial_ms": 60_000})
        token = opened["invites"][0]["token"]
        assert bob.post(f"/tables/{opened['id']}/claim", {"token": token, "name": "Zoé"}).status_code == 200
        ada.move(opened["id"], "d4")
        bob.move(opened["id"], "d5")
        assert ada.command(opened["id"], 3, kind="resign").status_code == 200
        running = ada.open(GAME)["id"]
        ada.move(running, "d4")
        done = asyncio.run(export_games(empty, first))
        before = [ada.state(table) for table in (opened["id"], running)]
        secrets = [token, *ada.http.cookies.values(), *bob.http.cookies.values()]
    lines = [json.loads(line) for line in first.read_text().splitlines()]
    assert done == ExportSummary(len(lines), 0)
    assert not [secret for secret in secrets if secret in first.read_text()]
    [game] = [line for line in lines if line["table"] == opened["id"]]
    record = record_from_data(game["record"])
    assert (record.moves, record.seats[1], record.termination) == (("d4", "d5"), "Zoé", "resigned")

    other = sqlite(tmp_path / "other")
    assert asyncio.run(import_games(first, other)) == ImportSummary(len(lines), 0)
    # Again, nothing is new.
    assert asyncio.run(import_games(first, other)) == ImportSummary(0, len(lines))
    asyncio.run(export_games(other, second))
    assert second.read_bytes() == first.read_bytes()
    with Running(other) as server, server.visitor() as eve:
        for state in before:
            found = eve.state(state["id"])
            assert [found[name] for name in ("version", "moves", "result", "hash", "mine")] == [
                *(state[name] for name in ("version", "moves", "result", "hash")),
                [],
            ]


def test_a_game_that_cannot_be_read_is_left_out(tmp_path: Path) -> None:
    database, file = sqlite(tmp_path), tmp_path / "games.jsonl"
    with Running(database) as server, server.visitor() as ada:
        tables = [ada.open(GAME)["id"] for _ in range(2)]
    with sqlite3.connect(tmp_path / "games.sqlite3") as connection:
        connection.execute("UPDATE tables SET setup = 'nothing' WHERE id = ?", (tables[0],))
    connection.close()
    assert asyncio.run(export_games(database, file)) == ExportSummary(1, 1)
    assert json.loads(file.read_text())["table"] == tables[1]


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line[: len(line) // 2],
        lambda line: line.replace('"d4"', '"z9"'),
        lambda line: line.replace('"veier game"', '"other"'),
        lambda line: line.replace('"rules":', '"rules":9'),
        lambda line: "[]",
    ],
)
def test_a_line_that_is_no_game_is_named(tmp_path: Path, change: object) -> None:
    database, file = sqlite(tmp_path), tmp_path / "games.jsonl"
    with Running(database) as server, server.visitor() as ada:
        for _ in range(2):
            ada.move(ada.open(GAME)["id"], "d4")
    asyncio.run(export_games(database, file))
    first, second = file.read_text().splitlines()
    file.write_text(f"{first}\n{change(second)}\n")  # type: ignore[operator]
    with pytest.raises(VeierError) as refused:
        asyncio.run(import_games(file, sqlite(tmp_path / "other")))
    assert refused.value.reason.params["line"] == 2


def test_operators_export_and_import_by_command(tmp_path: Path) -> None:
    file, database, other = tmp_path / "games.jsonl", sqlite(tmp_path), sqlite(tmp_path / "other")
    with Running(database) as server, server.visitor() as ada:
        ada.move(ada.open(GAME)["id"], "d4")
        assert run_veier("export-games", str(file), "--database", database) == f"{file} holds 1 game.\n"
    told = run_veier("import-games", str(file), "--database", other)
    assert told == f"From {file}: 1 game added, 0 games there already.\n"


def run_veier(*arguments: str) -> str:
    environment = os.environ | {"VEIER_LANG": "en"}
    command = [sys.executable, "-m", "veier", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
