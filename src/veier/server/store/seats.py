"""Seats: which session owns which seat of a table."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, insert, update

from veier.server.store import schema
from veier.server.store.batches import Notice, Step

# Statements are module constants, because the writer merges the rows of identical ones.
_ADD_SEAT = insert(schema.seats)
_COUNT_SEATING = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("of_table"), schema.tables.c.seating == bindparam("old_seating"))
    .values(seating=schema.tables.c.seating + 1)
)
_MOVE_SEATS = (
    update(schema.seats)
    .where(schema.seats.c.table_id == bindparam("of_table"), schema.seats.c.session == bindparam("old"))
    .values(session=bindparam("new"))
)
_LEAVE_SEAT = delete(schema.seats).where(
    schema.seats.c.table_id == bindparam("of_table"), schema.seats.c.seat == bindparam("of_seat")
)


def add_seats(table: str, sessions: dict[int, str]) -> Step:
    """Return the step that gives seats to sessions."""
    return Step(
        _ADD_SEAT, tuple({"table_id": table, "seat": seat, "session": owner} for seat, owner in sessions.items())
    )


def move_seats(table: str, seating: int, old: str, new: str) -> tuple[Step, Step]:
    """Return the steps that give the seats of one session to another, if none have moved since a number of times."""
    counted = Step(_COUNT_SEATING, ({"of_table": table, "old_seating": seating},), True, (Notice(table),))
    return counted, Step(_MOVE_SEATS, ({"of_table": table, "old": old, "new": new},))


def give_seat(table: str, seating: int, seat: int, session: str) -> tuple[Step, ...]:
    """Return the steps that assign a seat to a session, whoever had it, if none have moved since a number of times."""
    counted = Step(_COUNT_SEATING, ({"of_table": table, "old_seating": seating},), True, (Notice(table),))
    return counted, Step(_LEAVE_SEAT, ({"of_table": table, "of_seat": seat},)), add_seats(table, {seat: session})
