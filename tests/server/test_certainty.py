"""Unknown is not failed: lost answers, hanging and killed databases. Each command is done once, nothing is stuck."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import psycopg
import pytest
from sqlalchemy import text

from server.serving import Data, Running, Socket, Visitor, until
from server.test_errors import check
from server.test_process import Process
from server.unreliable import UnreliableLine
from veier.client import Client, Problem
from veier.server.store.connections import Connections, ask
from veier.server.store.database import make_engine

GAME = "hexrows?side=4&stones=9"


@pytest.fixture
def line(postgres: str) -> Iterator[UnreliableLine]:
    with UnreliableLine(postgres) as line:
        yield line


def test_a_lost_answer_to_a_commit_is_found_out(line: UnreliableLine) -> None:
    with Running(line.url) as server, server.visitor() as ada, server.visitor() as bob:
        opened = ada.open(GAME, "me", "friend")
        table, token = opened["id"], opened["invites"][0]["token"]
        with ada.socket(table) as watcher:
            watcher.hear("state")
            # Taking a seat, a move over HTTP, and one over the socket: each is done, and everybody hears of it.
            lose_one(line)
            assert bob.post(f"/tables/{table}/claim", {"token": token}).json() == {"seat": 1, "version": 1}
            lose_one(line)
            assert ada.command(table, 1, "one", kind="move", text="d4").json() == {"version": 2}
            assert watcher.hear_until(2)["version"] == 2
            lose_one(line)
            with bob.socket(table) as socket:
                socket.hear("state")
                assert socket.command(2, "two", kind="move", text="d5")["type"] == "ack"
            assert watcher.hear_until(3)["version"] == 3
        until(lambda: line.lose_commits == 0)
        assert ada.command(table, 1, "one", kind="move", text="d4").json() == {"version": 2}
        assert ada.move(table)["version"] == 4
        # Opening, inviting, transferring.
        lose_one(line)
        opened = ada.open(GAME, "me", "friend")
        lose_one(line)
        fresh = ada.post(f"/tables/{opened['id']}/invites", {"seat": 1}).json()["token"]
        lose_one(line)
        moving = ada.post(f"/tables/{table}/transfer").json()["token"]
        lose_one(line)
        assert bob.post("/transfers", {"token": moving}).json() == {"table": table, "seats": [0, 1]}
        assert bob.post(f"/tables/{opened['id']}/claim", {"token": fresh}).status_code == 200
        assert bob.move(table)["version"] == 5
        assert line.lost == 7


def lose_one(line: UnreliableLine) -> None:
    """Lose the answer to the next commit that is not the heartbeat's, or to that: each is found out."""
    until(lambda: line.lose_commits == 0)
    line.lose_commits = 1


def test_a_move_of_which_nothing_is_known_is_sent_again(line: UnreliableLine) -> None:
    with Running(line.url) as server, server.visitor() as ada:
        table = ada.open(GAME)["id"]
        with ada.socket(table) as socket:
            socket.hear("state")
            while (answer := answer_without_database(line, socket))["type"] == "refused":
                # The heartbeat's commit was lost, so nothing of the move was written.
                assert answer["reason"]["key"] == "server.not_saved"
            assert (answer["type"], answer["reason"]["key"]) == ("unknown", "server.not_known")
            check(ada.command(table, 0, "one", kind="move", text="d4"), 503, "server.not_known")
            line.recover()
            assert until_acknowledged(socket) == {"type": "ack", "id": "one", "version": 1}
            assert socket.hear_until(1)["version"] == 1
        assert ada.move(table)["version"] == 2


def answer_without_database(line: UnreliableLine, socket: Socket) -> Data:
    """Send a move whose commit is lost with the database."""
    line.recover()
    line.refuse_after_loss, line.lose_commits = True, 1
    return socket.command(0, "one", kind="move", text="d4")


def until_acknowledged(socket: Socket) -> Data:
    while (answer := socket.command(0, "one", kind="move", text="d4"))["type"] == "unknown":
        time.sleep(0.05)
    return answer


def test_the_client_sends_again_by_itself(line: UnreliableLine) -> None:
    with Running(line.url) as server:
        table = Client(server.url).open(GAME, [{"kind": "me"}, {"kind": "device"}])

        def outage() -> None:
            lost = line.lost
            line.lose_commits = 1
            until(lambda: line.lost > lost)
            time.sleep(1)
            line.recover()

        line.refuse_after_loss = True
        with table.connect() as socket:
            for moves, play in ((1, lambda: socket.play("d4")), (2, lambda: table.command(1, kind="move", text="d5"))):
                broken = threading.Thread(target=outage)
                broken.start()
                # If the heartbeat's commit was lost, nothing of the move was written, and that is certain.
                with suppress(Problem):
                    play()
                broken.join()
                if len(table.state()["moves"]) < moves:
                    play()
        assert [made["text"] for made in table.state()["moves"]] == ["d4", "d5"]


def test_a_database_that_hangs_holds_nobody_up(line: UnreliableLine) -> None:
    with Running(line.url) as server, server.visitor() as ada:
        table = ada.open(GAME)["id"]
        ada.move(table, "d4")
        line.hang()
        begun = time.monotonic()
        answer = ada.command(table, 1, "hung", kind="move", text="d5")
        assert time.monotonic() - begun < 15
        assert answer.status_code == 503
        assert answer.json()["reason"]["key"] in ("server.not_saved", "server.not_known")
        begun = time.monotonic()
        # A load balancer learns it, too.
        assert [ada.http.get(path).status_code for path in ("/healthz", "/readyz")] == [503, 503]
        assert time.monotonic() - begun < 2
        line.recover()
        until(lambda: ada.http.get("/healthz").status_code == 200)
        until(lambda: ada.http.get("/readyz").status_code == 200)
        # Done or not, the same command sent again is done once.
        assert ada.command(table, 1, "hung", kind="move", text="d5").json() == {"version": 2}
        assert ada.move(table)["version"] == 3


def test_it_stops_in_time_while_the_database_hangs(line: UnreliableLine, tmp_path: Path) -> None:
    process = Process(tmp_path, "serve", VEIER_DATABASE=line.url)
    with Visitor(process.url) as ada:
        table = ada.open(GAME)["id"]
        line.hang()
        asking = threading.Thread(target=ignore, args=(ada, table))
        asking.start()
        until(lambda: ada.http.get("/healthz").status_code == 503)
        begun = time.monotonic()
        written = process.end(signal.SIGTERM)
        assert time.monotonic() - begun < 10
        assert '"stopped"' in written
        asking.join()


def test_what_waits_for_a_database_that_hangs_is_given_up_at_the_end(line: UnreliableLine) -> None:
    begun = 0.0

    async def leave() -> None:
        nonlocal begun
        connections = Connections(make_engine(line.url))
        await connections.together(text("SELECT 1"))  # type: ignore[arg-type]
        line.hang()
        reading = [asyncio.create_task(connections.together(text("SELECT 1"))) for _ in range(3)]  # type: ignore[arg-type]
        await asyncio.sleep(0.2)
        for task in reading:
            # As when a client that waits is gone: the database is not asked to cancel what it does not answer.
            task.cancel()
        begun = time.monotonic()
        await connections.close()

    asyncio.run(leave())
    assert time.monotonic() - begun < 4


def test_nothing_watches_a_connection_that_is_closed(line: UnreliableLine) -> None:
    async def leave() -> None:
        connections = Connections(make_engine(line.url))
        driver = await connections.connect_alone()
        line.hang()
        asking = asyncio.create_task(ask(driver, "SELECT 1"))
        await asyncio.sleep(0.2)
        asking.cancel()
        await asyncio.wait({asking})
        # uvloop would end the process when the connection is closed while a task still watches it.
        assert asyncio.all_tasks() == {asyncio.current_task()}
        await driver.close()

    asyncio.run(leave())


def ignore(ada: Visitor, table: str) -> None:
    """Send a move without looking at what becomes of it."""
    with suppress(httpx.TransportError):
        ada.command(table, 0, kind="move", text="d4")


def test_killed_backends_lose_and_double_nothing(postgres: str) -> None:
    with Running(postgres) as server, server.visitor() as ada, psycopg.connect(postgres, autocommit=True) as other:
        table = ada.open(GAME)["id"]
        over = threading.Event()

        def kill() -> None:
            while not over.wait(0.05):
                other.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend' AND state <> 'idle'"
                )

        killing = threading.Thread(target=kill)
        killing.start()
        for version in range(30):
            command = {"kind": "offer", "what": "takeback"} if version % 2 else {"kind": "move", "text": "d4"}
            # As every client does: the same again, until there is an answer.
            while (answer := ada.command(table, version, f"c{version}", **command)).status_code == 503:
                time.sleep(0.02)
            assert answer.status_code == 200, answer.text
            assert answer.json() == {"version": version + 1}
        over.set()
        killing.join()
        assert ada.state(table)["version"] == 30


def test_another_writer_of_the_same_table_is_noticed(postgres: str) -> None:
    with Running(postgres) as one, Running(postgres) as two, one.visitor() as ada, two.visitor() as twin:
        table = ada.open(GAME)["id"]
        twin.http.cookies = ada.http.cookies
        assert twin.state(table)["version"] == 0
        ada.move(table, "d4")
        # The second server finds out by the conflict, and answers with what is there.
        problem = check(twin.command(table, 0, kind="move", text="d5"), 409, "server.stale")
        assert problem["state"]["version"] == 1
        assert twin.move(table, "d5")["version"] == 2
        assert ada.command(table, 1, "x", kind="move", text="d5").status_code == 409
        assert ada.move(table)["version"] == 3
