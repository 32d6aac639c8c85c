"""What goes over the wire: answers as short JSON, and the requests that are accepted, strict and closed."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

# A record may be long; the readers of records have limits of their own.
MOST_MOVES = 2000
# A position string has 17 characters for each move since the last that cannot be undone.
LONGEST_POSITION = 10_000


Name = Annotated[str, Field(max_length=96)]
GameId = Annotated[str, Field(max_length=100)]
Text = Annotated[str, Field(max_length=LONGEST_POSITION)]
MoveText = Annotated[str, Field(max_length=40)]
Token = Annotated[str, Field(max_length=100)]


class Strict(BaseModel):
    """A request: nothing is converted, nothing unknown is let through."""

    model_config = ConfigDict(strict=True, extra="forbid")


class SeatRequest(Strict):
    """Who shall sit on a seat: this browser, somebody else at it, the computer, or a friend by link."""

    kind: Literal["me", "device", "computer", "friend"]
    name: Name | None = None
    level: Annotated[int, Field(ge=1, le=100)] | None = None


class ClockRequest(Strict):
    """How much time there is, in milliseconds: for the game with an increment a move, or for each move in days."""

    kind: Literal["minutes", "days"]
    initial_ms: Annotated[int, Field(ge=0, le=10**11)]
    increment_ms: Annotated[int, Field(ge=0, le=10**9)] = 0


class TableRequest(Strict):
    """A table to be opened; with `lot` chance decides who sits on which seat."""

    game: GameId
    seats: Annotated[list[SeatRequest], Field(min_length=1, max_length=3)]
    swap: bool = False
    clock: ClockRequest | None = None
    aids: bool = True
    start: Text | None = None
    lot: bool = False


class CommandRequest(Strict):
    """A command of a seat, made at a version of the table; the same id is carried out once."""

    id: Annotated[str, Field(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+$")]
    version: Annotated[int, Field(ge=0)]
    command: dict[str, Any]


class ClaimRequest(Strict):
    """An invite, and the name of whoever sits down."""

    token: Token
    name: Name | None = None


class InviteRequest(Strict):
    """The open seat that somebody shall be invited to."""

    seat: Annotated[int, Field(ge=0, le=2)]


class TokenRequest(Strict):
    """A way to take seats to this device."""

    token: Token


class PositionRequest(Strict):
    """A position: a game's start or a position string, and moves from there."""

    game: GameId
    start: Text | None = None
    moves: Annotated[list[MoveText], Field(max_length=MOST_MOVES)] = []


class TryRequest(Strict):
    """Moves from a puzzle's position on: the solver's, and the answers to them."""

    moves: Annotated[list[MoveText], Field(max_length=8)]


class RecordRequest(Strict):
    """The text of a record in any form, or of a position string."""

    text: Annotated[str, Field(max_length=64 * 1024)]


class ReviewRequest(Strict):
    """A game to look at: the text of its record, or its moves."""

    text: Annotated[str, Field(max_length=64 * 1024)] | None = None
    game: GameId | None = None
    start: Text | None = None
    moves: Annotated[list[MoveText], Field(max_length=MOST_MOVES)] = []
