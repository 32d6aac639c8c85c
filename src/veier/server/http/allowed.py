"""What the server allows its clients, in one place: the default of each limit, and what the operator sets instead.

The setting `limits`, of `veier serve --limits` or VEIER_LIMITS, is "tables=100,sockets_per_session=50": the number
changes, the time in which it is counted stays. docs/api.md has the same table for readers.
"""

from __future__ import annotations

from dataclasses import dataclass

from veier.core.errors import VeierError
from veier.messages import message

_MOST = 10**7


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit: so many, in so many seconds or, with 0, at the same time.

    by_address  whether it is counted by address, and so allowed once for each of the people who share one
    """

    count: int
    seconds: int
    by_address: bool


_MINUTE, _DAYS = 60, 6 * 3600

LIMITS = {
    # Requests of an address.
    "requests": Limit(3000, _MINUTE, True),
    "reads": Limit(1200, _MINUTE, True),
    "tables": Limit(20, _MINUTE, True),
    "studies": Limit(10, _MINUTE, True),
    "edits": Limit(300, _MINUTE, True),
    "links": Limit(60, _MINUTE, True),
    # Guesses at secrets are not multiplied.
    "guesses": Limit(30, _MINUTE, False),
    "positions": Limit(300, _MINUTE, True),
    "lists": Limit(300, _MINUTE, True),
    "streams": Limit(60, _MINUTE, True),
    "downloads": Limit(10, _MINUTE, True),
    "searches": Limit(60, _MINUTE, True),
    "printing": Limit(60, _MINUTE, True),
    "messages": Limit(5000, 20, True),
    # Messages of a session.
    "commands": Limit(100, 20, False),
    "watching": Limit(50, 20, False),
    "phrases": Limit(6, 30, False),
    "nudges": Limit(1, _MINUTE, False),
    "nudges_in_days": Limit(1, _DAYS, False),
    "subscriptions": Limit(20, _MINUTE, False),
    # What is open at the same time.
    "connections_per_address": Limit(200, 0, True),
    "sockets_per_address": Limit(100, 0, True),
    "sockets_per_session": Limit(10, 0, False),
    "bots": Limit(50, 0, False),
}


@dataclass(frozen=True, slots=True)
class AllowedRates:
    """The limits of a server: the defaults, what the setting `limits` changes, times the `people` of an address."""

    changed: dict[str, int]
    people: int = 1

    @classmethod
    def from_text(cls, text: str, people: int = 1) -> AllowedRates:
        """Read the setting; raise VeierError, which names what there is."""
        changed = {}
        for part in filter(None, (part.strip() for part in text.split(","))):
            name, _, number = (word.strip() for word in part.partition("="))
            if name not in LIMITS or not number.isdecimal() or not int(name != "bots") <= int(number[:9]) <= _MOST:
                raise VeierError(message("server.settings.limits", text=part, known=", ".join(LIMITS)))
            changed[name] = int(number[:9])
        return cls(changed, max(1, people))

    def count(self, name: str) -> int:
        """Return the number that a limit allows."""
        limit = LIMITS[name]
        return self.changed.get(name, limit.count) * (self.people if limit.by_address else 1)

    def rate(self, name: str) -> tuple[int, int]:
        """Return a limit as a number and the seconds in which it is allowed."""
        return self.count(name), LIMITS[name].seconds
