"""What has happened at a table, in order: the table is what its setup and its events make of it.

Events hold what was decided, so that applying them again needs no clock: `remaining` is every seat's time left, and
`at` is when it happened, in the milliseconds of the clock that was running then.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from veier.core.data import to_plain
from veier.messages import message
from veier.table.commands import OfferKind
from veier.table.plain import from_plain
from veier.table.refusal import Refusal

Times = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that has happened."""

    kind: ClassVar[str]
    at: int

    def to_data(self) -> dict[str, Any]:
        """Give the event as data that JSON can hold."""
        return {"kind": self.kind, **to_plain(self)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sat(Event):
    """Somebody took an open seat."""

    kind = "sat"
    seat: int
    name: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    """A move was made."""

    kind = "moved"
    seat: int
    text: str
    remaining: Times | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Swapped(Event):
    """The second player took over the first player's colour, or did not want to."""

    kind = "swapped"
    take: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered(Event):
    """Somebody made an offer, which `agreed` have agreed to already."""

    kind = "offered"
    what: OfferKind
    seat: int
    agreed: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered(Event):
    """Some more seats agreed to an offer."""

    kind = "answered"
    what: OfferKind
    agreed: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Declined(Event):
    """Somebody did not agree to an offer, or withdrew it."""

    kind = "declined"
    what: OfferKind
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack(Event):
    """All agreed to go back to the position after so many plies."""

    kind = "taken_back"
    seat: int
    plies: int
    remaining: Times | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Event):
    """The players ended the game: `seat` gave up or ran out of time, or all agreed on a draw."""

    kind = "ended"
    why: Literal["resigned", "time", "agreed"]
    seat: int | None
    remaining: Times | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rematched(Event):
    """The next game is played at another table."""

    kind = "rematched"
    table: str


KINDS: dict[str, type[Event]] = {
    each.kind: each for each in (Sat, Moved, Swapped, Offered, Answered, Declined, TakenBack, Ended, Rematched)
}


def event_from_data(data: object) -> Event:
    """Read what `to_data` gives; raise Refusal."""
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(kind, str) or kind not in KINDS:
        raise Refusal(message("table.data", place="kind"))
    return from_plain(KINDS[kind], {name: value for name, value in data.items() if name != "kind"})
