"""Events: what has happened at a table, in order. A table is its setup with its events applied.

Events hold what was decided, so that applying them again needs no clock: `remaining` is every seat's remaining time,
and `at` is when it happened, in milliseconds of the caller's clock: on a server, its server time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, cast

from pydantic import Field, StrictBool, StrictInt, StrictStr

from veier.table.commands import OfferKind
from veier.table.validation import Data, validate

Times = tuple[StrictInt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sat(Data):
    """A player took an open seat."""

    kind: Literal["sat"] = "sat"
    at: StrictInt
    seat: StrictInt
    name: StrictStr | None
    bot: StrictBool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Data):
    """A move was played."""

    kind: Literal["moved"] = "moved"
    at: StrictInt
    seat: StrictInt
    text: StrictStr
    remaining: Times | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Swapped(Data):
    """The second player took over the first player's colour, or declined to."""

    kind: Literal["swapped"] = "swapped"
    at: StrictInt
    take: StrictBool


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered(Data):
    """A seat made an offer, to which `agreed` have agreed already."""

    kind: Literal["offered"] = "offered"
    at: StrictInt
    what: OfferKind
    seat: StrictInt
    agreed: tuple[StrictInt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered(Data):
    """Further seats agreed to an offer."""

    kind: Literal["answered"] = "answered"
    at: StrictInt
    what: OfferKind
    agreed: tuple[StrictInt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Declined(Data):
    """A seat declined an offer, or withdrew its own."""

    kind: Literal["declined"] = "declined"
    at: StrictInt
    what: OfferKind
    seat: StrictInt


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack(Data):
    """All agreed to go back to the position after `plies` plies."""

    kind: Literal["taken_back"] = "taken_back"
    at: StrictInt
    seat: StrictInt
    plies: StrictInt
    remaining: Times | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Data):
    """The players ended the game: `seat` resigned or ran out of time, or all agreed on a draw."""

    kind: Literal["ended"] = "ended"
    at: StrictInt
    why: Literal["resigned", "time", "agreed"]
    seat: StrictInt | None
    remaining: Times | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rematched(Data):
    """The next game is played at another table."""

    kind: Literal["rematched"] = "rematched"
    at: StrictInt
    table: StrictStr


Event = Annotated[
    Sat | Moved | Swapped | Offered | Answered | Declined | TakenBack | Ended | Rematched,
    Field(discriminator="kind"),
]


def event_from_data(data: object) -> Event:
    """Read what `to_data` returns; raise Refusal."""
    return cast(Event, validate(Event, data))
