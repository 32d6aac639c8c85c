"""What is meant for one is never sent to another: sessions, invites, addresses, and what a computer thinks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest

from server.serving import Running, Visitor
from veier.search import levels
from veier.search.analysis import Analysis
from veier.server.http.tokens import digest

GAME = "hexrows?side=4&stones=9"
# A number of nodes that no search of a moment has, and chances to go with it.
NODES, CHANCE = 987_654_321_987, 0.123456789


class Listener:
    """A visitor all of whose answers are written down, headers included."""

    def __init__(self, server: Running) -> None:
        self.visitor = server.visitor()
        self.heard: list[str] = []
        self.visitor.http.event_hooks["response"].append(self._write)

    def _write(self, response: httpx.Response) -> None:
        response.read()
        self.heard += [str(response.headers), response.text]

    def hear(self, message: object) -> None:
        """Write down a message of a socket."""
        self.heard.append(json.dumps(message))


@pytest.fixture
def eve(server: Running) -> Iterator[Listener]:
    listener = Listener(server)
    with listener.visitor:
        yield listener


def test_nothing_secret_reaches_another_audience(ada: Visitor, bob: Visitor, eve: Listener) -> None:
    opened = ada.open(GAME, "me", "friend")
    table, invite = opened["id"], opened["invites"][0]["token"]
    with eve.visitor.socket(table, choices=True) as socket:
        eve.hear(socket.hear("state"))
        assert bob.post(f"/tables/{table}/claim", {"token": invite, "name": "Bob"}).status_code == 200
        moved = ada.post(f"/tables/{table}/transfer").json()["token"]
        with ada.socket(table), bob.socket(table):
            ada.move(table, "d4")
            bob.move(table, "d5")
            for path in (f"/tables/{table}", f"/tables/{table}/record", "/tables", "/nothing"):
                eve.visitor.get(path)
            eve.visitor.post(f"/tables/{table}/claim", {"token": invite})
            eve.visitor.command(table, 3, kind="resign")
        while socket.state["version"] < 3:
            eve.hear(socket.hear())
    sessions = [*ada.http.cookies.values(), *bob.http.cookies.values()]
    everything = "\n".join(eve.heard)
    assert '"d5"' in everything
    assert sessions
    secrets = [invite, moved, "127.0.0.1", *sessions, *map(digest, [invite, moved, *sessions])]
    assert [secret for secret in secrets if secret in everything] == []


def test_what_a_computer_thinks_is_shown_to_nobody(
    ada: Visitor, eve: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought = levels.think_at_level
    searches = []

    def think(*given: Any, **named: Any) -> Analysis:
        found = thought(*given, **named)
        best = replace(found.best, chances=(CHANCE,) * len(found.best.chances), draw=0.0)
        searches.append(replace(found, variations=(best, *found.variations[1:]), nodes=NODES))
        return searches[-1]

    monkeypatch.setattr(levels, "think_at_level", think)
    table = ada.open(GAME, "me", "5")["id"]
    with eve.visitor.socket(table, choices=True) as watcher, ada.socket(table, choices=True) as player:
        for socket in (watcher, player):
            eve.hear(socket.hear("state"))
        assert player.command(0, "one", kind="move", text="d4")["type"] == "ack"
        for socket in (watcher, player):
            while socket.state["version"] < 2:
                eve.hear(socket.hear())
    eve.hear(ada.state(table))
    eve.visitor.state(table)
    assert searches
    everything = "\n".join(eve.heard)
    assert '"d4"' in everything
    assert str(NODES) not in everything
    assert str(CHANCE)[:7] not in everything
