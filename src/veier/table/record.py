"""The record of a table's game."""

from __future__ import annotations

import datetime

from veier.record import Record
from veier.record.computer import computer_name
from veier.table.setup import SeatPlan
from veier.table.table import Table


def table_record(table: Table, date: datetime.date | None = None) -> Record:
    """Return the game so far as a record."""
    result = table.result
    return Record.from_moves(
        table.game,
        [made.text for made in table.moves],
        seats=tuple(map(_name, table.seats)),
        date=date,
        result=result.shares if result else None,
        termination=result.why if result else None,
        start=table.setup.first_position() if table.setup.start else None,
    )


def _name(plan: SeatPlan) -> str:
    return plan.name or "" if plan.level is None else computer_name(plan.level)
