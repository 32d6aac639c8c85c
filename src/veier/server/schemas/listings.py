"""Lists of a session's tables: what is searched for, and what is listed."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from veier.messages import Message
from veier.server.schemas.base import Answer, GameId, PlayerName, Request
from veier.server.schemas.records import RecordDocument
from veier.server.schemas.tables import SeatKind, TableResult
from veier.server.store.listings import Against, ListedResult
from veier.view import View

# Tables on a page, and how many of them can have a view.
MAX_LISTED = 60
MAX_VIEWS = 24

# Milliseconds since 1970.
Time = Annotated[int, Field(ge=0, lt=1 << 53)]


class TableSearch(Request):
    """Which of the session's tables to list: `next` of an earlier answer as `cursor`, or the first page.

    `opponent` is a part of another player's name; it is in the body so that no log keeps it. `result` is how the game
    ended for the session; games that it plays against itself are neither won nor lost. `since` and `until` limit the
    time of the last change.
    """

    game: GameId | None = None
    opponent: PlayerName | None = None
    against: Against | None = None
    result: ListedResult | None = None
    since: Time | None = None
    until: Time | None = None
    cursor: Annotated[str, Field(max_length=60, pattern=r"^[012]-[0-9]{1,16}-[A-Za-z0-9_-]{1,16}$")] | None = None
    limit: Annotated[int, Field(ge=1, le=MAX_LISTED)] = 20
    views: Annotated[int, Field(ge=0, le=MAX_VIEWS)] = 20


class ListedSeat(Answer):
    """The player of a seat."""

    kind: SeatKind
    name: str | None
    level: int | None
    bot: bool
    mine: bool


class ListedGame(Answer):
    """The game of a listed table."""

    id: str
    title: Message


class ListedTable(Answer):
    """A table of this session; `mover` is the seat whose turn it is. The first few of a list have a view."""

    id: str
    game: ListedGame
    seats: list[ListedSeat]
    version: int
    moves: int
    turn: Message | None
    mover: int | None
    my_turn: bool = Field(alias="myTurn")
    over: bool
    result: TableResult | None
    created: int
    updated: int
    view: View | None


class TableList(Answer):
    """Tables of this session, the cursor of the next page if there is one, and how many there are on all pages."""

    tables: list[ListedTable]
    next: str | None
    total: int


class RecordList(Answer):
    """The records of all games of this session, the newest first."""

    games: list[RecordDocument]
