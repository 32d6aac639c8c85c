"""Which seat acts when a session owns several, as players around one screen do."""

from __future__ import annotations

from collections.abc import Collection

from veier.messages import message
from veier.table.commands import Answer, Command, Offer
from veier.table.refusal import Refusal
from veier.table.table import Table


def acting_seat(table: Table, seats: Collection[int], command: Command) -> int:
    """Return which of a session's seats a command is meant for; raise Refusal if it owns none.

    An offer to take back is made by the seat that moved last, an answer is given by one that has not agreed yet, and
    everything else is done by the seat to move, if these are among the seats.
    """
    if not seats:
        raise Refusal(message("table.no_seat"))
    own = sorted(seats)
    if isinstance(command, Answer):
        offer = table.offer(command.what)
        waiting = [seat for seat in own if offer and seat not in offer.agreed]
        return waiting[0] if waiting else own[0]
    if isinstance(command, Offer) and command.what == "takeback":
        moved = [made.seat for made in reversed(table.moves) if made.seat in seats]
        return moved[0] if moved else own[0]
    return table.position.mover if table.position.mover in seats else own[0]
