"""Commands: what players ask of a table. `decide` returns the events that follow.

    Sit, Move, Swap, Offer, Answer, Resign   by the owner of a seat
    Flag                                     by anyone: a player's time is up
    Rematch                                  by the server alone, which knows the new table's id

As data each is its fields: {"kind": "move", "text": "13@C3"}.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal, cast

from pydantic import Field, StrictBool, StrictStr

from veier.table.validation import Data, validate

OfferKind = Literal["draw", "takeback", "rematch"]


@dataclass(frozen=True, slots=True)
class Sit(Data):
    """Take an open seat, as a person or as a bot."""

    kind: Literal["sit"] = field(default="sit", kw_only=True)
    name: StrictStr | None = None
    bot: StrictBool = False


@dataclass(frozen=True, slots=True)
class Move(Data):
    """Play a move, written in the game's notation."""

    kind: Literal["move"] = field(default="move", kw_only=True)
    text: StrictStr


@dataclass(frozen=True, slots=True)
class Swap(Data):
    """Take over the first player's colour, or decline to."""

    kind: Literal["swap"] = field(default="swap", kw_only=True)
    take: StrictBool


@dataclass(frozen=True, slots=True)
class Offer(Data):
    """Offer a draw, to take back one's last move, or a rematch."""

    kind: Literal["offer"] = field(default="offer", kw_only=True)
    what: OfferKind


@dataclass(frozen=True, slots=True)
class Answer(Data):
    """Accept or decline an offer; the player who made it withdraws it by declining."""

    kind: Literal["answer"] = field(default="answer", kw_only=True)
    what: OfferKind
    yes: StrictBool


@dataclass(frozen=True, slots=True)
class Resign(Data):
    """Resign the game."""

    kind: Literal["resign"] = field(default="resign", kw_only=True)


@dataclass(frozen=True, slots=True)
class Flag(Data):
    """Claim that the time of the player to move is up."""

    kind: Literal["flag"] = field(default="flag", kw_only=True)


@dataclass(frozen=True, slots=True)
class Rematch(Data):
    """Link to the table of the next game, once all have agreed on it."""

    kind: Literal["rematch"] = field(default="rematch", kw_only=True)
    table: StrictStr


# The commands that clients may send.
ClientCommand = Annotated[Sit | Move | Swap | Offer | Answer | Resign | Flag, Field(discriminator="kind")]
Command = ClientCommand | Rematch


def command_from_data(data: object) -> Command:
    """Read a client's command; raise Refusal."""
    return cast(Command, validate(ClientCommand, data))
