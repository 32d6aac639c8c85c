"""Decide commands: the events that follow from a command, or a refusal with its reason.

If the time of the player to move is up when a command arrives, the game ends by time: `decide` returns that end alone,
and the command is not executed.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from veier.core.errors import VeierError
from veier.messages import message
from veier.record.line import MOVE_LIMIT
from veier.record.location import shorten
from veier.table.commands import Answer, Command, Flag, Move, Offer, OfferKind, Rematch, Resign, Sit, Swap
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
from veier.table.names import clean_name
from veier.table.refusal import Refusal
from veier.table.table import PendingOffer, Table


def decide(
    table: Table, seat: int | None, command: Command, now: int, *, own_seats: Collection[int] = ()
) -> tuple[Event, ...]:
    """Return the events that follow from a command of a seat; raise Refusal.

    `seat` is None for Flag and Rematch, which no seat issues. `own_seats` are all seats of the same session, on whose
    behalf it makes and answers offers too.
    """
    if table.is_out_of_time(now):
        return (_ended(table, "time", table.running, now),)
    if isinstance(command, Flag):
        raise Refusal(message("table.time_left" if table.running is not None else "table.no_clock_runs"))
    if isinstance(command, Rematch):
        return _rematch(table, seat, command, now)
    if seat is None or not 0 <= seat < len(table.seats):
        raise Refusal(message("table.no_seat"))
    match command:
        case Sit():
            return _sit(table, seat, command, now)
        case Move():
            return _move(table, seat, command, now)
        case Swap():
            return _swap(table, seat, command, now)
        case Offer():
            return _offer(table, seat, command.what, now, {seat, *own_seats})
        case Answer():
            return _answer(table, seat, command, now, {seat, *own_seats})
        case Resign():
            _check_sits_and_plays(table, seat)
            return (_ended(table, "resigned", seat, now),)
    raise TypeError(f"{command!r} is not a command for a table")


def is_stale(table: Table, command: Command, version: int) -> bool:
    """Return whether what a command is about has changed since the version at which it was chosen.

    Events that do not concern it, such as another player's answer to an offer, do not make a command stale.
    """
    since = table.turn
    if isinstance(command, Answer) or command == Offer("takeback"):
        # An answer is meant for the offer that was seen; an offer to take back is not meant as an answer to another's.
        offer = table.offer(command.what)
        since = max(since, offer.version if offer else 0)
    return not since <= version <= table.version


def _sit(table: Table, seat: int, command: Sit, now: int) -> tuple[Event, ...]:
    if table.seats[seat].kind != "open":
        raise Refusal(message("table.seat_taken"))
    name = None if command.name is None else clean_name(command.name)
    return (Sat(at=now, seat=seat, name=name, bot=command.bot),)


def _move(table: Table, seat: int, command: Move, now: int) -> tuple[Event, ...]:
    _check_turn(table, seat)
    if len(table.moves) >= MOVE_LIMIT:
        raise Refusal(message("table.too_long", limit=MOVE_LIMIT))
    try:
        move = table.position.parse_move(shorten(command.text))
    except VeierError as error:
        raise Refusal(error.reason) from error
    return (Moved(at=now, seat=seat, text=move.text, remaining=table.times_after_move(now)),)


def _swap(table: Table, seat: int, command: Swap, now: int) -> tuple[Event, ...]:
    _check_turn(table, seat)
    if not table.can_swap:
        raise Refusal(message("table.no_swap"))
    return (Swapped(at=now, take=command.take),)


# Offers.


def _offer(table: Table, seat: int, what: OfferKind, now: int, seats: set[int]) -> tuple[Event, ...]:
    _check_sits(table, seat)
    _check_offer(table, seat, what)
    offer = table.offer(what)
    if offer and seat not in offer.agreed:
        # Offering the same means to agree.
        return _agree(table, offer, now, seats)
    if offer:
        raise Refusal(message("table.offered_already"))
    return _agree(table, PendingOffer(what, seat, (), table.version), now, seats)


def _check_offer(table: Table, seat: int, what: OfferKind) -> None:
    if what == "rematch":
        if table.result is None:
            raise Refusal(message("table.not_over"))
        if table.rematch is not None:
            raise Refusal(message("table.rematch_made"))
        return
    _check_running(table)
    kinds = {plan.kind for plan in table.seats}
    if what == "draw" and "computer" in kinds:
        raise Refusal(message("table.draw_computer"))
    if what == "draw" and "open" in kinds:
        raise Refusal(message("table.draw_open"))
    if what == "takeback" and table.plies_before_last_move(seat) is None:
        raise Refusal(message("table.nothing_to_take_back"))


def _answer(table: Table, seat: int, command: Answer, now: int, seats: set[int]) -> tuple[Event, ...]:
    _check_sits(table, seat)
    offer = table.offer(command.what)
    if offer is None:
        raise Refusal(message("table.no_offer"))
    if not command.yes:
        return (Declined(at=now, what=command.what, seat=seat),)
    if seat in offer.agreed:
        raise Refusal(message("table.agreed_already"))
    return _agree(table, offer, now, seats)


def _agree(table: Table, offer: PendingOffer, now: int, seats: set[int]) -> tuple[Event, ...]:
    """Return what follows when some seats agree to an offer, new or pending."""
    people = set(table.people)
    agreed = tuple(sorted({*offer.agreed, *seats} & people))
    if people == set(agreed):
        if offer.what == "draw":
            return (_ended(table, "agreed", None, now),)
        if offer.what == "takeback":
            return (_taken_back(table, offer.seat, now),)
    if offer in table.offers:
        return (Answered(at=now, what=offer.what, agreed=agreed),)
    return (Offered(at=now, what=offer.what, seat=offer.seat, agreed=agreed),)


def _taken_back(table: Table, seat: int, now: int) -> TakenBack:
    plies = table.plies_before_last_move(seat)
    assert plies is not None
    clock, times = table.setup.clock, table.times(now)
    if times is not None and clock is not None and clock.kind == "days":
        times = (clock.initial_ms,) * len(times)
    return TakenBack(at=now, seat=seat, plies=plies, remaining=times)


def _rematch(table: Table, seat: int | None, command: Rematch, now: int) -> tuple[Event, ...]:
    if seat is not None or not table.wants_rematch:
        raise Refusal(message("table.no_offer"))
    return (Rematched(at=now, table=command.table),)


def _ended(table: Table, why: Literal["resigned", "time", "agreed"], seat: int | None, now: int) -> Ended:
    return Ended(at=now, why=why, seat=seat, remaining=table.times(now))


# Checks.


def _check_running(table: Table) -> None:
    if table.result:
        raise Refusal(message("illegal.over"))


def _check_sits(table: Table, seat: int) -> None:
    if table.seats[seat].kind == "open":
        raise Refusal(message("table.seat_open"))


def _check_sits_and_plays(table: Table, seat: int) -> None:
    _check_running(table)
    _check_sits(table, seat)


def _check_turn(table: Table, seat: int) -> None:
    _check_sits_and_plays(table, seat)
    if seat != table.mover:
        raise Refusal(message("table.not_your_turn", colour=table.game.rules.seat_message(table.position.mover)))
