"""Tables from stored events. What was decided is not decided again, but what `apply` relies on is checked."""

from __future__ import annotations

from collections.abc import Iterable

from veier.table.apply import apply
from veier.table.events import Answered, Declined, Ended, Event, Moved, Offered, Sat, TakenBack
from veier.table.setup import Setup
from veier.table.table import Table


def fold(setup: Setup, events: Iterable[Event], now: int = 0) -> Table:
    """Return the table after all events of a setup; raise ValueError at an event that cannot have happened."""
    return extend(Table.start(setup, now), events)


def extend(table: Table, events: Iterable[Event]) -> Table:
    """Return a table after further events; raise ValueError at an event that cannot have happened."""
    for event in events:
        if not _is_possible(table, event):
            raise ValueError("an impossible event")
        table = apply(table, event)
    return table


def _is_possible(table: Table, event: Event) -> bool:
    seats = set(range(len(table.seats)))
    match event:
        case Sat():
            return event.seat in seats and table.seats[event.seat].kind == "open"
        case Moved():
            return event.seat == table.mover and _are_times(table, event.remaining)
        case Offered():
            return event.seat in seats and set(event.agreed) <= seats
        case Answered():
            return set(event.agreed) <= seats
        case Declined():
            return event.seat in seats
        case TakenBack():
            plies = range(len(table.moves) + 1)
            return event.seat in seats and event.plies in plies and _are_times(table, event.remaining)
        case Ended():
            return event.seat in {None, *seats} and table.result is None and _are_times(table, event.remaining)
    return True


def _are_times(table: Table, remaining: tuple[int, ...] | None) -> bool:
    """Return whether every seat has a remaining time, or none where there is no clock."""
    if table.setup.clock is None or remaining is None:
        return table.setup.clock is None and remaining is None
    return len(remaining) == len(table.seats)
