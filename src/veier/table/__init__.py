"""A table: a game being played, with seats, clocks and offers. Pure: no network, no disk, the caller passes the time.

table = Table.start(setup, now)
events = decide(table, seat, command, now)       # or raises Refusal
table = apply(table, event)                      # for each of them
table = fold(setup, events).resumed(now, flag_at)  # from the store
"""

from __future__ import annotations

from veier.explain.hints import hint_data
from veier.table.apply import apply
from veier.table.board_state import board_data, changing_board, choices_data
from veier.table.commands import (
    Answer,
    Command,
    Flag,
    Move,
    Offer,
    OfferKind,
    Rematch,
    Resign,
    Sit,
    Swap,
    command_from_data,
)
from veier.table.decide import decide, is_stale
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
from veier.table.fold import extend, fold
from veier.table.light_state import light_state_data
from veier.table.names import LONGEST_NAME, clean_name
from veier.table.record import table_record
from veier.table.refusal import Refusal
from veier.table.rematch import rematch_setup
from veier.table.seats import acting_seat
from veier.table.setup import Clock, SeatPlan, Setup
from veier.table.state import (
    NOBODY,
    Attendance,
    Seen,
    board_changes,
    moves_changes,
    other_changes,
    position_hash,
    state_data,
    table_board,
)
from veier.table.table import PendingOffer, PlayedMove, Table

__all__ = [
    "LONGEST_NAME",
    "NOBODY",
    "Answer",
    "Answered",
    "Attendance",
    "Clock",
    "Command",
    "Declined",
    "Ended",
    "Ending",
    "Event",
    "Flag",
    "Move",
    "Moved",
    "Offer",
    "OfferKind",
    "Offered",
    "PendingOffer",
    "PlayedMove",
    "Refusal",
    "Rematch",
    "Rematched",
    "Resign",
    "Sat",
    "SeatPlan",
    "Seen",
    "Setup",
    "Sit",
    "Swap",
    "Swapped",
    "Table",
    "TakenBack",
    "acting_seat",
    "apply",
    "board_changes",
    "board_data",
    "changing_board",
    "choices_data",
    "clean_name",
    "command_from_data",
    "decide",
    "event_from_data",
    "extend",
    "fold",
    "hint_data",
    "is_stale",
    "light_state_data",
    "moves_changes",
    "other_changes",
    "position_hash",
    "rematch_setup",
    "state_data",
    "table_board",
    "table_record",
]
