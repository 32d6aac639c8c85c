"""Several servers on one PostgreSQL: players of one table are on different ones, and notice nothing of it."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import httpx
import psycopg
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from benchmarks.server_process import free_port
from server.raw_requests import metric
from server.serving import Data, Running, Socket, Visitor, until
from server.test_errors import check
from server.test_process import Process
from veier.core.errors import VeierError
from veier.messages import LANGUAGES
from veier.search.limits import Stop
from veier.server import reviews
from veier.server.http.limits import SHARED, SharedLimit
from veier.server.logs import JsonLines
from veier.server.settings import Settings
from veier.server.tables import computers
from veier.server.thinking import think
from veier.table import Command, Table

GAME = "hexrows?side=4&stones=9"


@pytest.fixture(scope="module")
def servers(postgres: str) -> Iterator[tuple[Running, Running]]:
    with Running(postgres) as one, Running(postgres) as two:
        until(lambda: one.services.bus.is_connected and two.services.bus.is_connected)
        yield one, two


@pytest.fixture
def ada(servers: tuple[Running, Running]) -> Iterator[Visitor]:
    """A visitor of the first server."""
    with servers[0].visitor() as visitor:
        yield visitor


@pytest.fixture
def bob(servers: tuple[Running, Running]) -> Iterator[Visitor]:
    """A visitor of the second server."""
    with servers[1].visitor() as visitor:
        yield visitor


def sit_down(ada: Visitor, bob: Visitor) -> str:
    """Open a table at one server and take its other seat at the other."""
    opened = ada.open(GAME, "me", "friend")
    claim = {"token": opened["invites"][0]["token"], "name": "Bob"}
    assert bob.post(f"/tables/{opened['id']}/claim", claim).status_code == 200
    table: str = opened["id"]
    return table


def test_each_hears_of_the_others_moves(ada: Visitor, bob: Visitor) -> None:
    table = sit_down(ada, bob)
    with ada.socket(table) as one, bob.socket(table) as two:
        one.hear("state")
        two.hear("state")
        for number, text in enumerate(("d4", "d5", "c4", "e5")):
            mover, other = ((one, two), (two, one))[number % 2]
            assert mover.command(number + 1, f"m{number}", kind="move", text=text)["type"] == "ack"
            assert other.hear_until(number + 2)["moves"][-1]["text"] == text
        assert two.hear_until(5)["hash"] == one.state["hash"]
    # Whoever asks over HTTP gets what the other server has acknowledged.
    assert ada.move(table)["version"] == bob.state(table)["version"] == 6
    assert bob.move(table)["version"] == ada.state(table)["version"] == 7


def test_of_two_commands_at_once_each_is_decided_on_what_the_other_has_left(ada: Visitor, bob: Visitor) -> None:
    for _ in range(5):
        table = sit_down(ada, bob)
        offer = partial(Visitor.command, table_id=table, version=1, kind="offer", what="draw")
        answers = together(partial(offer, ada, id="ada"), partial(offer, bob, id="bob"))
        assert [answer.status_code for answer in answers] == [200, 200]
        # Both have offered a draw, so the game is drawn; each command has its own version.
        state = ada.state(table)
        assert state["result"]["shares"] == ["1/2", "1/2"]
        first, second = sorted(answer.json()["version"] for answer in answers)
        assert first < second == state["version"]


def together(*calls: Callable[[], httpx.Response]) -> list[httpx.Response]:
    """Make requests in the same instant."""
    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(lambda call: call(), calls))


def test_a_seat_that_has_moved_is_lost_on_every_server(
    ada: Visitor, bob: Visitor, servers: tuple[Running, Running]
) -> None:
    table = ada.open(GAME)["id"]
    with servers[1].visitor() as elsewhere, elsewhere_socket(elsewhere, ada, table) as old:
        token = ada.post(f"/tables/{table}/transfer").json()["token"]
        assert bob.post("/transfers", {"token": token}).json() == {"table": table, "seats": [0, 1]}
        with pytest.raises(ConnectionClosed) as closed:
            old.hear("never")
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 4001
        for visitor in (ada, elsewhere):
            check(visitor.command(table, 0, kind="move", text="d4"), 403, "table.no_seat")
    assert bob.move(table, "d4")["version"] == 1
    # A transfer is used once, wherever it is tried.
    check(ada.post("/transfers", {"token": token}), 403, "server.transfer_used")


def elsewhere_socket(elsewhere: Visitor, ada: Visitor, table: str) -> Socket:
    """Connect a session at another server."""
    elsewhere.http.cookies = ada.http.cookies
    socket = elsewhere.socket(table)
    socket.hear("state")
    return socket


def test_a_command_of_a_former_owner_is_refused_although_the_server_has_not_heard_of_the_transfer(
    ada: Visitor, servers: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ada.open(GAME)["id"]
    with servers[1].visitor() as elsewhere, elsewhere_socket(elsewhere, ada, table):
        bus = servers[1].services.bus
        with monkeypatch.context() as deaf:
            deaf.setattr(bus, "on_notices", lambda notices: None)
            token = ada.post(f"/tables/{table}/transfer").json()["token"]
            assert ada.get(f"/tables/{table}").json()["mine"] == [0, 1]
            with servers[0].visitor() as taker:
                assert taker.post("/transfers", {"token": token}).status_code == 200
                registry = servers[1].services.registry
                known = registry.loaded.peek(table)
                assert known
                assert known.table.version == 0
                check(elsewhere.command(table, 0, kind="move", text="d4"), 403, "table.no_seat")
                assert taker.move(table, "d5")["moves"][0]["text"] == "d5"


def test_who_knows_more_than_a_server_that_cannot_read_it_is_not_called_stale(
    ada: Visitor, servers: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ada.open(GAME)["id"]
    with servers[1].visitor() as elsewhere, elsewhere_socket(elsewhere, ada, table) as socket:
        services = servers[1].services

        async def hang(_: str) -> None:
            await asyncio.sleep(60)

        with monkeypatch.context() as broken:
            broken.setattr(services.bus, "on_notices", lambda notices: None)
            broken.setattr(services.store.gaps, "mark", hang)
            ada.move(table, "d4")
            assert socket.command(1, "next", kind="move", text="d5")["type"] == "unknown"
        # The same again, when the database answers.
        assert socket.command(1, "next", kind="move", text="d5") == {"type": "ack", "id": "next", "version": 2}


def test_one_of_two_claims_gets_the_seat(ada: Visitor, bob: Visitor, servers: tuple[Running, Running]) -> None:
    with servers[0].visitor() as eve:
        for _ in range(5):
            opened = ada.open(GAME, "me", "friend")
            path, claim = f"/tables/{opened['id']}/claim", {"token": opened["invites"][0]["token"]}
            answers = together(partial(bob.post, path, claim), partial(eve.post, path, claim))
            seated, refused = sorted(answers, key=lambda answer: answer.status_code)
            assert (seated.status_code, seated.json()["seat"]) == (200, 1)
            assert refused.json()["reason"]["key"] in ("server.invite_used", "table.seat_taken")
            winner, loser = (bob, eve) if seated is answers[0] else (eve, bob)
            assert winner.state(opened["id"])["mine"] == [1]
            assert loser.state(opened["id"])["mine"] == []


def test_players_see_who_is_there_and_what_is_said_on_the_other_server(ada: Visitor, bob: Visitor) -> None:
    table = sit_down(ada, bob)
    with ada.socket(table) as one:
        one.hear("state")
        with bob.socket(table) as two, bob.socket(table):
            until_state(one, lambda state: state["seats"][1]["present"])
            until_state(two, lambda state: state["seats"][0]["present"])
            assert bob.post(f"/tables/{table}/phrases", {"phrase": "good_luck"}).status_code == 200
            assert one.hear("phrase")["seat"] == 1
        until_state(one, lambda state: not state["seats"][1]["present"])


def until_state(socket: Socket, happens: Callable[[Data], bool]) -> None:
    while not socket.state or not happens(socket.state):
        socket.hear("state", "event")


def test_an_event_stream_hears_of_tables_that_its_server_does_not_know(ada: Visitor, bob: Visitor) -> None:
    table = sit_down(bob, ada)
    fresh = {"Cookie": ada._cookies(), "Origin": ada.url}
    with connect(f"{ada.url.replace('http', 'ws')}/api/v1/events", additional_headers=fresh, proxy=None) as stream:
        assert table in json.loads(stream.recv(10))["tables"]
        bob.move(table, "d4")
        while (heard := json.loads(stream.recv(10)))["type"] != "turn" or heard["state"]["id"] != table:
            pass
        # Who listens is present, also for the other server.
        until(lambda: bob.state(table)["seats"][1]["present"])


def test_a_server_that_has_missed_notices_compares_everything(
    ada: Visitor, bob: Visitor, servers: tuple[Running, Running], postgres: str
) -> None:
    table = sit_down(ada, bob)
    with bob.socket(table) as two:
        two.hear("state")
        with psycopg.connect(postgres, autocommit=True) as other:
            for _ in range(3):
                # No server hears anything for a moment, while moves are made.
                other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%%'")
                version = ada.state(table)["version"]
                mover = ada if version % 2 else bob
                assert mover.move(table)["version"] == version + 1
                assert two.hear_until(version + 1)["version"] == version + 1
    until(lambda: all(server.services.bus.is_connected for server in servers))


def test_one_server_leads_and_all_have_its_time(servers: tuple[Running, Running]) -> None:
    leading = [server.services.store.leader.leads for server in servers]
    assert sorted(leading) == [False, True]
    times = [server.services.store.heartbeat.time for server in servers]
    until(lambda: abs(times[0].now() - times[1].now()) < 50)
    assert all(server.services.store.heartbeat.healthy for server in servers)


def test_time_runs_out_once_wherever_the_table_is_in_memory(ada: Visitor, bob: Visitor) -> None:
    tables = []
    for opener, other in ((ada, bob), (bob, ada)):
        table = opener.open(GAME, "me", "device", clock={"kind": "minutes", "initial_ms": 1500})["id"]
        opener.move(table, "d4")
        opener.move(table, "d5")
        tables.append((table, opener, other))
    for table, opener, other in tables:
        with other.socket(table) as watcher:
            watcher.hear_until(3)
            assert watcher.state["result"]["why"] == "time"
        assert opener.state(table)["version"] == 3


@pytest.fixture
def empty(postgres: str) -> str:
    """Another database, for servers that have ended or end."""
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS workers WITH (FORCE)")
        connection.execute("CREATE DATABASE workers")
    return f"{postgres.rpartition('/')[0]}/workers"


def test_another_server_leads_when_the_leader_has_ended(empty: str) -> None:
    with Running(empty) as second, Running(empty) as first:
        [leader] = [server for server in (first, second) if server.services.store.leader.leads]
        assert leader is second
        now = first.services.store.heartbeat.time.now()
        second._server.should_exit = True
        until(lambda: first.services.store.leader.leads)
        # Time has gone on, and games still end.
        assert first.services.store.heartbeat.time.now() >= now
        with first.visitor() as eve:
            table = eve.open(GAME, clock={"kind": "minutes", "initial_ms": 1000})["id"]
            eve.move(table, "d4")
            eve.move(table, "d5")
            until(lambda: eve.state(table)["result"])


def test_lines_of_all_servers_about_a_request_have_its_id(ada: Visitor, bob: Visitor) -> None:
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonLines())
    server_logger = logging.getLogger("veier.server")
    server_logger.addHandler(handler)
    level = server_logger.level
    server_logger.setLevel(logging.INFO)
    try:
        table = sit_down(ada, bob)
        with bob.socket(table) as two:
            two.hear("state")
            body = {"id": "m", "version": 1, "command": {"kind": "move", "text": "d4"}}
            given = "0123456789abcdef" * 2
            answer = ada.post(f"/tables/{table}/commands", body, **{"X-Request-ID": given})
            assert answer.headers["X-Request-ID"] == given
            two.hear_until(2)
            # What does not look like an id of a proxy is not taken over; a command over a socket has an id of its own.
            assert ada.http.get("/healthz", headers={"X-Request-ID": "my text"}).headers["X-Request-ID"] != "my text"
            two.command(2, "n", kind="move", text="d5")
    finally:
        server_logger.removeHandler(handler)
        server_logger.setLevel(level)
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    assert {line["event"] for line in lines if line.get("request") == given} == {"changed elsewhere", "request"}
    [command] = [line for line in lines if line["event"] == "command"]
    assert re.fullmatch("[0-9a-f]{32}", command["request"])
    assert all(line["process"] == os.getpid() for line in lines)


# Computers and reviews.


def test_every_turn_of_a_computer_is_searched_once(
    ada: Visitor, bob: Visitor, servers: tuple[Running, Running]
) -> None:
    before = sum(map(searches, servers))
    tables = [visitor.open(GAME, "1", "1")["id"] for visitor in (ada, bob)]
    with ada.socket(tables[1]) as one, bob.socket(tables[0]) as two:
        for watcher in (one, two):
            until_state(watcher, lambda state: bool(state["result"]))
    moves = sum(len(ada.state(table)["moves"]) for table in tables)
    assert sum(map(searches, servers)) - before == moves


def searches(server: Running) -> float:
    found = re.search(r"^veier_searches_total (\S+)", httpx.get(f"{server.url}/metrics").text, re.MULTILINE)
    assert found
    return float(found[1])


def test_a_server_that_does_not_think_leaves_turns_and_reviews_to_others(empty: str) -> None:
    with Running(empty, thinkers=0) as front, Running(empty, thinkers=1) as thinker, front.visitor() as ada:
        until(lambda: front.services.bus.is_connected and thinker.services.bus.is_connected)
        table = ada.open(GAME, "me", "1")["id"]
        with ada.socket(table) as socket:
            socket.hear("state")
            socket.command(0, "d4", kind="move", text="d4")
            assert socket.hear_until(2)["moves"][1]["seat"] == 1
        assert (searches(front), searches(thinker)) == (0, 1)
        review = ada.post("/reviews", {"game": "hexrows?side=4&stones=4", "moves": ["d4", "d5"]}).json()["review"]
        until(lambda: ada.get(f"/reviews/{review}").json()["done"])
        assert "veier_reviews_total 1.0" in httpx.get(f"{thinker.url}/metrics").text


def test_what_a_killed_server_worked_on_goes_on_at_another(empty: str, tmp_path: Path) -> None:
    # Two processes; a turn that takes long is under way at one of them when it is killed.
    first = Process(tmp_path, "serve", VEIER_DATABASE=empty, VEIER_THINK_MS="60000")
    with Visitor(first.url) as ada:
        table = ada.open(GAME, "1", "device")["id"]
        second = Process(tmp_path, "serve", VEIER_DATABASE=empty)
        until(lambda: leased(empty) == 1)
        begun = time.monotonic()
        first.end(signal.SIGKILL)
        with Visitor(second.url) as again:
            again.http.cookies = ada.http.cookies
            until(lambda: again.state(table)["version"] == 1)
            assert time.monotonic() - begun < 15
            # The other seat is the same player's, who goes on without having noticed anything.
            assert again.move(table)["moves"][1]["seat"] == 1
    second.end()


def leased(database: str) -> int:
    with psycopg.connect(database) as connection:
        row = connection.execute("SELECT count(worker) FROM jobs").fetchone()
        assert row
        return int(row[0])


def test_a_think_worker_plays_for_a_server_that_does_not_think(empty: str) -> None:
    port = free_port()
    environment = os.environ | {"VEIER_LANG": "en", "VEIER_DATABASE": empty, "VEIER_THINK_MS": "0"}
    command = [sys.executable, "-m", "veier", "think-worker", "--thinkers", "1", "--metrics-port", str(port)]
    with Running(empty, thinkers=0) as server, server.visitor() as ada:
        table = ada.open(GAME, "1", "1")["id"]
        other = ada.open(GAME, "1", "device")["id"]
        # The alarm's figure: nobody has time for the two turns.
        until(lambda: metric(ada.http.get("/metrics").text, "veier_turns_waiting") == 2)
        with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as thinker:
            until(lambda: ada.state(table)["result"], 60)
            until(lambda: metric(ada.http.get("/metrics").text, "veier_turns_waiting") == 0)
            told = httpx.get(f"http://127.0.0.1:{port}/metrics").text
            moves = sum(len(ada.state(each)["moves"]) for each in (table, other))
            assert metric(told, "veier_computer_moves_total") == moves
            # It can save moves, and is none of those who serve.
            assert (metric(told, "veier_healthy"), metric(told, "veier_workers")) == (1, 0)
            thinker.send_signal(signal.SIGTERM)
            assert thinker.stderr
            assert '"stopped"' in thinker.stderr.read()
    assert thinker.returncode == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_port_for_metrics_that_is_taken_is_told(language: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(VeierError) as refused:
            think(Settings(database="postgresql://nobody@127.0.0.1:1/nothing", metrics_port=port))
    assert f"127.0.0.1:{port}" in refused.value.text(language)
    assert "--metrics-port" in refused.value.text(language)


def test_limits_that_are_shared_count_wherever_something_is_done(empty: str) -> None:
    once = ",".join(f"{name}=1" for name in SHARED)
    with Running(empty, limits=once) as one, Running(empty, limits=once) as two:
        until(lambda: one.services.bus.is_connected and two.services.bus.is_connected)
        with one.visitor() as ada, two.visitor() as twin:
            path, guess = f"/tables/{ada.open(GAME)['id']}/claim", {"token": "a" * 43}
            check(ada.post(path, guess), 403, "server.invite_used")
            until(lambda: len(two.services.limits.shared["guesses"]) == 1)
            # Its first guess there is one too many.
            assert twin.post(path, guess).status_code == 429
        # The others likewise.
        for name in SHARED:
            here, there = one.services.limits.shared[name], two.services.limits.shared[name]
            assert getattr(one.services.limits, name) is here
            known = len(there)
            take = asyncio.run_coroutine_threadsafe(taken(here), loop_of(one))
            assert take.result(20) == 0
            until(lambda there=there, known=known: len(there) > known)  # type: ignore[misc]
            assert asyncio.run_coroutine_threadsafe(taken(there), loop_of(two)).result(20) > 0


async def taken(limit: SharedLimit) -> float:
    return limit.retry_after("somebody")


def loop_of(server: Running) -> asyncio.AbstractEventLoop:
    task = server.services.bus._task
    assert task
    return task.get_loop()


def test_a_server_that_does_not_hear_the_others_is_not_ready(
    ada: Visitor, servers: tuple[Running, Running], postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse() -> None:
        raise psycopg.OperationalError("no connection is left")

    with monkeypatch.context() as full, psycopg.connect(postgres, autocommit=True) as other:
        full.setattr(servers[0].services.store.connections, "connect_alone", refuse)
        until(
            lambda: other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%%'")
        )
        until(lambda: ada.http.get("/readyz").status_code == 503)
        assert ada.http.get("/readyz").json() == {"ready": False}
        # It can save moves all the same.
        until(lambda: ada.http.get("/healthz").status_code == 200)
    until(lambda: ada.http.get("/readyz").status_code == 200)


def test_reviews_wait_while_people_wait_for_computers(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    free = threading.Event()
    choose = computers._choose_command

    def hang(table: Table, level: int, stop: Stop) -> Command:
        free.wait(60)
        return choose(table, level, stop)

    monkeypatch.setattr(computers, "_choose_command", hang)
    monkeypatch.setattr(reviews, "_WATCH_SECONDS", 0.01)
    with Running(empty, thinkers=1) as server, server.visitor() as ada:
        busy = [ada.open(GAME, "1", "device")["id"] for _ in range(2)]
        until(lambda: not server.services.computers.has_time)
        looks = 0

        def has_time() -> bool:
            nonlocal looks
            looks += 1
            return server.services.computers.has_time

        server.services.reviews._has_time = has_time
        path = f"/reviews/{ada.post('/reviews', {'game': GAME, 'moves': ['d4', 'd5']}).json()['review']}"
        seen = looks
        until(lambda: looks > seen + 5)
        # Nobody has taken it although it was looked for again and again.
        with psycopg.connect(empty) as connection:
            assert connection.execute("SELECT worker, done FROM reviews").fetchall() == [(None, False)]
        assert ada.get(path).json()["plies"] == []
        free.set()
        until(lambda: ada.get(path).json()["done"])
        assert [ada.state(table)["version"] for table in busy] == [1, 1]
