"""The explorer: the moves of a position with what is proved of them (`explain/explorer.py`)."""

from __future__ import annotations

from typing import Literal

from veier.server.schemas.base import Answer
from veier.server.schemas.boards import PositionRequest, Remark
from veier.server.schemas.records import ProvenResult


class ExplorerRequest(PositionRequest):
    """A position to explore; with `search`, the computer looks for some seconds at moves that the books do not know."""

    search: bool = False


class PlayedMove(Answer):
    """A move, with those that symmetry makes the same: how many games went on with it, and who won them.

    `intervals` are those of each seat's share of wins, 95 %.
    """

    move: str
    games: int
    wins: list[int]
    intervals: list[tuple[float, float]]


class PlayedMoves(Answer):
    """What was played after a line, the most frequent move first; `games` are all games of its kind.

    They come with the package, or are the operator's `own`.
    """

    games: int
    source: Literal["shipped", "own"]
    moves: list[PlayedMove]


class ExploredMoves(Answer):
    """Moves that lead to the same position, turned or mirrored.

    `proven` counts the move itself; `neither` says that nobody wins by force while pieces are placed.
    """

    moves: list[str]
    proven: ProvenResult | None
    neither: bool


class ExploredPosition(Answer):
    """What is proved of a position and of its moves, best first for the mover.

    `answer` is the quickest proved win of the mover, and `remarks` what that move does.
    """

    proven: ProvenResult | None
    groups: list[ExploredMoves]
    answer: str | None
    remarks: list[Remark]
    searched: bool
