"""Server time, and the heap of flags that are given in it."""

from __future__ import annotations

import random
import time

import pytest

from veier.server.clocks import ServerTime
from veier.server.tables.flags import Flags


class Monotonic:
    """A monotonic clock that tests set, in milliseconds."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ms = 10**6
        monkeypatch.setattr(time, "monotonic_ns", lambda: self.ms * 1_000_000)


def test_server_time_goes_on_from_what_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, server = Monotonic(monkeypatch), ServerTime()
    server.start(700)
    clock.ms += 1000
    assert server.now() == 1700
    server.set_stored(1700)
    clock.ms += 3000
    assert server.now() == 4700
    # Another process, whose monotonic clock began elsewhere; the wall clock has jumped.
    clock.ms = 5
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    again = ServerTime()
    again.start(1700)
    clock.ms += 250
    assert again.now() == 1950


def test_server_time_stands_still_while_nothing_can_be_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, server = Monotonic(monkeypatch), ServerTime()
    server.start(0)
    clock.ms += 60_000
    still = server.now()
    assert still <= 10_000
    clock.ms += 60_000
    assert server.now() == still
    server.set_stored(still)
    assert server.now() == still
    clock.ms += 700
    assert server.now() == still + 700


def test_flags_fall_in_order_and_once() -> None:
    flags = Flags()
    flags.set("a", 300)
    flags.set("b", 100)
    flags.set("c", 200)
    flags.set("b", 400)
    flags.set("c", None)
    assert (flags.next_due(), flags.get("b"), flags.get("c"), len(flags)) == (300, 400, None, 2)
    assert flags.take_due(299) is None
    assert [flags.take_due(300), flags.take_due(300)] == ["a", None]
    # It stays known until its table says what has become of it.
    assert flags.get("a") == 300
    flags.retry("a", 350)
    assert [flags.take_due(360), flags.take_due(360)] == ["a", None]
    flags.set("a", 300)
    assert flags.take_due(360) == "a"


def test_flags_are_what_was_set_last() -> None:
    chance, flags = random.Random(7), Flags()
    known: dict[str, int] = {}
    for _ in range(20_000):
        table = str(chance.randrange(50))
        at = chance.randrange(10_000) if chance.random() < 0.9 else None
        flags.set(table, at)
        known.pop(table, None)
        if at is not None:
            known[table] = at
    assert {table: flags.get(table) for table in known} == known
    assert len(flags) == len(known)
    taken = [flags.take_due(10_000) for _ in known]
    assert sorted(str(table) for table in taken) == sorted(known)
    assert [known[str(table)] for table in taken] == sorted(known.values())
    assert flags.take_due(10_000) is None
