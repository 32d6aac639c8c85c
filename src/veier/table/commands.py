"""What people ask of a table. `decide` says what comes of it.

    Sit, Move, Swap, Offer, Answer, Resign   by whoever has the seat
    Flag                                     by anybody: somebody's time is up
    Rematch                                  by the server alone, which knows the new table's id

As data each is its fields with its `kind`: {"kind": "move", "text": "13@C3"}.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from veier.core.data import to_plain
from veier.messages import message
from veier.table.plain import from_plain
from veier.table.refusal import Refusal

OfferKind = Literal["draw", "takeback", "rematch"]


@dataclass(frozen=True, slots=True)
class Command:
    """Something that is asked of a table."""

    kind: ClassVar[str]

    def to_data(self) -> dict[str, Any]:
        """Give the command as data that JSON can hold."""
        return {"kind": self.kind, **to_plain(self)}


@dataclass(frozen=True, slots=True)
class Sit(Command):
    """Take an open seat."""

    kind = "sit"
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Move(Command):
    """Make a move, written in the game's notation."""

    kind = "move"
    text: str


@dataclass(frozen=True, slots=True)
class Swap(Command):
    """Take over the first player's colour, or say that you do not want to."""

    kind = "swap"
    take: bool


@dataclass(frozen=True, slots=True)
class Offer(Command):
    """Ask the others to agree on a draw, on taking back your last move, or on another game."""

    kind = "offer"
    what: OfferKind


@dataclass(frozen=True, slots=True)
class Answer(Command):
    """Agree to an offer, or not; whoever made it withdraws it with a no."""

    kind = "answer"
    what: OfferKind
    yes: bool


@dataclass(frozen=True, slots=True)
class Resign(Command):
    """Give up."""

    kind = "resign"


@dataclass(frozen=True, slots=True)
class Flag(Command):
    """Claim that the time of the player to move is up."""

    kind = "flag"


@dataclass(frozen=True, slots=True)
class Rematch(Command):
    """Lead everybody to the table of the next game, once all have agreed on it."""

    kind = "rematch"
    table: str


# What may come from outside.
KINDS: dict[str, type[Command]] = {each.kind: each for each in (Sit, Move, Swap, Offer, Answer, Resign, Flag)}


def command_from_data(data: object) -> Command:
    """Read a command of a player; raise Refusal."""
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(kind, str) or kind not in KINDS:
        raise Refusal(message("table.data", place="kind"))
    return from_plain(KINDS[kind], {name: value for name, value in data.items() if name != "kind"})
