"""Results: how the point of a game is shared, and how the game came to its end. Records hold and write them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import get_args

from veier.core.errors import VeierError
from veier.core.outcome import Outcome, Reason
from veier.messages import message
from veier.record.location import shorten

Result = tuple[Fraction, ...]

# How a game can end: as the rules say, or as the players do.
BY_RULES: tuple[str, ...] = get_args(Reason)
BY_PLAYERS = ("resigned", "time", "agreed", "abandoned")

UNFINISHED = "*"
_SHARE = re.compile(r"[0-9]{1,3}(/[1-9][0-9]{0,2})?")


def result_of(outcome: Outcome, players: int) -> Result:
    """Give each seat's share: all to the winner, or as much to everybody."""
    if outcome.winner is None:
        return (Fraction(1, players),) * players
    return tuple(Fraction(seat == outcome.winner) for seat in range(players))


def format_result(result: Result | None) -> str:
    """Write the shares in the order of the seats: 1-0, 1/2-1/2, or * while the game is not finished."""
    return UNFINISHED if result is None else "-".join(map(str, result))


def parse_result(text: str, players: int) -> Result | None:
    """Read what `format_result` writes; raise VeierError."""
    if text == UNFINISHED:
        return None
    shares = text.split("-", players)
    if not all(_SHARE.fullmatch(share) for share in shares):
        raise VeierError(message("record.result", text=shorten(text)))
    result = tuple(map(Fraction, shares))
    check_result(result, players)
    return result


def check_result(result: Sequence[Fraction], players: int) -> None:
    """See that there is a share for each seat, and one point in all; raise VeierError."""
    if len(result) != players or min(result) < 0 or sum(result) != 1:
        raise VeierError(message("record.shares", players=players))


def check_termination(termination: str) -> None:
    """See that a game can end like that; raise VeierError."""
    known = (*BY_RULES, *BY_PLAYERS)
    if termination not in known:
        raise VeierError(message("record.termination", text=shorten(termination), known=", ".join(known)))
