"""A table: a game being played, with seats, clocks and agreements. Pure: no network, no disk, time is given.

table = Table.start(setup, now)
events = decide(table, seat, command, now)       # or raises Refusal
table = apply(table, event)                      # for each of them
table = fold(setup, events).resumed(now)         # as kept, after a restart
"""

from __future__ import annotations

from veier.explain.hints import hint_data
from veier.table.applying import apply, fold
from veier.table.commands import (
    Answer,
    Command,
    Flag,
    Matter,
    Move,
    Offer,
    Rematch,
    Resign,
    Sit,
    Swap,
    command_from_data,
)
from veier.table.deciding import decide, is_stale
from veier.table.ending import Ending
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
    event_from_data,
)
from veier.table.names import LONGEST_NAME, clean_name
from veier.table.recording import table_record
from veier.table.refusal import Refusal
from veier.table.setup import Clock, SeatPlan, Setup
from veier.table.sight import board_data
from veier.table.speaking import next_setup, speaker
from veier.table.state import position_hash, state_data, table_board
from veier.table.table import Made, Pending, Table

__all__ = [
    "LONGEST_NAME",
    "Answer",
    "Answered",
    "Clock",
    "Command",
    "Declined",
    "Ended",
    "Ending",
    "Event",
    "Flag",
    "Made",
    "Matter",
    "Move",
    "Moved",
    "Offer",
    "Offered",
    "Pending",
    "Refusal",
    "Rematch",
    "Rematched",
    "Resign",
    "Sat",
    "SeatPlan",
    "Setup",
    "Sit",
    "Swap",
    "Swapped",
    "Table",
    "TakenBack",
    "apply",
    "board_data",
    "clean_name",
    "command_from_data",
    "decide",
    "event_from_data",
    "fold",
    "hint_data",
    "is_stale",
    "next_setup",
    "position_hash",
    "speaker",
    "state_data",
    "table_board",
    "table_record",
]
