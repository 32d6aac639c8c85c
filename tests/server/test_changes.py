"""Events carry only what changed, and choices come apart: what a client makes of them is what a new one would get."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest

import veier
from server.serving import Data, Running, Socket, Visitor, sqlite, until

GAME = "hexrows?side=4&stones=9"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server where one address may open many tables."""
    with Running(sqlite(tmp_path_factory.mktemp("server")), people_per_address=10) as running:
        yield running


def first_state(visitor: Visitor, table: str) -> Data:
    """Return the state that a new socket gets."""
    with visitor.socket(table) as socket:
        socket.hear("state")
        return socket.state


def catch_up(socket: Socket, other: Visitor, table: str) -> None:
    """Read up to the newest version, and compare the state with the one that a new socket gets."""
    now = first_state(other, table)
    while socket.state["version"] < now["version"]:
        socket.hear("event")
    assert socket.state | {"clocks": None} == now | {"clocks": None}


@pytest.mark.parametrize("game", [each.id for each in veier.all_games()])
def test_the_states_of_a_whole_game_follow_from_short_events(game: str, ada: Visitor, bob: Visitor) -> None:
    seats = ["me", *["device"] * (veier.game(game).players - 1)]
    # Sockets of one session are one watcher.
    bob.open()
    table, random = ada.open(game, *seats, swap=len(seats) == 2)["id"], Random(game)
    with ada.socket(table) as player, bob.socket(table) as watcher:
        position = veier.game(game).start()
        player.hear("state")
        until(lambda: watcher.hear("state", "event") and watcher.state["watchers"] == 1)
        sizes = []
        for number in range(30):
            move = random.choice(position.legal_moves)
            position = position.play(move)
            assert player.command(number, f"m{number}", kind="move", text=move.text)["type"] == "ack"
            event = watcher.hear("event")
            assert (event["version"], event["since"]) == (number + 1, number)
            sizes.append(len(json.dumps(event, separators=(",", ":"))))
            if position.is_over or number % 7 == 0:
                catch_up(watcher, bob, table)
                catch_up(player, ada, table)
            if position.is_over:
                break
    # The whole state has from 8 to 40 thousand bytes.
    assert sorted(sizes)[len(sizes) // 2] < 1600


def test_offers_exchanged_colours_and_take_backs_follow_too(ada: Visitor, bob: Visitor) -> None:
    opened = ada.open(GAME, "me", "friend", swap=True, clock={"kind": "minutes", "initial_ms": 60_000})
    table = opened["id"]
    with ada.socket(table) as one:
        one.hear("state")
        bob.post(f"/tables/{table}/claim", {"token": opened["invites"][0]["token"], "name": "Bob"})
        with bob.socket(table) as two:
            two.hear("state")
            commands: list[tuple[Socket, Data]] = [
                (one, {"kind": "move", "text": "d4"}),
                (two, {"kind": "swap", "take": True}),
                (one, {"kind": "move", "text": "d5"}),
                (two, {"kind": "offer", "what": "draw"}),
                (one, {"kind": "answer", "what": "draw", "yes": False}),
                (one, {"kind": "offer", "what": "takeback"}),
                (two, {"kind": "answer", "what": "takeback", "yes": True}),
                (one, {"kind": "resign"}),
                (one, {"kind": "offer", "what": "rematch"}),
                (two, {"kind": "answer", "what": "rematch", "yes": True}),
            ]
            for number, (socket, command) in enumerate(commands):
                version = first_state(ada, table)["version"]
                answer = socket.command(version, f"c{number}", **command)
                assert answer["type"] == "ack", answer
                catch_up(one, ada, table)
                catch_up(two, bob, table)
            until(lambda: ada.state(table)["rematch"])
            catch_up(one, ada, table)
            assert one.state["mine"] == [1]


def test_choices_come_apart_and_only_to_those_who_ask(ada: Visitor, bob: Visitor) -> None:
    opened = ada.open("4eyes-beginners", "me", "friend")
    table = opened["id"]
    bob.post(f"/tables/{table}/claim", {"token": opened["invites"][0]["token"]})
    with ada.socket(table, choices=True) as one, bob.socket(table, choices=True) as two, bob.socket(table) as plain:
        mine, theirs = one.hear("choices"), two.hear("choices")
        assert (mine["seat"], theirs["seat"]) == (0, None)
        assert mine["choices"]
        assert theirs["choices"] == []
        assert one.command(1, "one", kind="move", text=mine["choices"][0]["text"])["type"] == "ack"
        for socket, visitor, seat in ((one, ada, None), (two, bob, 1)):
            socket.hear_until(2)
            found = socket.hear("choices")
            assert (found.pop("type"), found.pop("hash"), found.pop("seat")) == ("choices", socket.state["hash"], seat)
            whole = visitor.state(table)["board"]
            assert found == {name: (whole["view"] if name == "choices" else whole)[name] for name in found}
        plain.hear_until(2)
        plain.say(type="ping")
        assert plain.hear() == {"type": "pong"}


def test_choices_of_the_newest_position_come_however_fast_moves_follow(ada: Visitor) -> None:
    table = ada.open(GAME)["id"]
    with ada.socket(table, choices=True) as socket:
        for number, text in enumerate(("d4", "d5", "e4", "c4", "e5", "d3")):
            socket.say(type="command", id=f"m{number}", version=number, command={"kind": "move", "text": text})
        state = socket.hear_until(6)
        until(lambda: socket.hear("choices")["hash"] == state["hash"])


def test_a_client_that_lost_track_gets_the_state_again(ada: Visitor) -> None:
    table = ada.open(GAME)["id"]
    with ada.socket(table, choices=True) as socket:
        first = socket.hear("choices")
        ada.move(table, "d4")
        socket.hear("event")
        socket.say(type="resync")
        state = socket.hear("state")["state"]
        assert state == socket.state == first_state(ada, table)
        # Those of the position before may have been computed already.
        until(lambda: socket.hear("choices")["hash"] == state["hash"])
        assert first["hash"] != state["hash"]


def test_nobody_gets_more_than_the_seats_let_them_see(server: Running, ada: Visitor, bob: Visitor) -> None:
    """After a transfer, the new device has the seats, and what it may do comes to it."""
    table = ada.open(GAME)["id"]
    bob.open()
    token = ada.post(f"/tables/{table}/transfer").json()["token"]
    with bob.socket(table, choices=True) as socket:
        assert socket.hear("choices")["seat"] is None
        assert bob.post("/transfers", {"token": token}).status_code == 200
        until(lambda: socket.hear("choices")["seat"] == 0)
        assert socket.state["mine"] == [0, 1]
