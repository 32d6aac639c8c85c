"""The State: all that a screen shows of a table, small enough to be sent with every move."""

from __future__ import annotations

import json

import pytest

import veier
from table.samples import BLITZ, TWO, WON, after, people, play
from table.test_board_state import wander
from veier.messages import Message
from veier.table import (
    Attendance,
    Move,
    Offer,
    Resign,
    SeatPlan,
    Setup,
    Swap,
    Table,
    position_hash,
    state_data,
    table_board,
)

GAMES = [game.id for game in veier.all_games()]


def test_everything_is_there() -> None:
    setup = Setup(TWO, (SeatPlan("human", "Léa"), SeatPlan("computer", level=3)), clock=BLITZ)
    table = play(Table.start(setup), "a1a2", "g7g6", now=0)
    state = state_data(table, 2500, name="abc", mine=(0,), attendance=Attendance((0,), (1,), watchers=3))
    assert json.loads(json.dumps(state)) == state
    assert state["id"] == "abc"
    assert state["version"] == 2
    assert state["hash"] == position_hash(table) == f"{table.position.digest:016x}"
    assert state["game"]["id"] == TWO
    assert state["game"]["colours"] == ["red", "blue"]
    assert state["seats"] == [
        {"kind": "human", "name": "Léa", "level": None, "bot": False, "present": True, "mine": True, "thinking": False},
        {"kind": "computer", "name": None, "level": 3, "bot": False, "present": True, "mine": False, "thinking": True},
    ]
    assert state["mine"] == [0]
    assert state["watchers"] == 3
    assert [(move["text"], move["seat"]) for move in state["moves"]] == [("a1a2", 0), ("g7g6", 1)]
    assert str(Message.from_data(state["moves"][0]["told"])) == "Red plays a1a2: Red on a1 and Blue on a2."
    assert state["clocks"] == {"remaining": [57_500, 60_000], "running": 0}
    assert (state["offers"], state["swapable"], state["result"], state["rematch"]) == ([], False, None, None)
    assert state["setup"]["clock"] == {"kind": "minutes", "initial_ms": 60_000, "increment_ms": 2_000}
    assert state["setup"]["rules"][0]["key"] == "table.rule.aids"
    assert state["board"] == table_board(table, (0,))


def test_only_the_mover_has_choices() -> None:
    table = play(Table.start(people()), "a1a2")
    assert state_data(table, 0, name="x", mine=(1,))["board"]["view"]["choices"]
    for mine in ((), (0,)):
        assert state_data(table, 0, name="x", mine=mine)["board"]["view"]["choices"] == []
    given_up = after(table, 0, Resign())
    assert state_data(given_up, 0, name="x", mine=(0, 1))["board"]["view"]["choices"] == []


def test_offers_swap_and_result() -> None:
    first = play(Table.start(people(swap=True)), "a1a2")
    assert state_data(first, 0, name="x", mine=(1,))["swapable"]
    assert not state_data(first, 0, name="x", mine=(0,))["swapable"]
    swapped = after(first, 1, Swap(True))
    assert not state_data(swapped, 0, name="x", mine=(1,))["swapable"]
    asked = after(swapped, 0, Offer("draw"))
    assert state_data(asked, 0, name="x")["offers"] == [{"what": "draw", "by": 0, "answers": [0]}]
    result = state_data(play(Table.start(people()), *WON), 0, name="x")["result"]
    assert (result["shares"], result["winner"], result["why"]) == (["1", "0"], 0, "square")


def test_without_aids_the_state_has_none() -> None:
    board = state_data(play(Table.start(people(aids=False)), *WON[:5]), 0, name="x", mine=(0, 1))["board"]
    assert (board["threats"], board["squares"], board["gives"]) == ([], [], [])


@pytest.mark.parametrize("game", GAMES)
def test_a_state_is_small(game: str) -> None:
    positions = list(wander(game, 2, 90))
    moves = [str(position.last_move) for position in positions[1:]]
    name = "Maximiliane Grünefeld"
    table = Table.start(Setup(game, (SeatPlan("human", name),) * positions[0].game.players))
    sizes = []
    for ply, move in enumerate(moves):
        if ply % 6 == 0:
            state = state_data(table, 0, name="x" * 12, mine=range(len(table.seats)))
            sizes.append(len(json.dumps(state, separators=(",", ":"), ensure_ascii=False).encode()))
        table = after(table, table.mover, Move(move))
    assert max(sizes) < 70_000
    assert sum(sizes) / len(sizes) < 50_000
