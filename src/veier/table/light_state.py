"""The light state of a table: what a program that knows the rules needs, in some hundred bytes."""

from __future__ import annotations

from typing import Any

from veier.record.position_string import format_position
from veier.table.ending import Ending
from veier.table.state import Seen, clocks_data, offers_data, position_hash


def light_state_data(seen: Seen, now: int, name: str) -> dict[str, Any]:
    """Return a table as a program sees it: the position as a string, the moves in notation, seats, clocks, offers."""
    table, ending = seen.table, seen.table.result
    return {
        "id": name,
        "version": table.version,
        "hash": position_hash(table),
        "game": table.game.id,
        "start": table.setup.start,
        "position": format_position(table.position),
        "moves": [made.text for made in table.moves],
        "mover": table.mover,
        "seats": [{"kind": plan.kind, "name": plan.name, "level": plan.level, "bot": plan.bot} for plan in table.seats],
        "mine": sorted(seen.mine),
        "clocks": clocks_data(table, now),
        "offers": offers_data(table),
        "swapable": table.can_swap and table.mover in seen.mine,
        "result": _result_data(ending) if ending else None,
        "rematch": table.rematch,
    }


def _result_data(ending: Ending) -> dict[str, Any]:
    return {"shares": [str(share) for share in ending.shares], "winner": ending.winner, "why": ending.why}
