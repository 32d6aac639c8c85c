"""Messages over the socket of a table, discriminated by their `type`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from veier.messages import Message
from veier.server.schemas.base import Answer, Request
from veier.server.schemas.company import NudgedSeat, SaidPhrase
from veier.server.schemas.tables import CommandRequest, State


class CommandMessage(CommandRequest):
    """A command; answered by `ack`, `refused` or `stale` with the same id."""

    type: Literal["command"]


class PingMessage(Request):
    """A sign of life; answered by `pong`."""

    type: Literal["ping"]


class StateMessage(Answer):
    """The state: the first message, and whenever a player connects or disconnects."""

    type: Literal["state"]
    state: State


class EventMessage(Answer):
    """The state after a change."""

    type: Literal["event"]
    version: int
    state: State


class AckMessage(Answer):
    """A command was executed and is on disk."""

    type: Literal["ack"]
    id: str
    version: int


class RefusedMessage(Answer):
    """A command or message was refused; without an id it concerns all players."""

    type: Literal["refused"]
    id: str | None
    reason: Message


class StaleMessage(Answer):
    """What a command was about has changed since its version; nothing was done."""

    type: Literal["stale"]
    id: str
    state: State


class ThinkingMessage(Answer):
    """A computer has started to think; `preparing` if the kernels of its game are still being compiled."""

    type: Literal["thinking"]
    seat: int
    on: bool
    version: int
    preparing: bool


class WatchersMessage(Answer):
    """The number of people who only watch has changed."""

    type: Literal["watchers"]
    count: int


class PhraseMessage(SaidPhrase):
    """A player says a phrase."""

    type: Literal["phrase"]


class NudgeMessage(NudgedSeat):
    """The player to move is reminded by another."""

    type: Literal["nudge"]


class PongMessage(Answer):
    """The answer to a ping."""

    type: Literal["pong"]


ClientMessage = Annotated[CommandMessage | PingMessage, Field(discriminator="type")]
ServerMessage = Annotated[
    StateMessage
    | EventMessage
    | AckMessage
    | RefusedMessage
    | StaleMessage
    | ThinkingMessage
    | WatchersMessage
    | PhraseMessage
    | NudgeMessage
    | PongMessage,
    Field(discriminator="type"),
]
