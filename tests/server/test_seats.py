"""Seats: invites that work once, three at a table, agreements, swapped colours, another device, another game."""

from __future__ import annotations

import threading

import pytest
from websockets.exceptions import ConnectionClosed

from server.serving import Running, Visitor, until
from server.test_errors import check

GAME = "hexrows?side=4&stones=9"


def sit(visitor: Visitor, opened: dict[str, object], name: str | None = None) -> int:
    invites = opened["invites"]
    assert isinstance(invites, list)
    answer = visitor.post(f"/tables/{opened['id']}/claim", {"token": invites[0]["token"], "name": name})
    assert answer.status_code == 200, answer.text
    return int(answer.json()["seat"])


def test_an_invite_seats_one_person_once(server: Running, ada: Visitor, bob: Visitor) -> None:
    opened = ada.open(GAME, "me", "friend")
    table, token = opened["id"], opened["invites"][0]["token"]
    assert bob.get(f"/tables/{table}").json()["mine"] == []
    assert sit(bob, opened, "Bob") == 1
    state = bob.state(table)
    assert state["mine"] == [1]
    assert state["seats"][1]["name"] == "Bob"
    with server.visitor() as eve:
        check(eve.post(f"/tables/{table}/claim", {"token": token}), 403, "server.invite_used")
        check(eve.post(f"/tables/{table}/claim", {"token": "guess"}), 403, "server.invite_used")
        assert eve.state(table)["mine"] == []
    ada.move(table, "d4")
    assert bob.move(table, "d5")["version"] == 3


def test_two_claims_of_one_seat(server: Running, ada: Visitor) -> None:
    opened = ada.open(GAME, "me", "friend")
    body = {"token": opened["invites"][0]["token"]}
    visitors = [server.visitor() for _ in range(4)]
    statuses: list[int] = []
    threads = [
        threading.Thread(
            target=lambda v=visitor: statuses.append(v.post(f"/tables/{opened['id']}/claim", body).status_code)
        )
        for visitor in visitors
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses.count(200) == 1
    assert set(statuses) <= {200, 403, 409, 422}
    assert sum(bool(visitor.state(opened["id"])["mine"]) for visitor in visitors) == 1
    for visitor in visitors:
        visitor.http.close()


def test_an_invite_is_for_its_own_table(ada: Visitor, bob: Visitor) -> None:
    one, two = ada.open(GAME, "me", "friend"), ada.open(GAME, "me", "friend")
    check(bob.post(f"/tables/{two['id']}/claim", {"token": one["invites"][0]["token"]}), 403, "server.invite_used")


def test_a_new_invite_ends_the_older_one(ada: Visitor, bob: Visitor) -> None:
    opened = ada.open(GAME, "me", "friend")
    path = f"/tables/{opened['id']}"
    check(bob.post(f"{path}/invites", {"seat": 1}), 403, "table.no_seat")
    check(ada.post(f"{path}/invites", {"seat": 0}), 409, "table.seat_taken")
    check(ada.post(f"{path}/invites", {"seat": 2}), 404)
    fresh = ada.post(f"{path}/invites", {"seat": 1}).json()["token"]
    check(bob.post(f"{path}/claim", {"token": opened["invites"][0]["token"]}), 403, "server.invite_used")
    assert bob.post(f"{path}/claim", {"token": fresh}).status_code == 200


def test_a_bad_name_keeps_the_invite(ada: Visitor, bob: Visitor) -> None:
    opened = ada.open(GAME, "me", "friend")
    path, token = f"/tables/{opened['id']}/claim", opened["invites"][0]["token"]
    check(bob.post(path, {"token": token, "name": "\u202eevil"}), 422, "table.name_character")
    assert bob.post(path, {"token": token, "name": "Zoé"}).status_code == 200


def test_three_at_a_table(server: Running, ada: Visitor, bob: Visitor) -> None:
    opened = ada.open("4eyes-pencil-3p-7x7", "me", "friend", "1")
    table = opened["id"]
    assert sit(bob, opened) == 1
    with ada.socket(table) as one, bob.socket(table) as two:
        state = one.hear("state")["state"]
        two.hear("state")
        for visitor, socket in ((ada, one), (bob, two)):
            text = visitor.state(table)["board"]["view"]["choices"][0]["text"]
            version = state["version"]
            assert socket.command(version, f"{version}", kind="move", text=text)["type"] == "ack"
            one.hear_until(version + 1)
            state = two.hear_until(version + 1)
        # The computer moves by itself, and then it is the first player's turn again.
        assert one.hear_until(state["version"] + 1)["board"]["view"]["mover"] == 0
    assert ada.command(table, ada.state(table)["version"], kind="resign").status_code == 200
    result = bob.state(table)["result"]
    assert result["shares"] == ["0", "1/2", "1/2"]


def test_taking_back_needs_everybody(ada: Visitor, bob: Visitor) -> None:
    opened = ada.open(GAME, "me", "friend")
    table = opened["id"]
    sit(bob, opened)
    ada.move(table, "d4")
    assert ada.command(table, 2, kind="offer", what="takeback").status_code == 200
    state = bob.state(table)
    assert state["offers"] == [{"what": "takeback", "by": 0, "answers": [0]}]
    assert bob.command(table, 3, kind="answer", what="takeback", yes=True).status_code == 200
    assert ada.state(table)["moves"] == []


def test_the_computer_agrees_to_taking_back_and_stops_thinking(ada: Visitor) -> None:
    table = ada.open("4eyes-beginners", "me", "1")["id"]
    ada.move(table)
    until(lambda: len(ada.state(table)["moves"]) == 2)
    assert ada.command(table, ada.state(table)["version"], kind="offer", what="takeback").status_code == 200
    assert ada.state(table)["moves"] == []
    assert ada.state(table)["board"]["view"]["mover"] == 0


def test_swapped_colours_go_with_the_people(ada: Visitor, bob: Visitor) -> None:
    opened = ada.open(GAME, "me", "friend", swap=True)
    table = opened["id"]
    sit(bob, opened)
    ada.move(table, "d4")
    assert bob.state(table)["swapable"]
    answer = bob.command(table, 2, "swap", kind="swap", take=True)
    assert answer.json() == {"version": 3}
    assert bob.command(table, 2, "swap", kind="swap", take=True).json() == {"version": 3}
    assert (ada.state(table)["mine"], bob.state(table)["mine"]) == ([1], [0])
    ada.move(table, "d5")


def test_a_rematch_leads_everybody_to_the_next_table(ada: Visitor, bob: Visitor) -> None:
    opened = ada.open(GAME, "me", "friend")
    table = opened["id"]
    sit(bob, opened)
    assert ada.command(table, 1, kind="resign").status_code == 200
    assert ada.command(table, 2, kind="offer", what="rematch").status_code == 200
    assert bob.command(table, 3, kind="answer", what="rematch", yes=True).status_code == 200
    until(lambda: ada.state(table)["rematch"])
    following = ada.state(table)["rematch"]
    assert (ada.state(following)["mine"], bob.state(following)["mine"]) == ([1], [0])


def test_seats_move_to_another_device(server: Running, ada: Visitor, bob: Visitor) -> None:
    table = ada.open()["id"]
    check(bob.post(f"/tables/{table}/transfer"), 403, "table.no_seat")
    token = ada.post(f"/tables/{table}/transfer").json()["token"]
    with ada.socket(table) as old:
        old.hear("state")
        assert bob.post("/transfers", {"token": token}).json() == {"table": table, "seats": [0, 1]}
        with pytest.raises(ConnectionClosed) as closed:
            old.hear("never")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4001
    assert ada.state(table)["mine"] == []
    check(ada.command(table, 0, kind="resign"), 403, "table.no_seat")
    with server.visitor() as eve:
        check(eve.post("/transfers", {"token": token}), 403, "server.transfer_used")
    bob.move(table, "d4")


def test_time_runs_out_by_itself(ada: Visitor) -> None:
    table = ada.open(GAME, "me", "device", clock={"kind": "minutes", "initial_ms": 1000, "increment_ms": 0})["id"]
    ada.move(table, "d4")
    ada.move(table, "d5")
    state = ada.state(table)
    assert state["clocks"]["running"] == 0
    assert 0 < state["clocks"]["remaining"][0] <= 1000
    check(ada.command(table, 2, kind="flag"), 422, "table.time_left")
    until(lambda: ada.state(table)["result"])
    assert ada.state(table)["result"]["why"] == "time"
    assert ada.state(table)["result"]["winner"] == 1
