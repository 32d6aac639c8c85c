"""The results of moves of 4EYES by the squares that they finish: inner functions."""

from __future__ import annotations

from veier.games.eyes.layout import NO_GIFTS
from veier.kernels.decorators import inner
from veier.kernels.state import CONTRADICTION, Tables, Why

BANNED = CONTRADICTION
_RED_WINS = int(Why.SQUARE) * 8 + 1
_BLUE_WINS = _RED_WINS + 1


@inner
def result_of(red: bool, blue: bool) -> int:
    """Turn finished squares into a result: 0, a win, or BANNED for both colours at once."""
    if red and blue:
        return BANNED
    if red:
        return _RED_WINS
    return _BLUE_WINS if blue else 0


@inner
def result_of_move(tables: Tables, mover: int, red: bool, blue: bool) -> int:
    """Turn the squares that a move finishes into a result; a gift may be banned, too."""
    result = result_of(red, blue)
    return BANNED if result == _BLUE_WINS - mover and tables.numbers[NO_GIFTS] else result
