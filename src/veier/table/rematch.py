"""The setup of a rematch."""

from __future__ import annotations

from dataclasses import replace

from veier.table.setup import Setup
from veier.table.table import Table


def rematch_setup(table: Table) -> tuple[Setup, tuple[int, ...]]:
    """Return the setup of the next game, where another player begins, and who takes its seats.

    The second part holds, for each seat of the new table, its player's number in this table's `setup.seats`.
    """
    last = len(table.seats) - 1
    seats = (table.seats[last], *table.seats[:last])
    holders = (table.holders[last], *table.holders[:last])
    return replace(table.setup, seats=seats), holders
