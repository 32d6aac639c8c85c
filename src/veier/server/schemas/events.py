"""Messages over the event stream of a session, and the bots that are registered there."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from veier.messages import Message
from veier.server.event_streams import EventKind
from veier.server.schemas.base import Answer, GameId, PlayerName, Request
from veier.server.schemas.sockets import PingMessage, PongMessage
from veier.server.schemas.tables import LightState


class RegisterMessage(Request):
    """Registers the session's bot under a name, for as long as the stream is open; `games` none: it plays all."""

    type: Literal["register"]
    name: PlayerName
    games: Annotated[list[GameId], Field(max_length=50, default_factory=list)]
    tables: Annotated[int, Field(ge=1, le=1000)] = 1


class RegisteredMessage(Answer):
    """The session's bot is listed under a name."""

    type: Literal["registered"]
    name: str


class RunningMessage(Answer):
    """The session's running games, those where it is its turn first; what is new at each follows."""

    type: Literal["running"]
    tables: list[str]


class TableEvent(Answer):
    """What concerns the session at a table: a game begins, it is its turn, an offer waits for it, the game is over."""

    type: EventKind
    state: LightState


class RefusedRequest(Answer):
    """A message was refused."""

    type: Literal["refused"]
    reason: Message


class ListedBot(Answer):
    """A bot that is connected; `games` are the names of those that it plays, none: all. `free` if it has time."""

    name: str
    games: list[str]
    free: bool


class BotList(Answer):
    """The bots that are connected."""

    bots: list[ListedBot]


StreamRequest = Annotated[RegisterMessage | PingMessage, Field(discriminator="type")]
StreamMessage = Annotated[
    RunningMessage | TableEvent | RegisteredMessage | RefusedRequest | PongMessage, Field(discriminator="type")
]
