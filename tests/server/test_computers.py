"""Computers: they move, are resumed after a restart, and help where aids are on."""

from __future__ import annotations

import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

import veier
from server.serving import Running, Visitor, sqlite, until
from veier.server import reviews
from veier.server.store.tables import StoredTable, TableStore
from veier.server.tables import computers
from veier.server.tables.session import TableSession
from veier.table import Command, Move, Table


@pytest.mark.parametrize("game", ["4eyes-beginners", "4eyes-plus-3p-7x7", "hexrows?side=4&stones=9"])
def test_computers_play_a_game_to_the_end(ada: Visitor, game: str) -> None:
    levels = ["1"] * veier.game(game).players
    table = ada.open(game, *levels)["id"]
    until(lambda: ada.state(table)["result"], 120)
    state = ada.state(table)
    assert state["result"]["why"] in ("square", "score", "repetition", "passes", "full")
    played = veier.game(game).start().play(*(made["text"] for made in state["moves"]))
    assert state["hash"] == f"{played.digest:016x}"


def test_a_turn_is_picked_up_again_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(table: Table, level: int, stop: veier.Stop) -> Move:
        while not stop.is_set:
            time.sleep(0.01)
        raise RuntimeError("stopped")

    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        with monkeypatch.context() as patch:
            patch.setattr(computers, "_choose_command", hang)
            table = ada.open("hexrows?side=4&stones=9", "me", "1")["id"]
            ada.move(table, "d4")
            until(lambda: ada.state(table)["seats"][1]["thinking"])
            cookies = ada.http.cookies
            server.__exit__(None, None, None)
        with Running(sqlite(tmp_path)) as again, again.visitor() as same:
            same.http.cookies = cookies
            until(lambda: len(same.state(table)["moves"]) == 2)
            assert same.state(table)["mine"] == [0]
            assert same.move(table)["moves"][0]["text"] == "d4"


def test_a_search_that_fails_is_replaced_by_a_simple_move(ada: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Move:
        raise RuntimeError("broken")

    monkeypatch.setattr(computers, "_choose_command", fail)
    table = ada.open("hexrows?side=4&stones=9", "me", "3")["id"]
    ada.move(table, "d4")
    until(lambda: len(ada.state(table)["moves"]) == 2)


def test_a_search_that_fails_once_is_begun_again(ada: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    choose = computers._choose_command

    def fail_first(table: Table, level: int, stop: veier.Stop) -> Command:
        asked.append(level)
        if len(asked) == 1:
            raise TypeError("not compiled yet")
        return choose(table, level, stop)

    monkeypatch.setattr(computers, "_choose_command", fail_first)
    table = ada.open("hexrows?side=4&stones=9", "me", "3")["id"]
    ada.move(table, "d4")
    until(lambda: len(ada.state(table)["moves"]) == 2)
    assert asked == [3, 3]


def test_a_level_that_is_no_more_plays_as_the_last_one(ada: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[Command] = []
    choose = computers._choose_command

    def choose_beyond(table: Table, level: int, stop: veier.Stop) -> Command:
        chosen.append(choose(table, 99, stop))
        return chosen[-1]

    monkeypatch.setattr(computers, "_choose_command", choose_beyond)
    table = ada.open("4eyes-beginners", "me", "3")["id"]
    ada.move(table, "13@A1")
    until(lambda: len(ada.state(table)["moves"]) == 2)
    assert chosen


def test_a_turn_that_fails_is_taken_again(ada: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    failed: list[bool] = []
    simple = computers._simple_move

    def fail(*_: object) -> Move:
        raise TypeError("broken")

    def fail_first(position: veier.Position) -> str:
        failed.append(True)
        if len(failed) == 1:
            raise TypeError("broken")
        return simple(position)

    monkeypatch.setattr(computers, "_choose_command", fail)
    monkeypatch.setattr(computers, "_simple_move", fail_first)
    table = ada.open("hexrows?side=4&stones=9", "me", "3")["id"]
    ada.move(table, "d4")
    until(lambda: len(ada.state(table)["moves"]) == 2)
    assert len(failed) == 2


def test_people_are_told_of_a_computer_that_cannot_move_and_ask_again(
    ada: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Move:
        raise TypeError("broken")

    table = ada.open("hexrows?side=4&stones=9", "me", "3")["id"]
    with monkeypatch.context() as patch:
        patch.setattr(computers, "_choose_command", fail)
        patch.setattr(computers, "_simple_move", fail)
        patch.setattr(computers, "_RETRY_PAUSES", (0.01, 0.02))
        with ada.socket(table) as socket:
            socket.hear("state")
            assert socket.command(0, "first", kind="move", text="d4")["type"] == "ack"
            assert socket.hear("refused")["reason"]["key"] == "server.computer_stuck"
            until(lambda: socket.hear("event") and not socket.state["seats"][1]["thinking"])
            # Taking back works as ever, and the move can be made again.
            assert socket.command(1, "back", kind="offer", what="takeback")["type"] == "ack"
            assert socket.command(2, "again", kind="move", text="d5")["type"] == "ack"
            assert socket.hear("refused")["reason"]["key"] == "server.computer_stuck"
    assert len(ada.state(table)["moves"]) == 1
    with ada.socket(table) as socket:
        assert len(socket.hear_until(4)["moves"]) == 2


def test_a_turn_goes_on_by_itself_after_any_number_of_failures(ada: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    failed: list[bool] = []

    def fail(*_: object) -> Move:
        failed.append(True)
        raise TypeError("broken")

    monkeypatch.setattr(computers, "_RETRY_PAUSES", (0.01, 0.02))
    with monkeypatch.context() as patch:
        patch.setattr(computers, "_SEARCHES", 0)
        patch.setattr(computers, "_simple_move", fail)
        table = ada.open("hexrows?side=4&stones=9", "me", "3")["id"]
        ada.move(table, "d4")
        # More often than there are pauses.
        until(lambda: len(failed) >= 3)
        time.sleep(0.1)
    until(lambda: len(ada.state(table)["moves"]) == 2)


def test_a_turn_goes_on_by_itself_when_the_database_is_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server starts, but the tables cannot be read for a while; nobody opens them afterwards."""
    find, away = TableStore.find, threading.Event()
    tried: list[str] = []

    async def find_when_there(self: TableStore, name: str) -> StoredTable | None:
        tried.append(name)
        if away.is_set():
            raise OperationalError("SELECT", {}, Exception("the database is away"))
        return await find(self, name)

    def moves() -> int:
        with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as other:
            return int(other.execute("SELECT count(*) FROM events WHERE data LIKE '%moved%'").fetchone()[0])

    monkeypatch.setattr(computers, "_WATCH_SECONDS", 0.2, raising=False)
    monkeypatch.setattr(TableStore, "find", find_when_there)
    with monkeypatch.context() as patch, Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        patch.setattr(computers.Computers, "update", lambda *_: None)
        for _ in range(2):
            ada.move(ada.open("hexrows?side=4&stones=9", "me", "1")["id"], "d4")
    away.set()
    with Running(sqlite(tmp_path)):
        until(lambda: tried)
        time.sleep(0.3)
        assert moves() == 2
        away.clear()
        until(lambda: moves() == 4)


def test_a_table_that_cannot_be_shown_is_played_on(ada: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    broken: list[bool] = []

    def fail(self: TableSession) -> None:
        broken.append(True)
        raise RuntimeError("broken")

    with monkeypatch.context() as patch:
        patch.setattr(TableSession, "_send_changes", fail)
        table = ada.open("hexrows?side=4&stones=9", "me", "1")["id"]
        ada.move(table, "d4")
        until(lambda: len(ada.state(table)["moves"]) == 2)
    assert broken


def test_a_search_that_is_not_wanted_any_more_stops(ada: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = []

    def hang(table: Table, level: int, stop: veier.Stop) -> Move:
        while not stop.is_set:
            time.sleep(0.01)
        stopped.append(True)
        return Move(table.position.legal_moves[0].text)

    monkeypatch.setattr(computers, "_choose_command", hang)
    table = ada.open("hexrows?side=4&stones=9", "me", "3")["id"]
    ada.move(table, "d4")
    until(lambda: ada.state(table)["seats"][1]["thinking"])
    assert ada.command(table, 1, kind="resign").status_code == 200
    until(lambda: stopped)
    assert len(ada.state(table)["moves"]) == 1


def test_a_search_that_never_ends_is_replaced_by_a_simple_move(
    server: Running, ada: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = threading.Event()

    def hang(*_: object) -> Move:
        over.wait(60)
        raise RuntimeError("too late")

    monkeypatch.setattr(computers, "_choose_command", hang)
    monkeypatch.setattr(server.services.pools.computers, "seconds", 0.3)
    table = ada.open("hexrows?side=4&stones=9", "me", "3")["id"]
    ada.move(table, "d4")
    until(lambda: len(ada.state(table)["moves"]) == 2)
    over.set()
    ada.move(table)


def test_a_hint_says_what_it_does(ada: Visitor) -> None:
    table = ada.open("4eyes-plus-2p-7x7")["id"]
    for text in ("d3c3", "e6f6", "c4b4", "a4a3", "c5c6", "g7f7", "c2d2", "c1b1"):
        ada.move(table, text)
    hint = ada.post(f"/tables/{table}/hint").json()
    assert hint["move"] in [choice["text"] for choice in ada.state(table)["board"]["view"]["choices"]]
    assert hint["remarks"]
    assert {"key", "params"} == set(hint["remarks"][0]["message"])
    assert hint["line"][0] == hint["move"]


def test_without_aids_nobody_is_helped(ada: Visitor) -> None:
    table = ada.open("4eyes-plus-2p-7x7", "me", "device", aids=False)["id"]
    moves = ["d3c3", "e6f6", "c4b4"]
    for text in moves:
        ada.move(table, text)
    board = ada.state(table)["board"]
    assert board["threats"] == board["squares"] == board["gives"] == []
    assert ada.post(f"/tables/{table}/hint").status_code == 403
    # The same position asked for elsewhere is no way around it.
    asked = {"game": "4eyes-plus-2p-7x7", "moves": moves}
    assert ada.post("/positions", asked).json()["squares"] == []
    answer = ada.post("/reviews", asked)
    assert answer.status_code == 403
    assert answer.json()["reason"]["key"] == "server.live_game"


def test_a_review_to_the_end(ada: Visitor) -> None:
    game = "4eyes-plus-2p-7x7"
    table = ada.open(game)["id"]
    for text in ("d3c3", "e6f6", "c4b4", "a4a3", "c5c6", "g7f7", "c2d2", "c1b1"):
        ada.move(table, text)
    assert ada.command(table, 8, kind="resign").status_code == 200
    review = ada.post(f"/tables/{table}/review")
    assert review.status_code == 202
    path = f"/reviews/{review.json()['review']}"
    assert 0 <= ada.get(path).json()["progress"] <= 1
    until(lambda: ada.get(path).json()["done"], 60)
    found = ada.get(path).json()
    assert found["progress"] == 1
    assert [ply["move"] for ply in found["plies"]] == [made["text"] for made in ada.state(table)["moves"]]
    for number, ply in enumerate(found["plies"]):
        assert ply["mover"] == number % 2
        assert sum(ply["chances"]) == pytest.approx(1, abs=0.01)
        assert ply["remarks"]
        assert ply["best"]
        assert 0 <= ply["loss"] <= 1
        assert (ply["best"] != ply["move"]) or ply["loss"] == 0
    assert all(found["plies"][ply]["bestRemarks"] for ply in found["turning"])


def test_a_review_of_a_record_goes_on_after_a_restart(tmp_path: Path) -> None:
    record = veier.Record.from_moves("hexrows?side=4&stones=9", "d4 d5 c4 e5 c5 e4 b4 f5")
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        answer = ada.post("/reviews", {"text": veier.format_record(record)})
        assert answer.status_code == 202, answer.text
        path = f"/reviews/{answer.json()['review']}"
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        until(lambda: ada.get(path).json()["done"], 60)
        assert len(ada.get(path).json()["plies"]) == 8


def test_a_review_that_fails_ends(ada: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> list[object]:
        raise RuntimeError("broken")

    monkeypatch.setattr(reviews, "review_slice", fail)
    path = f"/reviews/{ada.post('/reviews', {'game': 'hexrows', 'moves': ['f6']}).json()['review']}"
    until(lambda: ada.get(path).json()["done"])
    assert ada.get(path).json()["plies"] == []
