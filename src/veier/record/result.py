"""Results: each seat's share of the point, and the reason why a game ended."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from numbers import Rational
from typing import get_args

from veier.core.errors import VeierError
from veier.core.outcome import Outcome, Reason
from veier.core.type_check import wrong_type
from veier.messages import message
from veier.record.location import shorten

Result = tuple[Fraction, ...]

# Why a game can end: by the rules, or by the players.
BY_RULES: tuple[str, ...] = get_args(Reason)
BY_PLAYERS = ("resigned", "time", "agreed", "abandoned")

UNFINISHED = "*"
_SHARE = re.compile(r"[0-9]{1,3}(/[1-9][0-9]{0,2})?")


def result_of(outcome: Outcome, players: int) -> Result:
    """Return each seat's share: 1 for the winner, or equal shares."""
    if outcome.winner is None:
        return (Fraction(1, players),) * players
    return tuple(Fraction(seat == outcome.winner) for seat in range(players))


def format_result(result: Result | None) -> str:
    """Format the shares in the order of the seats: 1-0, 1/2-1/2, or * for an unfinished game."""
    return UNFINISHED if result is None else "-".join(map(str, result))


def parse_result(text: str, players: int) -> Result | None:
    """Parse what `format_result` returns; raise VeierError."""
    if text == UNFINISHED:
        return None
    shares = text.split("-", players)
    if not all(_SHARE.fullmatch(share) for share in shares):
        raise VeierError(message("record.result", text=shorten(text)))
    result = tuple(map(Fraction, shares))
    check_result(result, players)
    return result


def as_result(value: object) -> Result | None:
    """Return shares as a result, None as it is; raise VeierError for anything else."""
    if value is None:
        return None
    shares = tuple(value) if isinstance(value, tuple | list) else ()
    exact = tuple(Fraction(share) for share in shares if isinstance(share, Rational))
    if not exact or len(exact) != len(shares):
        raise wrong_type("result", "tuple[Fraction, ...]", value)
    return exact


def check_result(result: Sequence[Fraction], players: int) -> None:
    """Check that each seat has a share and that they add up to 1; raise VeierError."""
    if len(result) != players or min(result) < 0 or sum(result) != 1:
        raise VeierError(message("record.shares", players=players))


def check_termination(termination: str) -> None:
    """Check that a termination is known; raise VeierError."""
    known = (*BY_RULES, *BY_PLAYERS)
    if termination not in known:
        raise VeierError(message("record.termination", text=shorten(termination), known=", ".join(known)))
