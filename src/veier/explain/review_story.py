"""The story of a game in a review: its turning points, and from which move on the result was certain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from veier.core.game import Game
from veier.messages import Message, message
from veier.search.analysis import Proven

# A move that costs this share of the point may turn a game.
TURNING_LOSS = 0.2
# More than this is not a story.
_MOST = 3

# Who moved, and what was proved before and after the move.
Step = tuple[int, Proven | None, Proven | None]


def choose_turning(losses: Sequence[float]) -> tuple[int, ...]:
    """Return the plies that cost most, in the order of the game."""
    costly = [number for number, loss in enumerate(losses) if loss >= TURNING_LOSS]
    return tuple(sorted(sorted(costly, key=lambda number: -losses[number])[:_MOST]))


def summarise(game: Game, plies: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return turning points and story of plies that are given as data."""
    steps = [(ply["mover"], _read_proven(ply["was"]), _read_proven(ply["proven"])) for ply in plies]
    turning = choose_turning([ply["loss"] for ply in plies])
    return {"turning": list(turning), "story": [told.to_data() for told in tell_story(game, steps)]}


def _read_proven(data: Mapping[str, Any] | None) -> Proven | None:
    return None if data is None else Proven(data["winner"], data["plies"])


def tell_story(game: Game, steps: Sequence[Step]) -> tuple[Message, ...]:
    """Say from which move on the winner could no longer be stopped, if that is proved."""
    if not steps or steps[-1][2] is None or steps[-1][2].winner is None:
        return ()
    winner = steps[-1][2].winner
    first = len(steps) - 1
    while first > 0 and _wins(steps[first - 1][2], winner):
        first -= 1
    mover, was, _ = steps[first]
    if first == 0 and _wins(was, winner):
        return (message("review.from_start", colour=game.rules.seat_message(winner)),)
    if mover != winner and was is not None and was.winner in (None, mover):
        # What was proved then was not a loss, so that there was a move that saved the game.
        return (message("review.last_moment", number=first + 1, colour=game.rules.seat_message(mover)),)
    if first == len(steps) - 1:
        return ()
    return (message("review.unstoppable", number=first + 1, colour=game.rules.seat_message(winner)),)


def _wins(proven: Proven | None, winner: int) -> bool:
    return proven is not None and proven.winner == winner
