"""Tournaments: opening one, its state, what the organiser does, links, and messages over its socket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from veier.server.schemas.base import Answer, GameId, PlayerName, Request, Token
from veier.server.schemas.sockets import PingMessage, PongMessage
from veier.server.schemas.tables import StateGame
from veier.tournament import MOST_PLAYERS, System
from veier.view.model import View

PlayerNumber = Annotated[int, Field(ge=0, lt=MOST_PLAYERS)]
Minutes = Annotated[int, Field(ge=5, le=600)]


class TournamentRequest(Request):
    """A tournament to open; without a system, everybody plays everybody if there is time."""

    game: GameId
    names: Annotated[list[PlayerName], Field(max_length=1000)]
    minutes: Minutes = 60
    system: System | None = None


class TournamentPlan(Answer):
    """What fits into the time: the system, the number of rounds, and the minutes of each."""

    system: System
    rounds: int
    minutes: int


class OpenedTournament(Answer):
    """A tournament that was opened."""

    id: str


class BeginRound(Request):
    """Begin a round, counted from 1; games of the round before that are not finished are drawn."""

    kind: Literal["begin_round"]
    round: Annotated[int, Field(ge=1, le=1000)]


class SetResult(Request):
    """Set the result of a game, in the order of the seats: `1-0`, `1/2-1/2`; null: as the table says."""

    kind: Literal["set_result"]
    table: Annotated[str, Field(max_length=16)]
    result: Annotated[str, Field(max_length=20)] | None


class AddPlayer(Request):
    """Enter a player who comes late; `number` is the one that the player gets, so that it happens once."""

    kind: Literal["add_player"]
    number: PlayerNumber
    name: PlayerName


class SetAway(Request):
    """Leave a player out of the next rounds, or not any more."""

    kind: Literal["set_away"]
    player: PlayerNumber
    away: bool


class ReplaceLink(Request):
    """Replace the link of a player; the older one ends."""

    kind: Literal["replace_link"]
    player: PlayerNumber


class SetOver(Request):
    """End the tournament, or go on with it."""

    kind: Literal["set_over"]
    over: bool


OrganiserCommand = Annotated[
    BeginRound | SetResult | AddPlayer | SetAway | ReplaceLink | SetOver, Field(discriminator="kind")
]


class OrganiserRequest(Request):
    """What the organiser does; the same sent again is done once."""

    command: OrganiserCommand


class LinkRequest(Request):
    """The token of a link."""

    token: Token


class ClaimedPlayer(Answer):
    """The player whose link was opened; null for the organiser's."""

    player: int | None


class PlayerLink(Answer):
    """The token of a player's link, which is secret; it is good on any device until it is replaced."""

    player: int
    token: str


class PlayerLinks(Answer):
    """The links of all players."""

    links: list[PlayerLink]


class HandoverToken(Answer):
    """The token of a link that makes another device the organiser's, which is secret and used once."""

    token: str


class TournamentPlayer(Answer):
    """A player: whether the player is left out of the next rounds, and has opened the link."""

    name: str
    away: bool
    arrived: bool


class TournamentPairing(Answer):
    """Players at a table in the order of the seats, and each one's share of the point; null while the game runs."""

    table: str
    players: list[int]
    result: list[str] | None


class TournamentRound(Answer):
    """A round: when it began, in milliseconds since 1970, its pairings, and who is free, which is worth a point."""

    began: int
    pairings: list[TournamentPairing]
    free: list[int]


class TournamentStanding(Answer):
    """How a player stands: the place, points, those of the opponents, and of the opponents that were beaten."""

    player: int
    place: int
    points: str
    opponents: str
    beaten: str
    games: int
    wins: int


class TournamentState(Answer):
    """A tournament as the client sees it: `mine` are the players that it holds, `now` the server's time."""

    id: str
    game: StateGame
    system: System
    planned: int
    minutes: int
    over: bool
    players: list[TournamentPlayer]
    rounds: list[TournamentRound]
    standings: list[TournamentStanding]
    organiser: bool
    mine: list[int]
    now: int


class ListedTournament(Answer):
    """A tournament of the session: whether it is its organiser's, the names of its players, whether it is over."""

    id: str
    game: StateGame
    organiser: bool
    names: list[str]
    players: int
    rounds: int
    over: bool


class TournamentList(Answer):
    """The tournaments of the session, the one that changed last first."""

    tournaments: list[ListedTournament]


class TournamentMessage(Answer):
    """The state, first and whenever it changes."""

    type: Literal["tournament"]
    state: TournamentState


class BoardMessage(Answer):
    """The board of a table, with `?boards=true`: those of the running round first, and each after its moves."""

    type: Literal["board"]
    table: str
    view: View
    mover: int | None


class TournamentDeletedMessage(Answer):
    """The tournament has been deleted."""

    type: Literal["deleted"]


TournamentServerMessage = Annotated[
    TournamentMessage | BoardMessage | TournamentDeletedMessage | PongMessage, Field(discriminator="type")
]
TournamentClientMessage = PingMessage
