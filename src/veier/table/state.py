"""A table as somebody sees it, as plain data: the State that server, browser and client exchange."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from veier.table.sight import board_data
from veier.table.table import Made, Table

# The latest moves are sent with their sentence, which is long; the earlier ones with their notation alone.
TOLD_MOVES = 6


def state_data(
    table: Table,
    now: int,
    *,
    name: str,
    mine: Collection[int] = (),
    present: Collection[int] = (),
    thinking: Collection[int] = (),
    board: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Give all that a screen needs to show a table to somebody.

    name      the table's id
    mine      the seats of whoever looks; none for spectators
    present   the seats whose people are there
    thinking  the seats for which the computer is thinking
    board     the Board from `table_board`, if it is at hand
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
        "seats": [_seat(table, seat, mine, present, thinking) for seat in range(game.players)],
        "mine": sorted(mine),
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
    """Give the Board of a table: with choices for whoever has the turn, and with aids if the table has them."""
    return board_data(table.position, choices=table.mover in mine, aids=table.setup.aids)


def position_hash(table: Table) -> str:
    """Give 16 digits that tell positions apart, by which a client sees that it has not drifted."""
    return f"{table.position.digest:016x}"


def _seat(
    table: Table, seat: int, mine: Collection[int], present: Collection[int], thinking: Collection[int]
) -> dict[str, Any]:
    plan = table.seats[seat]
    return {
        "kind": plan.kind,
        "name": plan.name,
        "level": plan.level,
        "present": plan.kind == "computer" or seat in present,
        "mine": seat in mine,
        "thinking": seat in thinking,
    }


def _moves(moves: tuple[Made, ...]) -> list[dict[str, Any]]:
    told = len(moves) - TOLD_MOVES
    return [
        {"text": made.text, "seat": made.seat, "told": made.told.to_data() if ply >= told else None}
        for ply, made in enumerate(moves)
    ]


def _clocks(table: Table, now: int) -> dict[str, Any] | None:
    times = table.times(now)
    return None if times is None else {"remaining": list(times), "running": table.running}
