"""Reviews of games, made in the process for reviews: about a second of one, then of another."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Any

from veier import loading
from veier.games import game as find_game
from veier.record import parse_position

# Seconds after which no further move is looked at.
_SLICE_SECONDS = 1.0
# Reviews that can be continued without searching a position again; each holds the positions of its game.
_MAX_OPEN = 4

# By the review's id: the number of the next ply, and what yields it.
_open: OrderedDict[str, tuple[int, Iterator[dict[str, Any]]]] = OrderedDict()


def review_slice(name: str, game: str, start: str | None, moves: Sequence[str], first: int) -> list[dict[str, Any]]:
    """Review some moves of a game from a ply on; return them as data, at least one."""
    following, plies = _open.pop(name, (first, None))
    if plies is None or following != first:
        plies = _review_plies(game, start, moves, first)
    end = time.monotonic() + _SLICE_SECONDS
    found: list[dict[str, Any]] = []
    for ply in plies:
        found.append(ply)
        if time.monotonic() >= end:
            break
    if first + len(found) < len(moves):
        _open[name] = (first + len(found), plies)
        while len(_open) > _MAX_OPEN:
            _open.popitem(last=False)
    return found


def _review_plies(game: str, start: str | None, moves: Sequence[str], first: int) -> Iterator[dict[str, Any]]:
    found = find_game(game)
    loading.load_search(found)
    from veier.explain.review import look_through

    for ply in look_through(parse_position(start) if start else found.start(), moves, first=first):
        yield ply.to_data()
