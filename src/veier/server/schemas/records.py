"""Records of games, hints, reviews, and sheets to print."""

from __future__ import annotations

from pydantic import Field

from veier.core.patterns import Row, Square
from veier.messages import Message
from veier.server.schemas.base import MAX_MOVES, Answer, GameId, MoveText, PositionText, RecordText, Request
from veier.server.schemas.boards import Remark
from veier.sheets.settings import Part


class RecordRequest(Request):
    """The text of a record in any format, or a position string."""

    text: RecordText


class RecordMove(Answer):
    """A move of a record with its mark, its comment and its variations, where it has any."""

    move: str
    mark: str = ""
    comment: str = ""
    variations: list[list[RecordMove]] = Field(default=[])


class RecordSummary(Answer):
    """A record that was read: its main line, with a comment per move; `line` has its variations, too."""

    game: str
    title: Message
    start: str | None
    moves: list[str]
    seats: list[str]
    date: str | None
    result: list[str] | None
    termination: str | None
    comment: str
    comments: list[str]
    line: list[RecordMove]


class RecordDocument(Answer):
    """A record as JSON, which `POST /records` reads again; `rules` is the version of the rules."""

    game: str
    rules: int
    seats: list[str]
    date: str | None
    result: list[str] | None
    termination: str | None
    position: str | None
    comment: str
    tags: dict[str, str]
    moves: list[RecordMove]


class HintRegion(Answer):
    """The part of the board to look at: a large field or cells around a place; no cells for a pass."""

    field: str | None
    cells: list[str]


class Hint(Answer):
    """A suggested move, to be revealed step by step.

    Where to look, the piece and the move, what it does, the squares or rows concerned, and how the game may continue.
    """

    region: HintRegion
    piece: str
    move: str
    remarks: list[Remark]
    squares: list[Square | Row]
    line: list[str]


class ReviewRequest(Request):
    """A game to review: the text of its record, or its moves."""

    text: RecordText | None = None
    game: GameId | None = None
    start: PositionText | None = None
    moves: list[MoveText] = Field(default=[], max_length=MAX_MOVES)


class AcceptedReview(Answer):
    """The id of a review that was queued."""

    review: str


class ProvenResult(Answer):
    """A result that is certain with best play: the winner, null if nobody wins, and the most plies until then."""

    winner: int | None
    plies: int


class ReviewPly(Answer):
    """A reviewed move: what was proved before and after it, each seat's practical chances, what it cost its player.

    `loss` is from 0 to 1; `point` says in one sentence why the game turned, if it may have.
    """

    move: str
    mover: int
    was: ProvenResult | None
    proven: ProvenResult | None
    chances: list[float]
    best: str
    best_chances: list[float] = Field(alias="bestChances")
    best_line: list[str] = Field(alias="bestLine")
    loss: float
    remarks: list[Remark]
    best_remarks: list[Remark] = Field(alias="bestRemarks")
    point: Remark | None


class Review(Answer):
    """A review with the plies reviewed so far.

    `turning` are the plies, counted from 0, where the game turned, at most three; `story` says from which move on the
    result was certain.
    """

    id: str
    game: str
    start: str | None
    moves: list[str]
    done: bool
    progress: float
    plies: list[ReviewPly]
    turning: list[int]
    story: list[Message]


class SheetSet(Answer):
    """A set to print: its parts, further parts on request, the number of pages, and whether it is two-sided.

    `combined` are the games that a combined set serves; none if its pieces serve no other game.
    """

    game: str
    parts: list[Part]
    more: list[Part]
    pages: int
    two_sided: bool = Field(alias="twoSided")
    combined: list[str]
