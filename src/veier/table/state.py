"""The state of a table as a player or watcher sees it: the data that server, browser and client exchange."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from veier.table.board_state import board_data
from veier.table.table import PlayedMove, Table

# Number of last moves that are sent with their sentences, which are long; earlier ones have their notation alone.
DESCRIBED_MOVES = 6


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who is at a table now.

    present   the seats whose players are connected
    thinking  the seats whose computers are thinking
    watchers  the number of people who only watch
    """

    present: Collection[int] = ()
    thinking: Collection[int] = ()
    watchers: int = 0


NOBODY = Attendance()


def state_data(
    table: Table,
    now: int,
    *,
    name: str,
    mine: Collection[int] = (),
    attendance: Attendance = NOBODY,
    board: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Return all that a screen needs to show a table.

    name        the table's id
    mine        the viewer's seats; none for watchers
    attendance  who is at the table now
    board       the board from `table_board`, if it is known already
    """
    game = table.game
    return {
        "id": name,
        "version": table.version,
        "hash": position_hash(table),
        "game": {
            "id": game.id,
            "title": game.text("title").to_data(),
            "players": game.players,
            "colours": list(game.colours),
        },
        "seats": [_seat(table, seat, mine, attendance) for seat in range(game.players)],
        "mine": sorted(mine),
        "watchers": attendance.watchers,
        "board": board if board is not None else table_board(table, mine),
        "moves": _moves(table.moves),
        "clocks": _clocks(table, now),
        "offers": [{"what": offer.what, "by": offer.seat, "answers": list(offer.agreed)} for offer in table.offers],
        "swapable": table.can_swap and table.mover in mine,
        "aids": table.setup.aids,
        "result": table.result.to_data() if table.result else None,
        "rematch": table.rematch,
        "setup": table.setup.to_data() | {"rules": [rule.to_data() for rule in table.setup.house_rules()]},
    }


def table_board(table: Table, mine: Collection[int] = ()) -> dict[str, Any]:
    """Return the board of a table: with choices if the viewer is to move, and with aids if the table has them."""
    return board_data(table.position, choices=table.mover in mine, aids=table.setup.aids)


def position_hash(table: Table) -> str:
    """Return a hash of the position, by which a client detects that it has diverged from the server."""
    return f"{table.position.digest:016x}"


def _seat(table: Table, seat: int, mine: Collection[int], attendance: Attendance) -> dict[str, Any]:
    plan = table.seats[seat]
    return {
        "kind": plan.kind,
        "name": plan.name,
        "level": plan.level,
        "present": plan.kind == "computer" or seat in attendance.present,
        "mine": seat in mine,
        "thinking": seat in attendance.thinking,
    }


def _moves(moves: tuple[PlayedMove, ...]) -> list[dict[str, Any]]:
    first = len(moves) - DESCRIBED_MOVES
    return [
        {"text": made.text, "seat": made.seat, "told": made.description.to_data() if ply >= first else None}
        for ply, made in enumerate(moves)
    ]


def _clocks(table: Table, now: int) -> dict[str, Any] | None:
    times = table.times(now)
    return None if times is None else {"remaining": list(times), "running": table.running}
