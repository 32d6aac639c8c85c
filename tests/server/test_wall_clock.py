"""The wall clock of the machine jumps: players' clocks do not notice, and invites only expire by what it says."""

from __future__ import annotations

import time

import pytest

from server.serving import Running, Visitor, until

HOUR = 3_600_000_000_000
CLOCK = {"kind": "minutes", "initial_ms": 60_000, "increment_ms": 0}


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_clocks_are_not_set_by_a_jump_of_the_wall_clock(
    ada: Visitor, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    table = ada.open("hexrows?side=4&stones=9", "me", "device", clock=CLOCK)["id"]
    for text in ("d4", "d5"):
        ada.move(table, text)
    real = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() + jump)
    state = ada.move(table, "e4")
    assert state["result"] is None
    assert all(30_000 < left <= 60_000 for left in state["clocks"]["remaining"])
    assert ada.state(table)["clocks"]["running"] == 1


def test_a_flag_falls_in_time_whatever_the_wall_clock_says(
    server: Running, ada: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = CLOCK | {"initial_ms": 1500}
    table = ada.open("hexrows?side=4&stones=9", "me", "device", clock=clock)["id"]
    for text in ("d4", "d5"):
        ada.move(table, text)
    real = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() - HOUR)
    until(lambda: ada.state(table)["result"])
    assert ada.state(table)["result"]["why"] == "time"
