"""Clocks: injected time, first moves for free, increments, flags, restarts."""

from __future__ import annotations

import pytest

from table.samples import BLITZ, DAILY, THREE, after, do, people, play, why_not
from veier.table import Answer, Flag, Move, Offer, Refusal, Resign, Table, decide

DAY = DAILY.initial_ms


def test_without_a_clock_no_time_is_kept() -> None:
    table = play(Table.start(people()), "a1a2", "g7g6")
    assert table.times(10**9) is None
    assert table.flag_at is None
    assert why_not(table, 0, Flag(), 10**9) == "table.no_clock_runs"


def test_first_moves_are_free() -> None:
    table = Table.start(people(clock=BLITZ), 1000)
    assert table.running is None
    table = play(table, "a1a2", now=10**7)
    assert (table.running, table.times(10**9)) == (None, (60_000, 60_000))
    table = play(table, "g7g6", now=2 * 10**7)
    assert table.running == 0
    assert table.times(2 * 10**7 + 5000) == (55_000, 60_000)
    trio = play(Table.start(people(THREE, clock=BLITZ)), "a1a2", "g7g6", step=10**6)
    assert trio.running is None
    assert play(trio, "d4d5").running == 0


def test_a_move_spends_time_and_gains_some() -> None:
    table = play(Table.start(people(clock=BLITZ)), "a1a2", "g7g6", now=0)
    table = play(table, "d4d5", now=10_000)
    assert table.times(10_000) == (52_000, 60_000)
    table = play(table, "b1b2", now=13_500)
    assert table.times(20_000) == (52_000 - 6_500, 58_500)


def test_days_are_for_each_move() -> None:
    table = play(Table.start(people(clock=DAILY)), "a1a2", "g7g6", now=0)
    table = play(table, "d4d5", now=DAY - 1)
    assert table.times(DAY - 1) == (DAY, DAY)
    assert table.times(DAY + 999) == (DAY, DAY - 1000)
    asked = after(table, 0, Offer("takeback"), DAY + 1000)
    back = after(asked, 1, Answer("takeback", True), DAY + 2000)
    assert back.times(DAY + 2000) == (DAY, DAY)


def test_a_flag_falls_at_its_moment_and_not_before() -> None:
    table = play(Table.start(people(clock=BLITZ)), "a1a2", "g7g6", now=500)
    assert table.flag_at == 60_500
    assert why_not(table, 1, Flag(), 60_499) == "table.time_left"
    for seat in (0, 1, None):
        ended, events = do(table, seat, Flag(), 60_500)
        assert [event.kind for event in events] == ["ended"]
        assert ended.result is not None
        assert (ended.result.winner, ended.result.why) == (1, "time")
        assert str(ended.result.description) == "Red’s time is up; Blue wins."
        assert ended.times(10**9) == (0, 60_000)


@pytest.mark.parametrize("command", [Move("d4d5"), Resign(), Offer("draw"), Offer("takeback")])
def test_whatever_comes_too_late_finds_the_game_over(command: Move | Resign | Offer) -> None:
    table = play(Table.start(people(clock=BLITZ)), "a1a2", "g7g6")
    for seat in (0, 1):
        ended = after(table, seat, command, 60_000)
        assert ended.result is not None
        assert (ended.result.winner, ended.result.why, len(ended.moves)) == (1, "time", 2)
        with pytest.raises(Refusal):
            decide(ended, seat, command, 60_001)


def test_the_last_moment_is_in_time() -> None:
    table = play(Table.start(people(clock=BLITZ)), "a1a2", "g7g6")
    assert play(table, "d4d5", now=59_999).times(59_999) == (2_001, 60_000)


def test_of_three_the_others_share_when_time_is_up() -> None:
    table = play(Table.start(people(THREE, clock=BLITZ)), "a1a2", "g7g6", "d4d5")
    ended = after(table, None, Flag(), 60_000)
    assert ended.result is not None
    assert [str(share) for share in ended.result.shares] == ["0", "1/2", "1/2"]


def test_a_table_that_is_loaded_knows_when_the_time_is_up() -> None:
    table = play(Table.start(people(clock=BLITZ)), "a1a2", "g7g6", "d4d5", now=10**9, step=1000)
    resumed = table.resumed(2000, 50_000)
    assert resumed.flag_at == 50_000
    assert resumed.times(2000) == (61_000, 48_000)
    assert play(resumed, "b1b2", now=3000).times(3000) == (61_000, 49_000)
    # If that is not known, the turn has all its time.
    assert table.resumed(7).times(1007) == (61_000, 59_000)
    # Before everybody has moved, no clock runs.
    assert play(Table.start(people(clock=BLITZ)), "a1a2").resumed(7, 50_000).times(10**9) == (60_000, 60_000)


def test_a_delay_costs_nobody_time() -> None:
    table = play(Table.start(people(clock=BLITZ)), "a1a2", "g7g6", now=1000)
    assert table.delayed(5000).times(8000) == table.times(3000)
    assert table.delayed(5000).flag_at == 66_000


def test_time_that_runs_backwards_gives_nothing() -> None:
    table = play(Table.start(people(clock=BLITZ)), "a1a2", "g7g6", now=5000)
    assert table.times(0) == (60_000, 60_000)


def test_a_takeback_gives_no_time_back() -> None:
    table = play(Table.start(people(clock=BLITZ)), "a1a2", "g7g6", "d4d5", now=0, step=1000)
    asked = after(table, 0, Offer("takeback"), 3000)
    back = after(asked, 1, Answer("takeback", True), 5000)
    assert back.times(5000) == (61_000, 57_000)
    assert back.running == 0
    assert back.times(6000) == (60_000, 57_000)


def test_an_ended_game_stops_the_clocks() -> None:
    table = play(Table.start(people(clock=BLITZ)), "a1a2", "g7g6", now=0)
    ended = after(table, 1, Resign(), 4000)
    assert ended.times(4000) == ended.times(10**9) == (56_000, 60_000)
    assert ended.running is None
