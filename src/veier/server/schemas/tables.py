"""Tables: opening one, its state, commands, invites and transfers."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from veier.messages import Message
from veier.server.schemas.base import Answer, GameId, PlayerName, PositionText, Request, Token
from veier.server.schemas.boards import Board
from veier.table import Clock, OfferKind, SeatPlan
from veier.table.commands import ClientCommand
from veier.view.model import Colour

SeatKind = Literal["human", "computer", "open"]


class SeatRequest(Request):
    """The player of a seat: this client, another person at it, the computer at a level, a friend by invite, or a bot.

    A bot is one that is connected, by its name. A client that is a bot itself marks its seats by `bot`.
    """

    kind: Literal["me", "device", "computer", "friend", "bot"]
    name: PlayerName | None = None
    level: Annotated[int, Field(ge=1, le=100)] | None = None
    bot: bool = False


class TableRequest(Request):
    """A table to open; with `lot` the seats are assigned at random."""

    game: GameId
    seats: Annotated[list[SeatRequest], Field(min_length=1, max_length=3)]
    swap: bool = False
    clock: Clock | None = None
    aids: bool = True
    start: PositionText | None = None
    lot: bool = False


class CommandRequest(Request):
    """A command, chosen at a version of the table; a command with the same id is executed once."""

    id: Annotated[str, Field(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+$")]
    version: Annotated[int, Field(ge=0)]
    command: ClientCommand


class ClaimRequest(Request):
    """An invite, and the name of the player who takes the seat; `bot` if that is a program."""

    token: Token
    name: PlayerName | None = None
    bot: bool = False


class InvitationRequest(Request):
    """An invite to look at."""

    token: Token


class InviteRequest(Request):
    """The open seat to invite a player to."""

    seat: Annotated[int, Field(ge=0, le=2)]


class TransferRequest(Request):
    """The token of a transfer."""

    token: Token


class QrRequest(Request):
    """A link to a table, a study, a tournament or a position of this server, with or without a token."""

    link: Annotated[str, Field(max_length=300)]


class SharedAddress(Answer):
    """The origin at which other devices reach the server; without one, `reason` says why and what to do."""

    origin: str | None
    reason: Message | None = None


class Invite(Answer):
    """The token of an invite to a seat, which is secret and used once."""

    seat: int
    token: str


class OpenedTable(Answer):
    """A table that was opened, with its invites."""

    id: str
    seats: list[SeatPlan]
    invites: list[Invite]


class TableResult(Answer):
    """The end of a game: each seat's share of the point as a fraction, and the end as a sentence, `told`."""

    shares: list[str]
    winner: int | None
    why: str
    told: Message


class StateGame(Answer):
    """The game of a table."""

    id: str
    title: Message
    players: int
    colours: list[Colour]


class StateSeat(Answer):
    """A seat: its player, whether the player is connected, it is the client's own, and its computer is thinking.

    `bot` marks a seat that a program plays: a computer of somebody else, which sits there like a person.
    """

    kind: SeatKind
    name: str | None
    level: int | None
    bot: bool
    present: bool
    mine: bool
    thinking: bool


class StateMove(Answer):
    """A move of the game; the last few are described by a sentence, `told`."""

    text: str
    seat: int
    told: Message | None


class StateClocks(Answer):
    """Each seat's remaining milliseconds, and the seat whose clock runs."""

    remaining: list[int]
    running: int | None


class StateOffer(Answer):
    """A pending offer: the seat that made it, and the seats that have agreed."""

    what: OfferKind
    by: int
    answers: list[int]


class StateSetup(Answer):
    """How the table was set up; `rules` are sentences about what applies besides the rules of the game."""

    game: str
    seats: list[SeatPlan]
    swap: bool
    clock: Clock | None
    aids: bool
    start: str | None
    rules: list[Message]


class State(Answer):
    """A table as the client sees it: `mine` are its seats, `hash` identifies the position, `rematch` the next table.

    `watchers` is the number of people who only watch.
    """

    id: str
    version: int
    hash: str
    game: StateGame
    seats: list[StateSeat]
    mine: list[int]
    watchers: int
    board: Board
    moves: list[StateMove]
    clocks: StateClocks | None
    offers: list[StateOffer]
    swapable: bool
    aids: bool
    result: TableResult | None
    rematch: str | None
    setup: StateSetup


class LightSeat(Answer):
    """A seat: its player."""

    kind: SeatKind
    name: str | None
    level: int | None
    bot: bool


class LightResult(Answer):
    """The end of a game: each seat's share of the point as a fraction, the winner, and why it ended."""

    shares: list[str]
    winner: int | None
    why: str


class LightState(Answer):
    """A table in some hundred bytes, for programs that know the rules.

    `position` is the position as a string, `moves` lead there from `start`, or from the usual start without one.
    `mover` is null when the game is over. The other fields are those of `State`.
    """

    id: str
    version: int
    hash: str
    game: str
    start: str | None
    position: str
    moves: list[str]
    mover: int | None
    seats: list[LightSeat]
    mine: list[int]
    clocks: StateClocks | None
    offers: list[StateOffer]
    swapable: bool
    result: LightResult | None
    rematch: str | None


class Acknowledgement(Answer):
    """A command was executed and is on disk; `version` is the table's version after it."""

    version: int


class InvitedSeat(Answer):
    """The seat that an invite is for."""

    seat: int


class ClaimedSeat(Answer):
    """The seat of an invite, and the table's version after it was taken."""

    seat: int
    version: int


class TransferToken(Answer):
    """The token of a transfer, which is secret, used once, and expires within an hour."""

    token: str


class TransferredSeats(Answer):
    """The seats that were moved to this client."""

    table: str
    seats: list[int]
