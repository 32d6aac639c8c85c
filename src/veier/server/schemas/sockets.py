"""Messages over the socket of a table, discriminated by their `type`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from veier.core.patterns import Threat
from veier.messages import Message
from veier.server.schemas.base import Answer, Request
from veier.server.schemas.boards import RefusedMove
from veier.server.schemas.company import NudgedSeat, SaidPhrase
from veier.server.schemas.tables import CommandRequest, LightState, State
from veier.view.model import Choice


class CommandMessage(CommandRequest):
    """A command; answered by `ack`, `refused`, `stale` or `unknown` with the same id."""

    type: Literal["command"]


class PingMessage(Request):
    """A sign of life; answered by `pong`."""

    type: Literal["ping"]


class ResyncMessage(Request):
    """Asks for the state again, after changes that do not apply to the one at hand; answered by `state`."""

    type: Literal["resync"]


class StateMessage(Answer):
    """The state, without choices and aids: the first message, and the answer to `resync`.

    With `?state=light` it is a light one, and comes again after each change, in place of `event`.
    """

    type: Literal["state"]
    state: State | LightState


class Change(Answer):
    """An operation of a JSON Patch (RFC 6902); `remove` has no value."""

    op: Literal["add", "remove", "replace"]
    path: str
    value: Any = None


class EventMessage(Answer):
    """What has changed in the state: a JSON Patch that makes the state at `version` of the one at `since`.

    Both are the same if only who is there has changed.
    """

    type: Literal["event"]
    version: int
    since: int
    changes: list[Change]


class ChoicesMessage(Answer):
    """Choices and aids of the position with a `hash`, for sockets that ask for them; `Board` describes the fields.

    `seat` is the seat that the client is to move; if there is none, it has aids but no choices. Sent after the state
    and after each change of the position; those of an earlier position may be left out.
    """

    type: Literal["choices"]
    hash: str
    seat: int | None
    choices: list[Choice]
    refused: list[RefusedMove]
    gives: list[str]
    threats: list[Threat]
    squares: list[tuple[int, list[str], list[str]]]
    reopened: list[tuple[int, list[str]]]
    closed: list[str] | None


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
    state: State | LightState


class UnknownMessage(Answer):
    """It is not known whether a command was executed; sent again under the same id, it is executed once."""

    type: Literal["unknown"]
    id: str
    reason: Message


class ThinkingMessage(Answer):
    """A computer has started to think; `preparing` if the kernels of its game are still being compiled."""

    type: Literal["thinking"]
    seat: int
    on: bool
    version: int
    preparing: bool


class PhraseMessage(SaidPhrase):
    """A player says a phrase."""

    type: Literal["phrase"]


class NudgeMessage(NudgedSeat):
    """The player to move is reminded by another."""

    type: Literal["nudge"]


class PongMessage(Answer):
    """The answer to a ping."""

    type: Literal["pong"]


ClientMessage = Annotated[CommandMessage | PingMessage | ResyncMessage, Field(discriminator="type")]
ServerMessage = Annotated[
    StateMessage
    | EventMessage
    | ChoicesMessage
    | AckMessage
    | RefusedMessage
    | StaleMessage
    | UnknownMessage
    | ThinkingMessage
    | PhraseMessage
    | NudgeMessage
    | PongMessage,
    Field(discriminator="type"),
]
