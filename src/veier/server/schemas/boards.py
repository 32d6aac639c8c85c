"""Boards: positions to show, with what players may do and what they should see (`table/board_state.py`)."""

from __future__ import annotations

from pydantic import Field

from veier.core.patterns import Row, Square, Threat
from veier.messages import Message
from veier.server.schemas.base import MAX_MOVES, Answer, GameId, MoveText, PositionText, Request
from veier.view import View
from veier.view.model import Colour


class PositionRequest(Request):
    """A position: a game's start or a position string, and moves from there."""

    game: GameId
    start: PositionText | None = None
    moves: list[MoveText] = Field(default=[], max_length=MAX_MOVES)


class RefusedMove(Answer):
    """A move that the rules forbid: the stones as they would stand, each with its cell, and the reason."""

    text: str
    piece: str
    stones: list[tuple[str, Colour]]
    reason: Message


class ScoredRow(Answer):
    """A row in hex rows: its points, the groups of four that make them, and why it is worth no more."""

    seat: int
    cells: list[str]
    points: int
    fours: list[list[str]]
    fresh: bool
    told: Message
    why: Message | None


class Board(Answer):
    """A position to show.

    `turn` says whose turn it is, or how the game ended, and `task` what to do. `refused` are moves that look possible
    but are forbidden, `gives` moves that complete another player's square. `squares` are squares that can still be
    completed: seat, corners, corners without a stone; `reopened` those blocked only by a piece that the mover could
    lift: seat and corners. `closed` are cells that can get no stone any more, null where pieces can be moved.
    """

    view: View
    turn: Message
    task: Message | None
    refused: list[RefusedMove]
    gives: list[str]
    threats: list[Threat]
    squares: list[tuple[int, list[str], list[str]]]
    reopened: list[tuple[int, list[str]]]
    closed: list[str] | None
    rows: list[ScoredRow]
    position: str
    over: bool
    told: Message | None


class Remark(Answer):
    """A statement about a move or a position, the cells and squares or rows it is about, and moves that show it."""

    message: Message
    cells: list[str]
    squares: list[Square | Row]
    line: list[str]
