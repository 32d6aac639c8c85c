"""Apply events to tables. Events are facts: they were checked when they were decided, and are not checked again."""

from __future__ import annotations

from dataclasses import replace

from veier.core.descriptions import describe_move
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
from veier.table.setup import SeatPlan
from veier.table.table import PendingOffer, PlayedMove, Table

# Events that change the position or whose turn it is: commands chosen before them may be stale.
_CHANGES = (Moved, Swapped, TakenBack, Ended)


def apply(table: Table, event: Event) -> Table:
    """Return the table after an event."""
    version = table.version + 1
    turn = version if isinstance(event, _CHANGES) else table.turn
    return replace(_apply(table, event), version=version, turn=turn)


def _apply(table: Table, event: Event) -> Table:
    match event:
        case Sat():
            seats = list(table.seats)
            seats[event.seat] = SeatPlan("human", event.name, bot=event.bot)
            return replace(table, seats=tuple(seats))
        case Moved():
            return _move(table, event)
        case Swapped():
            if not event.take:
                return replace(table, swapped=False)
            # Offers belong to players, who have changed seats.
            return replace(table, swapped=True, holders=table.holders[::-1], seats=table.seats[::-1], offers=())
        case Offered():
            offer = PendingOffer(event.what, event.seat, event.agreed, table.version + 1)
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
    raise TypeError(f"{event!r} is not an event of a table")


def _move(table: Table, event: Moved) -> Table:
    position = table.position.play(event.text)
    assert position.last_move is not None
    made = PlayedMove(position.last_move.text, event.seat, describe_move(table.position, position.last_move))
    result = ending_by_rules(position)
    # The mover's draw offer stands until the others answer or move; an offer to take back is void after a move.
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


def _agree(offer: PendingOffer, event: Answered) -> PendingOffer:
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
        # A player who declined the swap may decide again; exchanged colours stay exchanged.
        swapped=table.swapped or None,
    )
