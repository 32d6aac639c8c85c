"""Tables for tests, and the shortest way to play on them."""

from __future__ import annotations

import json
from collections.abc import Collection

import pytest

from veier.messages import LANGUAGES
from veier.table import (
    Clock,
    Command,
    Event,
    Move,
    Refusal,
    SeatPlan,
    Setup,
    Table,
    apply,
    decide,
    event_from_data,
)

TWO = "4eyes-plus-2p-7x7"
THREE = "4eyes-plus-3p-7x7"
# Phase 2 comes after four placements, so that short games get there.
TINY = "4eyes?side=3&a=1&b=0&d=1"
# Red wins with the square b2-d2-d4-b4.
WON = ["b2a2", "g7g6", "d2e2", "g5g4", "d4e4", "e7e6", "b4a4"]
BLITZ = Clock("minutes", 60_000, 2_000)
DAILY = Clock("days", 86_400_000)


def people(game: str = TWO, *kinds: str, swap: bool = False, clock: Clock | None = None, aids: bool = True) -> Setup:
    """Set up a table of people, or of the kinds that are given."""
    seats = kinds or ("human",) * (3 if "3p" in game else 2)
    plans = tuple(SeatPlan(kind, level=1 if kind == "computer" else None) for kind in seats)  # type: ignore[arg-type]
    return Setup(game, plans, swap, clock, aids)


def do(
    table: Table, seat: int | None, command: Command, now: int = 0, own_seats: Collection[int] = ()
) -> tuple[Table, tuple[Event, ...]]:
    """Carry out a command; what happened is read back from JSON first."""
    events = decide(table, seat, command, now, own_seats=own_seats)
    for event in events:
        assert event_from_data(json.loads(json.dumps(event.to_data()))) == event
        table = apply(table, event)
    return table, events


def after(table: Table, seat: int | None, command: Command, now: int = 0, own_seats: Collection[int] = ()) -> Table:
    """Return the table after a command."""
    return do(table, seat, command, now, own_seats)[0]


def play(table: Table, *moves: str, now: int = 0, step: int = 0) -> Table:
    """Make moves in turn, each `step` milliseconds after the one before."""
    for number, move in enumerate(moves):
        table = after(table, table.mover, Move(move), now + number * step)
    return table


def why_not(table: Table, seat: int | None, command: Command, now: int = 0, own_seats: Collection[int] = ()) -> str:
    """Return the key of the reason why a command is refused."""
    with pytest.raises(Refusal) as caught:
        decide(table, seat, command, now, own_seats=own_seats)
    for language in LANGUAGES:
        assert caught.value.text(language)
    return caught.value.reason.key
