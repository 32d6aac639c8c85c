"""Positions that are set up (`record/set_up.py`)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from veier.messages import Message
from veier.server.schemas.base import Answer, GameId, MoveText, PositionText, Request
from veier.server.schemas.boards import Board

Seat = Annotated[int, Field(ge=0, le=2)]


class LaidPiece(Request):
    """A piece on the board: whose it is, and the move that would place it."""

    seat: Seat
    text: MoveText


class SetUpRequest(Request):
    """A board to judge: pieces, or with `start` a position that is taken apart; `mover` is to move.

    `hand` is the seat whose pieces are laid next.
    """

    game: GameId
    start: PositionText | None = None
    pieces: list[LaidPiece] = Field(default=[], max_length=200)
    mover: Seat = 0
    hand: Seat = 0


class ShownPiece(Answer):
    """A piece on the board, with the cells of its stones, the own stone's first."""

    seat: int
    text: str
    cells: list[str]


class SetUpBoard(Answer):
    """A board that was set up; `board` has the placements of the seat `hand` as its choices.

    `problems` say why it is no position; `notes` what is to be said of one. `position` is its position string and
    `code` a short name for links, `/p/{game}/{code}`; null if it is no position.
    """

    board: Board
    pieces: list[ShownPiece]
    problems: list[Message]
    notes: list[Message]
    position: str | None
    code: str | None
