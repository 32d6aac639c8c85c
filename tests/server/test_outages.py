"""The database is away for a while: what was going on goes on by itself when it is back."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

import veier
from server.serving import Running, until
from server.unreliable import UnreliableLine
from veier.server import clocks
from veier.server.tables import computers

GAME = "hexrows?side=4&stones=9"


@pytest.fixture
def line(postgres: str) -> Iterator[UnreliableLine]:
    with UnreliableLine(postgres) as made:
        yield made


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computers, "_WATCH_SECONDS", 0.5)


def test_computers_go_on_when_the_database_is_back(line: UnreliableLine) -> None:
    with Running(line.url) as server, server.visitor() as ada:
        table = ada.open(GAME, "1", "1")["id"]
        for moves in (3, 6):
            until(lambda moves=moves: len(ada.state(table).get("moves", ())) >= moves)  # type: ignore[misc]
            # The answer to a commit is lost, and what became of it cannot be found out for a while.
            line.refuse_after_loss, line.lose_commits = True, 1
            until(lambda: not line.lose_commits)
            time.sleep(1)
            line.recover()
        until(lambda: ada.state(table).get("result"))
        state = ada.state(table)
    played = veier.game(GAME).start().play(*(made["text"] for made in state["moves"]))
    assert played.is_over
    assert state["hash"] == f"{played.digest:016x}"


def test_a_rematch_whose_answer_is_lost_is_opened_once_and_begins(line: UnreliableLine) -> None:
    with Running(line.url) as server, server.visitor() as ada:
        table = ada.open(GAME, "me", "1")["id"]
        assert ada.command(table, 0, kind="resign").status_code == 200
        line.refuse_after_loss, line.lose_commits = True, 1
        until(lambda: ada.command(table, 1, "again", kind="offer", what="rematch").status_code == 503)
        line.recover()
        until(lambda: ada.command(table, 1, "again", kind="offer", what="rematch").status_code == 200)
        following = ada.state(table)["rematch"]
        assert ada.get("/tables").json()["total"] == 2
        # The computer begins.
        until(lambda: len(ada.state(following)["moves"]) == 1)


def test_nobodys_time_runs_out_while_the_database_is_away(
    line: UnreliableLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "_MAX_AHEAD", 1500)
    with Running(line.url) as server, server.visitor() as ada:
        table = ada.open(GAME, clock={"kind": "minutes", "initial_ms": 4000})["id"]
        ada.move(table, "d4")
        ada.move(table, "d5")
        line.refuse()
        time.sleep(5)
        state = ada.state(table)
        assert state["result"] is None
        assert state["clocks"]["remaining"][0] > 0
        line.recover()
        # It goes on afterwards.
        until(lambda: ada.state(table)["result"])
        assert ada.state(table)["result"]["why"] == "time"
