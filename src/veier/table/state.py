"""The state of a table as a player or watcher sees it: the data that server, browser and client exchange."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from veier.core.json_patch import Change, make_patch
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


@dataclass(frozen=True, slots=True)
class Seen:
    """What a viewer with the seats `mine` sees of a table, but for the time that its clocks show."""

    table: Table
    mine: Collection[int] = ()
    attendance: Attendance = NOBODY


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
        "game": {
            "id": game.id,
            "title": game.text("title").to_data(),
            "players": game.players,
            "colours": list(game.colours),
        },
        "aids": table.setup.aids,
        "setup": table.setup.to_data() | {"rules": [rule.to_data() for rule in table.setup.house_rules()]},
        **_beside_the_board(Seen(table, mine, attendance)),
        "clocks": clocks_data(table, now),
        "moves": _moves(table.moves),
        "board": board if board is not None else table_board(table, mine),
    }


# Changes: what makes a state without choices and aids of an earlier one.


def board_changes(before: dict[str, Any], after: dict[str, Any]) -> list[Change]:
    """Return what changes on the board, from one `changing_board` to the next."""
    return [] if before is after else make_patch({"board": before}, {"board": after})


def moves_changes(before: tuple[PlayedMove, ...], after: tuple[PlayedMove, ...]) -> list[Change]:
    """Return what changes in the list of moves."""
    return [] if before is after else make_patch({"moves": _but(before, after)}, {"moves": _but(after, before)})


def _but(moves: tuple[PlayedMove, ...], others: tuple[PlayedMove, ...]) -> list[dict[str, Any] | None]:
    """List moves, but with nothing in place of those that others have as well: these need not be compared."""
    first, other_first = len(moves) - DESCRIBED_MOVES, len(others) - DESCRIBED_MOVES
    same = [one is other for one, other in zip(moves, others, strict=False)]
    return [
        None if ply < len(same) and same[ply] and (ply >= first) == (ply >= other_first) else _move(made, ply >= first)
        for ply, made in enumerate(moves)
    ]


def other_changes(before: Seen, after: Seen, now: int) -> list[Change]:
    """Return what else changes for a viewer, with the time of the clocks, which is never the same."""
    changes = make_patch(_beside_the_board(before), _beside_the_board(after))
    if after.table.remaining is not None:
        changes.append({"op": "replace", "path": "/clocks", "value": clocks_data(after.table, now)})
    return changes


def _beside_the_board(seen: Seen) -> dict[str, Any]:
    table, mine = seen.table, seen.mine
    return {
        "version": table.version,
        "hash": position_hash(table),
        "seats": [_seat(table, seat, mine, seen.attendance) for seat in range(table.game.players)],
        "mine": sorted(mine),
        "watchers": seen.attendance.watchers,
        "offers": offers_data(table),
        "swapable": table.can_swap and table.mover in mine,
        "result": table.result.to_data() if table.result else None,
        "rematch": table.rematch,
    }


def offers_data(table: Table) -> list[dict[str, Any]]:
    """Return the pending offers: what, by which seat, and the seats that have agreed."""
    return [{"what": offer.what, "by": offer.seat, "answers": list(offer.agreed)} for offer in table.offers]


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
        "bot": plan.bot,
        "present": plan.kind == "computer" or seat in attendance.present,
        "mine": seat in mine,
        "thinking": seat in attendance.thinking,
    }


def _moves(moves: tuple[PlayedMove, ...]) -> list[dict[str, Any]]:
    first = len(moves) - DESCRIBED_MOVES
    return [_move(made, ply >= first) for ply, made in enumerate(moves)]


def _move(made: PlayedMove, described: bool) -> dict[str, Any]:
    return {"text": made.text, "seat": made.seat, "told": made.description.to_data() if described else None}


def clocks_data(table: Table, now: int) -> dict[str, Any] | None:
    """Return the clocks as they show at a time; None without clocks."""
    times = table.times(now)
    return None if times is None else {"remaining": list(times), "running": table.running}
