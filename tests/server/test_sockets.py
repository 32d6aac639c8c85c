"""Sockets: a state first, numbered events after it, and every command answered."""

from __future__ import annotations

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

import veier
from server.serving import Running, Visitor, sqlite, until
from server.test_errors import check
from veier.server.http.limits import RateLimit
from veier.server.http.socket_protocol import SocketProtocol

GAME = "hexrows?side=4&stones=9"
_LINKS: list[tuple[str, object]] = [("invites", {"seat": 1}), ("transfer", {})]


def test_a_move_is_acknowledged_and_told_to_everybody(server: Running, ada: Visitor, bob: Visitor) -> None:
    table = ada.open()["id"]
    with ada.socket(table) as player, bob.socket(table) as watcher:
        first = player.hear("state")["state"]
        assert (first["version"], first["mine"]) == (0, [0, 1])
        seen = watcher.hear("state")["state"]
        assert seen["mine"] == []
        answer = player.command(0, "one", kind="move", text="d4")
        assert answer == {"type": "ack", "id": "one", "version": 1}
        here, there = player.hear_until(1), watcher.hear_until(1)
        assert here["hash"] == there["hash"] == f"{veier.game(GAME).start().play('d4').digest:016x}"
        assert here["moves"] == there["moves"] == ada.state(table)["moves"]


def test_a_resend_is_carried_out_once_and_acknowledged_again(ada: Visitor) -> None:
    table = ada.open()["id"]
    with ada.socket(table) as socket:
        socket.hear("state")
        first = socket.command(0, "same", kind="move", text="d4")
        again = socket.command(0, "same", kind="move", text="d4")
        assert first == again
    with ada.socket(table) as socket:
        socket.hear("state")
        assert socket.command(0, "same", kind="move", text="d4") == first
    assert ada.command(table, 0, "same", kind="move", text="d4").json() == {"version": 1}
    assert ada.state(table)["version"] == 1


def test_what_was_sent_before_the_end_of_the_socket_is_executed_in_order(ada: Visitor) -> None:
    table = ada.open()["id"]
    with ada.socket(table) as socket:
        socket.hear("state")
        for number, text in enumerate(("d4", "d5", "e4")):
            socket.say(type="command", id=f"m{number}", version=number, command={"kind": "move", "text": text})
    until(lambda: ada.state(table)["version"] == 3)
    assert [move["text"] for move in ada.state(table)["moves"]] == ["d4", "d5", "e4"]


def test_a_stale_command_is_told_with_the_state(ada: Visitor) -> None:
    table = ada.open()["id"]
    ada.move(table, "d4")
    with ada.socket(table) as socket:
        socket.hear("state")
        stale = socket.command(0, "old", kind="move", text="d5")
        assert stale["type"] == "stale"
        assert stale["state"]["version"] == 1
    answer = ada.command(table, 0, kind="move", text="d5")
    assert answer.status_code == 409
    assert answer.json()["reason"]["key"] == "server.stale"
    assert answer.json()["state"]["version"] == 1


def test_spectators_change_nothing(ada: Visitor, bob: Visitor) -> None:
    table = ada.open()["id"]
    with bob.socket(table) as watcher:
        watcher.hear("state")
        for command in ({"kind": "move", "text": "d4"}, {"kind": "resign"}, {"kind": "offer", "what": "draw"}):
            answer = watcher.command(0, "no", **command)
            assert answer["type"] == "refused"
            assert answer["reason"]["key"] == "table.no_seat"
    assert ada.state(table)["version"] == 0


def test_bad_messages_are_refused_and_the_next_good_one_works(ada: Visitor) -> None:
    table = ada.open()["id"]
    with ada.socket(table) as socket:
        socket.hear("state")
        for bad in (
            "{",
            "[]",
            "NaN",
            '{"type":"command"}',
            '{"type":"command","id":"x","version":true,"command":{}}',
            '{"type":"command","id":"x","version":-1,"command":{}}',
            '{"type":"command","id":"x","version":0,"command":{"kind":"move","text":"d4","seat":1}}',
            '{"type":"command","id":"x","version":0,"command":{"kind":"move"},"more":1}',
            '{"type":"dance"}',
            '{"type":"ping","type":"ping"}',
            "[" * 3000,
        ):
            socket.raw.send(bad)
            assert socket.hear("refused", "ack")["type"] == "refused", bad
        socket.say(type="ping")
        assert socket.hear("pong") == {"type": "pong"}
        assert socket.command(0, "good", kind="move", text="d4")["type"] == "ack"


def test_a_command_that_cannot_be_read_is_refused_under_its_id(ada: Visitor) -> None:
    table = ada.open()["id"]
    with ada.socket(table) as socket:
        socket.hear("state")
        answer = socket.command(0, "odd", kind="castle")
        assert (answer["type"], answer["reason"]["params"]["place"]) == ("refused", "command.kind")
        socket.say(type="dance")
        assert socket.hear("refused")["reason"]["params"]["place"] == "type"


def test_long_and_binary_frames_close_the_socket(ada: Visitor) -> None:
    table = ada.open()["id"]
    for frame, code in (("x" * 5000, 1009), (b"\x00\x01", 1003)):
        with ada.socket(table) as socket:
            socket.hear("state")
            socket.raw.send(frame)
            with pytest.raises(ConnectionClosed) as closed:
                socket.hear("never")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == code


def test_there_is_no_socket_of_a_table_that_does_not_exist(ada: Visitor) -> None:
    for name in ("A" * 16, "x"):
        with pytest.raises(InvalidStatus) as refused:
            ada.socket(name)
        assert refused.value.response.status_code == 404


def test_presence_is_shown(ada: Visitor, bob: Visitor) -> None:
    opened = ada.open(GAME, "me", "friend")
    table = opened["id"]
    assert bob.post(f"/tables/{table}/claim", {"token": opened["invites"][0]["token"]}).status_code == 200
    with ada.socket(table) as here:
        assert [seat["present"] for seat in here.hear("state")["state"]["seats"]] == [True, False]
        with bob.socket(table) as there:
            there.hear("state")
            here.hear("event")
            assert [seat["present"] for seat in here.state["seats"]] == [True, True]
        here.hear("event")
        assert [seat["present"] for seat in here.state["seats"]] == [True, False]


def test_a_send_that_fails_ends_only_that_socket(
    ada: Visitor, bob: Visitor, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ada.open()["id"]
    sent = SocketProtocol.send_text
    broken: set[SocketProtocol] = set()

    def send(line: SocketProtocol, text: str) -> None:
        if line in broken:
            raise OSError("gone")
        # The first socket is the one that fails.
        broken.update([line] if not lines else [])
        lines.append(line)
        sent(line, text)

    lines: list[SocketProtocol] = []
    monkeypatch.setattr(SocketProtocol, "send_text", send)
    with bob.socket(table) as fails, ada.socket(table) as player, server.visitor() as eve, eve.socket(table) as watcher:
        for socket in (fails, player, watcher):
            socket.hear("state")
        assert player.command(0, "one", kind="move", text="d4")["type"] == "ack"
        assert player.hear_until(1)["moves"] == watcher.hear_until(1)["moves"]
        with pytest.raises(ConnectionClosed):
            fails.hear_until(1)
        assert player.command(1, "two", kind="move", text="d5")["type"] == "ack"
        assert len(watcher.hear_until(2)["moves"]) == 2


def test_the_watchers_are_counted(server: Running, ada: Visitor, bob: Visitor) -> None:
    table = ada.open("hexrows?side=4&stones=9", "me", "friend")["id"]
    bob.open()
    with ada.socket(table) as here:
        assert here.hear("state")["state"]["watchers"] == 0
        with bob.socket(table) as there, server.visitor() as stranger, stranger.socket(table):
            # Two tabs of one browser are one person.
            with bob.socket(table):
                there.hear("state")
                until(lambda: there.hear("event") and there.state["watchers"] == 2)
                until(lambda: here.hear("event") and here.state["watchers"] == 2)
            assert ada.state(table)["watchers"] == 2
        until(lambda: here.hear("event") and here.state["watchers"] == 0)


def test_two_moves_in_the_same_instant(ada: Visitor) -> None:
    table = ada.open()["id"]
    answers = []
    with ada.socket(table) as one, ada.socket(table) as two:
        threads = [
            threading.Thread(target=lambda s=socket, n=name: answers.append(s.command(0, n, kind="move", text="d4")))
            for socket, name in ((one, "one"), (two, "two"))
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(answer["type"] for answer in answers) == ["ack", "stale"]
    assert ada.state(table)["version"] == 1


def test_the_same_command_over_two_sockets_at_once_is_carried_out_once(ada: Visitor) -> None:
    table = ada.open()["id"]
    with ada.socket(table) as one, ada.socket(table) as two, ThreadPoolExecutor(2) as pool:
        for version, text in enumerate(("d4", "d5", "e4")):
            sent = [pool.submit(each.command, version, f"m{version}", kind="move", text=text) for each in (one, two)]
            ack = {"type": "ack", "id": f"m{version}", "version": version + 1}
            assert [each.result() for each in sent] == [ack, ack]
    assert [made["text"] for made in ada.state(table)["moves"]] == ["d4", "d5", "e4"]


def test_somebody_who_comes_while_moves_are_made_misses_none(server: Running, ada: Visitor) -> None:
    """Whatever happens between the state and the first event: what follows fits what came before."""
    table, last = ada.open()["id"], 60

    def watch(_: int) -> list[str]:
        with server.visitor() as watcher, watcher.socket(table) as socket:
            socket.hear("state")
            hashes = [socket.state["hash"]]
            while socket.state["version"] < last:
                # Fails if an event does not follow on the state.
                socket.hear("event")
                position = veier.game(GAME).start().play(*(made["text"] for made in socket.state["moves"]))
                assert socket.state["hash"] == f"{position.digest:016x}"
                hashes.append(socket.state["hash"])
            return hashes

    with ada.socket(table) as player, ThreadPoolExecutor(8) as pool:
        watching = [pool.submit(watch, number) for number in range(8)]
        for version in range(last):
            command = {"kind": "offer", "what": "takeback"} if version % 2 else {"kind": "move", "text": "d4"}
            assert player.command(version, f"m{version}", **command)["type"] == "ack"
        seen = [each.result() for each in watching]
    assert {hashes[-1] for hashes in seen} == {ada.state(table)["hash"]}
    assert any(len(hashes) > 1 for hashes in seen)


def test_two_may_agree_in_the_same_instant(ada: Visitor, bob: Visitor, server: Running) -> None:
    """Nobody has to ask again because somebody else was a moment faster: three play, one would like another game."""
    with server.visitor() as eve:
        opened = ada.open("4eyes-plus-3p-7x7", "me", "friend", "friend")
        table = opened["id"]
        for guest, invite in zip((bob, eve), opened["invites"], strict=True):
            assert guest.post(f"/tables/{table}/claim", {"token": invite["token"]}).status_code == 200
        assert ada.command(table, ada.state(table)["version"], kind="resign").status_code == 200
        assert eve.command(table, ada.state(table)["version"], kind="offer", what="rematch").status_code == 200
        seen = ada.state(table)["version"]
        for player in (ada, bob):
            answer = player.command(table, seen, kind="answer", what="rematch", yes=True)
            assert answer.status_code == 200, answer.text
        until(lambda: ada.state(table)["rematch"])


def test_somebody_who_asks_too_often_is_told_to_wait(ada: Visitor, bob: Visitor) -> None:
    table = ada.open()["id"]
    with bob.socket(table) as socket:
        socket.hear("state")
        for _ in range(60):
            socket.say(type="ping")
        assert socket.hear("refused")["reason"]["key"] == "server.too_often"
        for _ in range(60):
            socket.say(type="ping")
        with pytest.raises(ConnectionClosed) as closed:
            socket.hear("never")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


def test_a_session_has_ten_sockets(ada: Visitor) -> None:
    table = ada.open()["id"]
    sockets = [ada.socket(table) for _ in range(10)]
    with pytest.raises(InvalidStatus) as refused:
        ada.socket(table)
    assert refused.value.response.status_code == 429
    assert json.loads(refused.value.response.body)["reason"]["key"] == "server.sockets"
    sockets.pop().close()

    def fits() -> bool:
        try:
            sockets.append(ada.socket(table))
        except InvalidStatus:
            return False
        return True

    until(fits)
    for socket in sockets:
        socket.close()


def test_the_sockets_of_a_seat_share_one_limit(ada: Visitor) -> None:
    table = ada.open()["id"]
    sockets = [ada.socket(table) for _ in range(9)]
    begun = time.monotonic()
    for socket in sockets:
        for _ in range(30):
            socket.say(type="ping")
    answers = []
    for socket in sockets:
        heard = [socket.hear("pong", "refused")["type"] for _ in range(30)]
        answers += heard
        socket.close()
    # While they were sent, the limit let five more through in each second.
    assert 100 <= answers.count("pong") <= 101 + 5 * (time.monotonic() - begun)
    commands = (ada.command(table, 0, kind="move", text="d4") for _ in range(300))
    check(next(answer for answer in commands if answer.status_code == 429), 429, "server.too_often")


def test_invites_transfers_and_reads_are_limited(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server, server.visitor() as ada:
        table = ada.open(GAME, "me", "friend")["id"]
        begun = time.monotonic()
        answers = [ada.post(f"/tables/{table}/{what}", body).status_code for what, body in _LINKS * 40]
        assert set(answers) == {201, 429}
        assert 60 <= answers.count(201) <= 61 + time.monotonic() - begun
        server.services.limits.reads = RateLimit(5, 3600)
        answers = [ada.get(f"/tables/{table}{path}").status_code for path in ("", "/record") * 4]
        assert answers == [200] * 5 + [429] * 3
        server.services.limits.requests = RateLimit(5, 3600)
        answers = [ada.http.get(path).status_code for path in ("/", "/healthz") * 4]
        assert answers == [200] * 5 + [429] * 3
