"""Who speaks at a table: for people who have several seats, around one screen, and for the next game's seats."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from veier.messages import message
from veier.table.commands import Answer, Command, Offer
from veier.table.refusal import Refusal
from veier.table.setup import Setup
from veier.table.table import Table


def speaker(table: Table, seats: Collection[int], command: Command) -> int:
    """Say which of somebody's seats a command is meant for; raise Refusal if there is none.

    An offer to take back is made by who moved last, an answer given by who has not agreed yet, and all else is done by
    who is to move, if these are among the seats.
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


def next_setup(table: Table) -> tuple[Setup, tuple[int, ...]]:
    """Give the setup of the next game, where another player begins, and who has its seats.

    The second part says for each seat of the new table the number in this table's `setup.seats` of who takes it.
    """
    last = len(table.seats) - 1
    seats = (table.seats[last], *table.seats[:last])
    holders = (table.holders[last], *table.holders[:last])
    return replace(table.setup, seats=seats), holders
