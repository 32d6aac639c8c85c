"""What is sent again has the same answer, what only looks the same is refused; order is kept."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import psycopg

from server.serving import Running, Visitor, sqlite
from server.test_errors import check

GAME = "hexrows?side=4&stones=9"


def test_a_known_id_with_another_command_is_refused(database: str) -> None:
    with Running(database) as server, server.visitor() as ada:
        table = ada.open(GAME)["id"]
        assert ada.command(table, 0, "one", kind="move", text="d4").json() == {"version": 1}
        cookies = ada.http.cookies
    # Also after a restart.
    for _ in range(2):
        with Running(database) as server, server.visitor() as ada:
            ada.http.cookies = cookies
            check(ada.command(table, 0, "one", kind="move", text="d5"), 422, "server.other_command")
            check(ada.command(table, 1, "one", kind="resign"), 422, "server.other_command")
            with ada.socket(table) as socket:
                socket.hear("state")
                answer = socket.command(1, "one", kind="move", text="d5")
                assert answer["reason"]["key"] == "server.other_command"
                assert socket.command(0, "one", kind="move", text="d4") == {"type": "ack", "id": "one", "version": 1}
            assert ada.state(table)["version"] == 1


def test_commands_of_an_earlier_version_are_acknowledged_as_before(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        table = ada.open(GAME)["id"]
        ada.command(table, 0, "one", kind="move", text="d4")
        cookies = ada.http.cookies
    with sqlite3.connect(tmp_path / "games.sqlite3") as other:
        other.execute("UPDATE events SET command = NULL")
    other.close()
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        ada.http.cookies = cookies
        assert ada.command(table, 0, "one", kind="move", text="d4").json() == {"version": 1}


def test_a_command_is_known_when_its_sender_has_more_seats(ada: Visitor, bob: Visitor) -> None:
    opened = ada.open("4eyes-pencil-3p-7x7", "friend", "me", "device")
    table, token = opened["id"], opened["invites"][0]["token"]
    assert ada.command(table, 0, "offer", kind="offer", what="takeback").status_code == 422
    move = ada.state(table)
    assert move["version"] == 0
    assert ada.command(table, 0, "resign", kind="resign").json() == {"version": 1}
    assert ada.post(f"/tables/{table}/claim", {"token": token}).status_code == 200
    # The first of the session's seats is another one now.
    assert ada.command(table, 0, "resign", kind="resign").json() == {"version": 1}


def test_a_claim_sent_again_has_the_same_answer(server: Running, ada: Visitor, bob: Visitor) -> None:
    opened = ada.open(GAME, "me", "friend")
    path, body = f"/tables/{opened['id']}/claim", {"token": opened["invites"][0]["token"], "name": "Bob"}
    first = bob.post(path, body)
    assert first.json() == {"seat": 1, "version": 1}
    ada.move(opened["id"], "d4")
    again = bob.post(path, body)
    assert (again.status_code, again.json()) == (200, first.json())
    check(ada.post(path, body), 403, "server.invite_used")
    with server.visitor() as eve:
        check(eve.post(path, body), 403, "server.invite_used")
    assert bob.state(opened["id"])["version"] == 2


def test_a_claim_sent_several_times_at_once_has_one_answer(ada: Visitor, bob: Visitor) -> None:
    opened = ada.open(GAME, "me", "friend")
    bob.open(GAME)
    body = {"token": opened["invites"][0]["token"]}
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: bob.post(f"/tables/{opened['id']}/claim", body), range(4)))
    assert [answer.status_code for answer in answers] == [200] * 4
    assert [answer.json() for answer in answers] == [{"seat": 1, "version": 1}] * 4


def test_a_transfer_used_again_has_the_same_answer(server: Running, ada: Visitor, bob: Visitor) -> None:
    table = ada.open(GAME)["id"]
    token = ada.post(f"/tables/{table}/transfer").json()["token"]
    for _ in range(2):
        assert bob.post("/transfers", {"token": token}).json() == {"table": table, "seats": [0, 1]}
    with server.visitor() as eve:
        check(eve.post("/transfers", {"token": token}), 403, "server.transfer_used")
    check(ada.post("/transfers", {"token": token}), 403, "server.transfer_used")
    # Who has passed the seats on cannot take them back by the old one.
    further = bob.post(f"/tables/{table}/transfer").json()["token"]
    assert ada.post("/transfers", {"token": further}).status_code == 200
    check(bob.post("/transfers", {"token": token}), 403, "server.transfer_used")


def test_of_invites_made_in_the_same_instant_one_is_valid(database: str) -> None:
    with Running(database) as server, server.visitor() as ada:
        opened = ada.open(GAME, "me", "friend")
        table = opened["id"]
        with ThreadPoolExecutor(12) as pool:
            with busy(database):
                asked = [pool.submit(ada.post, f"/tables/{table}/invites", {"seat": 1}) for _ in range(12)]
                time.sleep(0.7)
            tokens = [answer.result().json()["token"] for answer in asked]
        tokens.append(opened["invites"][0]["token"])
        looked = [ada.post(f"/tables/{table}/invitation", {"token": token}).status_code for token in tokens]
        assert sorted(looked) == [200] + [403] * 12


@contextmanager
def busy(database: str) -> Iterator[None]:
    """Keep the database from writing for a moment, so that changes gather."""
    if database.startswith("sqlite"):
        other = sqlite3.connect(database.removeprefix("sqlite:///"))
        other.execute("BEGIN IMMEDIATE")
    else:
        held = psycopg.connect(database)
        held.execute("LOCK TABLE invites IN EXCLUSIVE MODE")
    try:
        yield
    finally:
        if database.startswith("sqlite"):
            other.close()
        else:
            held.close()
