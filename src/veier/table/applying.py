"""From events to tables. Nothing is judged here: what has happened has happened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from veier.core.descriptions import tell_move
from veier.table.ending import ending_by_players, ending_by_rules
from veier.table.events import (
    Answered,
    Declined,
    Ended,
    Event,
    Moved,
    Offered,
    Rematched,
    Sat,
    Swapped,
    TakenBack,
)
from veier.table.setup import SeatPlan, Setup
from veier.table.table import Made, Pending, Table

# After these the game stands otherwise, and what people had in mind before may no longer be what they want.
_TURNS = (Moved, Swapped, TakenBack, Ended)


def apply(table: Table, event: Event) -> Table:
    """Give the table as it is after an event."""
    version = table.version + 1
    turn = version if isinstance(event, _TURNS) else table.turn
    return replace(_apply(table, event), version=version, turn=turn)


def fold(setup: Setup, events: Iterable[Event], now: int = 0) -> Table:
    """Give the table that a setup and its events make."""
    table = Table.start(setup, now)
    for event in events:
        table = apply(table, event)
    return table


def _apply(table: Table, event: Event) -> Table:
    match event:
        case Sat():
            seats = list(table.seats)
            seats[event.seat] = SeatPlan("human", event.name)
            return replace(table, seats=tuple(seats))
        case Moved():
            return _move(table, event)
        case Swapped():
            if not event.take:
                return replace(table, swapped=False)
            # Offers were made by people, who sit elsewhere now.
            return replace(table, swapped=True, holders=table.holders[::-1], seats=table.seats[::-1], offers=())
        case Offered():
            offer = Pending(event.what, event.seat, event.agreed, table.version + 1)
            return replace(table, offers=(*table.offers, offer))
        case Answered():
            return replace(table, offers=tuple(_agree(offer, event) for offer in table.offers))
        case Declined():
            return replace(table, offers=tuple(offer for offer in table.offers if offer.what != event.what))
        case TakenBack():
            return _take_back(table, event)
        case Ended():
            result = ending_by_players(table.position, event.why, event.seat)
            return replace(table, result=result, remaining=event.remaining, offers=())
        case Rematched():
            return replace(table, rematch=event.table, offers=())
    raise TypeError(f"{event!r} is no event of a table")


def _move(table: Table, event: Moved) -> Table:
    position = table.position.play(event.text)
    assert position.last_move is not None
    made = Made(position.last_move.text, event.seat, tell_move(table.position, position.last_move))
    result = ending_by_rules(position)
    # An offer of a draw waits for the others' answer or move; an offer to take back is about the moves so far.
    kept = tuple(offer for offer in table.offers if offer.what == "draw" and offer.seat == event.seat)
    return replace(
        table,
        position=position,
        moves=(*table.moves, made),
        remaining=event.remaining,
        since=event.at,
        offers=() if result else kept,
        result=result,
    )


def _agree(offer: Pending, event: Answered) -> Pending:
    if offer.what != event.what:
        return offer
    return replace(offer, agreed=tuple(sorted({*offer.agreed, *event.agreed})))


def _take_back(table: Table, event: TakenBack) -> Table:
    moves = table.moves[: event.plies]
    return replace(
        table,
        position=table.setup.first_position().play(*(made.text for made in moves)),
        moves=moves,
        remaining=event.remaining,
        since=event.at,
        offers=(),
        # Who did not want to swap may think again; colours that were exchanged stay exchanged.
        swapped=table.swapped or None,
    )
