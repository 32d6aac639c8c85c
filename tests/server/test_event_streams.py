"""The event stream of a session, bots that people can choose, the bot mark, and light states."""

from __future__ import annotations

import json
import secrets
import socket
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

import veier
from server.copies import copy_table
from server.declared import check_message, check_puzzle_try
from server.serving import Data, Running, Socket, Visitor, sqlite, until
from server.test_errors import check
from veier.server.tables.session import TableSession

GAME = "hexrows?side=4&stones=4"


class Program:
    """A program with a session of its own: requests, and the event stream."""

    def __init__(self, url: str, token: str = "") -> None:
        self.url = url
        self.headers = {"Authorization": f"Bearer {token or secrets.token_urlsafe(32)}"}
        checks = {"response": [check_puzzle_try]}
        self.http = httpx.Client(base_url=f"{url}/api/v1", headers=self.headers, timeout=60, event_hooks=checks)
        self._stack = ExitStack()
        self.raw: Any = None

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()
        self.http.close()

    def listen(self, line: socket.socket | None = None) -> Data:
        """Open the event stream, on demand over some line, and return its first message."""
        address = f"{self.url.replace('http', 'ws')}/api/v1/events"
        opened = connect(address, sock=line, additional_headers=self.headers, compression=None, proxy=None)
        self.raw = self._stack.enter_context(opened)
        return self.hear("running")

    def close(self) -> None:
        self._stack.close()

    def say(self, **message: Any) -> None:
        self.raw.send(json.dumps(message))

    def hear(self, *kinds: str) -> Data:
        while True:
            heard: Data = json.loads(self.raw.recv(20))
            check_message(heard, "StreamMessage")
            if not kinds or heard["type"] in kinds:
                return heard

    def register(self, name: str, **more: Any) -> Data:
        self.say(type="register", name=name, **more)
        return self.hear("registered", "refused")

    def open(self, *seats: Data, game: str = GAME, **more: Any) -> str:
        answer = self.http.post("/tables", json={"game": game, "seats": list(seats), **more})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def light(self, table: str) -> Data:
        found: Data = self.http.get(f"/tables/{table}", params={"state": "light"}).json()
        return found

    def play(self, state: Data, **command: Any) -> httpx.Response:
        if not command:
            command = {"kind": "move", "text": veier.parse_position(state["position"]).legal_moves[0].text}
        body = {"id": secrets.token_urlsafe(8), "version": state["version"], "command": command}
        return self.http.post(f"/tables/{state['id']}/commands", json=body)


@pytest.fixture
def rex(server: Running) -> Iterator[Program]:
    with Program(server.url) as program:
        yield program


@pytest.fixture
def ivy(server: Running) -> Iterator[Program]:
    with Program(server.url) as program:
        yield program


# Light states.


def test_a_light_state_has_what_a_program_needs_in_some_hundred_bytes(ada: Visitor) -> None:
    table = ada.open("4eyes", "me", "device", clock={"kind": "minutes", "initial_ms": 60_000})["id"]
    for _ in range(5):
        full = ada.move(table)
    answer = ada.get(f"/tables/{table}", state="light")
    light = answer.json()
    assert len(answer.content) < 1000
    assert len(answer.content) * 20 < len(ada.get(f"/tables/{table}").content)
    # The sizes that docs/api.md says.
    assert 14_000 < len(ada.get(f"/tables/{table}").content) < 42_500
    with ada.socket(table) as socket:
        assert 4_000 < len(json.dumps(socket.hear("state"), separators=(",", ":"))) < 11_000
    assert light["position"] == full["board"]["position"]
    assert light["moves"] == [move["text"] for move in full["moves"]]
    for same in ("id", "version", "hash", "mine", "offers", "swapable", "result", "rematch"):
        assert light[same] == full[same]
    played = veier.game(light["game"]).start()
    for move in light["moves"]:
        played = played.play(move)
    assert played == veier.parse_position(light["position"])
    assert light["mover"] == played.mover == light["clocks"]["running"]
    check(ada.get(f"/tables/{table}", state="heavy"), 422, "server.field")


def test_a_light_socket_sends_the_light_state_after_each_change(server: Running, ada: Visitor) -> None:
    table = ada.open()["id"]
    with light_socket(server.url, ada, table) as light:
        first = json.loads(light.recv(20))
        check_message(first)
        assert first["type"] == "state"
        assert first["state"] == ada.get(f"/tables/{table}", state="light").json()
        ada.move(table)
        # Somebody who comes to watch is not told.
        with ada.socket(table):
            ada.move(table)
            heard = [json.loads(light.recv(20)) for _ in range(2)]
        assert [each["state"]["version"] for each in heard] == [1, 2]
        assert max(len(json.dumps(each)) for each in heard) < 1000
        stale = {"type": "command", "id": "late", "version": 0, "command": {"kind": "move", "text": "a1"}}
        light.send(json.dumps(stale))
        answer = json.loads(light.recv(20))
        check_message(answer)
        assert (answer["type"], answer["state"]["version"]) == ("stale", 2)


def light_socket(url: str, visitor: Visitor, table: str) -> Any:
    headers = {"Cookie": "; ".join(f"{each.name}={each.value}" for each in visitor.http.cookies.jar), "Origin": url}
    address = f"{url.replace('http', 'ws')}/api/v1/tables/{table}/socket?state=light"
    return connect(address, additional_headers=headers, compression=None, proxy=None)


# Events.


def test_a_stream_tells_of_turns_offers_and_ends_at_all_tables(rex: Program, ada: Visitor) -> None:
    assert rex.listen()["tables"] == []
    tables = []
    for _ in range(2):
        table = rex.open({"kind": "me", "bot": True}, {"kind": "friend"})
        tables.append(table)
        begun, turn = rex.hear(), rex.hear()
        assert (begun["type"], turn["type"]) == ("begun", "turn")
        assert begun["state"]["id"] == turn["state"]["id"] == table
        assert rex.play(turn["state"]).status_code == 200
    invites = [rex.http.post(f"/tables/{table}/invites", json={"seat": 1}).json()["token"] for table in tables]
    for table, invite in zip(tables, invites, strict=True):
        assert ada.post(f"/tables/{table}/claim", {"token": invite}).status_code == 200
        ada.move(table)
        heard = rex.hear()
        assert (heard["type"], heard["state"]["id"], heard["state"]["version"]) == ("turn", table, 3)
    version = heard["state"]["version"]
    ada.command(tables[1], version, kind="offer", what="draw")
    offer = rex.hear()
    assert offer["type"] == "offer"
    assert offer["state"]["offers"] == [{"what": "draw", "by": 1, "answers": [1]}]
    rex.play(offer["state"], kind="answer", what="draw", yes=True)
    over = rex.hear()
    assert (over["type"], over["state"]["result"]["why"]) == ("over", "agreed")


def test_whoever_connects_again_hears_of_all_running_games(rex: Program) -> None:
    mine = rex.open({"kind": "me"}, {"kind": "friend"})
    theirs = rex.open({"kind": "friend"}, {"kind": "me"})
    ended = rex.open({"kind": "me"}, {"kind": "device"})
    assert rex.play(rex.light(ended), kind="resign").status_code == 200
    assert rex.listen()["tables"] == [mine, theirs]
    heard = [rex.hear() for _ in range(3)]
    assert [(each["type"], each["state"]["id"]) for each in heard] == [
        ("begun", mine),
        ("turn", mine),
        ("begun", theirs),
    ]


def test_a_session_that_listens_is_present_at_its_tables(rex: Program, ada: Visitor) -> None:
    table = rex.open({"kind": "friend"}, {"kind": "me", "bot": True})
    with ada.socket(table) as watching:
        assert not watching.hear("state")["state"]["seats"][1]["present"]
        rex.listen()
        watching.hear("event")
        assert watching.state["seats"][1]["present"]
        rex.close()
        watching.hear("event")
        assert not watching.state["seats"][1]["present"]


def test_a_stream_needs_a_session_and_is_no_other_sites(server: Running, ada: Visitor) -> None:
    address = f"{server.url.replace('http', 'ws')}/api/v1/events"
    with pytest.raises(InvalidStatus) as refused:
        connect(address, proxy=None)
    assert json.loads(refused.value.response.body or b"")["reason"]["key"] == "server.no_session"
    ada.open()
    cookie = "; ".join(f"{each.name}={each.value}" for each in ada.http.cookies.jar)
    with pytest.raises(InvalidStatus) as refused:
        connect(address, additional_headers={"Cookie": cookie, "Origin": "https://evil.example"}, proxy=None)
    assert json.loads(refused.value.response.body or b"")["reason"]["key"] == "server.foreign"


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"type":"command"}', '{"type":"register"}', '{"type":"register","name":5}']
)
def test_what_is_no_message_is_refused_and_the_next_one_works(rex: Program, text: str) -> None:
    rex.listen()
    rex.raw.send(text)
    assert rex.hear()["type"] == "refused"
    rex.say(type="ping")
    assert rex.hear()["type"] == "pong"


def test_a_flood_of_messages_ends_the_stream(rex: Program, server: Running) -> None:
    rex.listen()
    rex.raw.send(b"binary")
    with pytest.raises(ConnectionClosed) as closed:
        rex.hear("pong")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1003
    rex.close()
    rex.listen()
    for _ in range(150):
        rex.say(type="ping")
    with pytest.raises(ConnectionClosed) as closed:
        rex.hear("never")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008
    until(lambda: not server.services.registry.listening.here)


def test_a_stream_tells_nothing_of_what_is_not_the_sessions(rex: Program, ivy: Program, ada: Visitor) -> None:
    """Of others' tables nothing, and of seats that were moved to another device nothing more."""
    table = rex.open({"kind": "me"}, {"kind": "device"})
    rex.listen()
    assert [rex.hear()["type"] for _ in range(2)] == ["begun", "turn"]
    ivy.listen()
    ada.move(ada.open()["id"])
    token = rex.http.post(f"/tables/{table}/transfer").json()["token"]
    assert ada.post("/transfers", {"token": token}).status_code == 200
    ada.move(table)
    ada.command(table, 1, kind="resign")
    for program in (rex, ivy):
        program.say(type="ping")
        assert program.hear()["type"] == "pong"


def test_a_stream_of_many_games_waits_for_its_reader(tmp_path: Path) -> None:
    """What it begins with is more than a client may leave unread: on a slow line nobody would ever get it."""
    token = secrets.token_urlsafe(32)
    with Running(sqlite(tmp_path)) as server, Program(server.url, token) as rex:
        table, position = rex.open({"kind": "me"}, {"kind": "device"}, game="4eyes"), veier.game("4eyes").start()
        for version in range(40):
            position = next(after for move in position.legal_moves if not (after := position.play(move)).is_over)
            move = {"kind": "move", "text": str(position.last_move)}
            assert rex.play({"id": table, "version": version}, **move).status_code == 200
    copy_table(tmp_path, table, 250)
    with Running(sqlite(tmp_path)) as server, Program(server.url, token) as rex:
        server.narrow()
        with narrow_line(server.url) as line:
            rex.listen(line)
            until(lambda: is_waiting(server))
            heard = [json.loads(rex.raw.recv(20))["type"] for _ in range(2 * 200)]
            assert Counter(heard) == {"begun": 200, "turn": 200}
            rex.say(type="ping")
            assert rex.hear()["type"] == "pong"


def is_waiting(server: Running) -> bool:
    """Return whether a server loads no more tables."""
    before = len(server.services.registry.loaded)
    time.sleep(0.3)
    return before > 1 and len(server.services.registry.loaded) == before


def narrow_line(url: str) -> socket.socket:
    """Connect to a server so that little is on its way at any time."""
    parts = urlsplit(url)
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16_384)
    line.connect((parts.hostname, parts.port))
    return line


def test_a_stream_that_fails_leaves_nothing_behind(
    server: Running, rex: Program, ada: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = rex.open({"kind": "me"}, {"kind": "device"})
    open_before = len(server.services.connections)

    def fail(*_: object) -> str:
        raise RuntimeError("broken")

    with monkeypatch.context() as patch:
        patch.setattr(TableSession, "light_json", fail)
        rex.listen()
        with pytest.raises(ConnectionClosed):
            rex.hear("never")
        patch.setattr(TableSession, "state_for", fail)
        with pytest.raises(ConnectionClosed), ada.socket(table) as watching:
            watching.hear("state")
    services = server.services
    until(lambda: len(services.connections) == open_before and not services.registry.listening.here)
    with ada.socket(table) as watching:
        assert not watching.hear("state")["state"]["seats"][0]["present"]


# Bots.


def test_people_choose_a_bot_that_is_connected(rex: Program, ada: Visitor) -> None:
    assert ada.get("/bots").json() == {"bots": []}
    rex.listen()
    assert rex.register("Rex", games=["hexrows"], tables=2) == {"type": "registered", "name": "Rex"}
    assert ada.get("/bots").json() == {"bots": [{"name": "Rex", "games": ["hexrows"], "free": True}]}
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "name": "rex"}]
    answer = ada.post("/tables", {"game": GAME, "seats": seats})
    assert answer.status_code == 201
    assert answer.json()["invites"] == []
    begun = rex.hear()
    assert (begun["type"], begun["state"]["mine"]) == ("begun", [1])
    state = ada.move(begun["state"]["id"])
    marks = [(seat["name"], seat["bot"], seat["present"]) for seat in state["seats"]]
    assert marks == [("Ada", False, False), ("Rex", True, True)]
    assert rex.play(rex.hear("turn")["state"]).status_code == 200
    check(ada.post("/tables", {"game": "4eyes", "seats": seats}), 409, "bots.other_games")
    assert ada.post("/tables", {"game": GAME, "seats": seats}).status_code == 201
    check(ada.post("/tables", {"game": GAME, "seats": seats}), 409, "bots.busy")
    assert ada.get("/bots").json()["bots"][0]["free"] is False
    rex.close()
    until(lambda: not ada.get("/bots").json()["bots"])
    check(ada.post("/tables", {"game": GAME, "seats": seats}), 409, "bots.away")


def test_a_bot_gets_no_more_games_than_it_has_time_for(tmp_path: Path) -> None:
    """Also if many choose it in the same instant."""
    asked = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "bot", "name": "Rex"}]}
    with Running(sqlite(tmp_path)) as server, Program(server.url) as rex, server.visitor() as ada:
        rex.listen()
        rex.register("Rex", tables=2)
        with ThreadPoolExecutor(8) as people:
            answers = list(people.map(lambda _: ada.post("/tables", asked).status_code, range(8)))
    assert Counter(answers) == {201: 2, 409: 6}


def test_a_name_belongs_to_one_bot_at_a_time(rex: Program, ivy: Program) -> None:
    for program in (rex, ivy):
        program.listen()
    assert rex.register("Rex")["type"] == "registered"
    assert ivy.register("REX")["reason"]["key"] == "bots.taken"
    assert ivy.register("a\u202eb")["reason"]["key"] == "table.name_character"
    assert ivy.register("Ivy", games=["chess"])["type"] == "refused"
    assert ivy.register("Ivy")["type"] == "registered"
    # The same session connects again before the server has noticed that its old stream is dead.
    with Program(rex.url, rex.headers["Authorization"].split()[1]) as again:
        again.listen()
        assert again.register("Rex")["type"] == "registered"
        rex.close()
        names = [bot["name"] for bot in ivy.http.get("/bots").json()["bots"]]
        assert names == ["Ivy", "Rex"]


def test_the_mark_of_a_bot_stays(server: Running, rex: Program, ada: Visitor) -> None:
    table = ada.open(GAME, "me", "friend")
    joined = {"token": table["invites"][0]["token"], "name": "Rex", "bot": True}
    assert rex.http.post(f"/tables/{table['id']}/claim", json=joined).status_code == 200
    assert [seat["bot"] for seat in ada.state(table["id"])["seats"]] == [False, True]
    assert [seat["bot"] for seat in rex.light(table["id"])["seats"]] == [False, True]
    assert [seat["bot"] for seat in ada.get("/tables").json()["tables"][0]["seats"]] == [False, True]
    ada.command(table["id"], 1, kind="resign")
    ada.command(table["id"], 2, kind="offer", what="rematch")
    rex.play(rex.light(table["id"]), kind="answer", what="rematch", yes=True)
    following = rex.light(rex.light(table["id"])["rematch"])
    assert [(seat["name"], seat["bot"]) for seat in following["seats"]] == [("Rex", True), (None, False)]
    bad = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "computer", "level": 1, "bot": True}]}
    assert ada.post("/tables", bad).status_code == 201
    assert ada.get("/tables").json()["tables"][0]["seats"][1]["bot"] is False


def test_an_operator_may_want_no_bots(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), limits="bots=0") as server, Program(server.url) as rex:
        rex.listen()
        assert rex.register("Rex")["reason"]["key"] == "bots.full"


def test_streams_count_as_sockets(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), limits="sockets_per_session=1") as server, Program(server.url) as rex:
        rex.listen()
        table = rex.open({"kind": "me"}, {"kind": "device"})
        with pytest.raises(InvalidStatus) as refused:
            Socket(server.url, table, rex.headers)
        assert refused.value.response.status_code == 429
        rex.close()
        until(lambda: len(server.services.connections) == 0)
        Socket(server.url, table, rex.headers).close()
