"""Problems of the server as exceptions, with a sentence in four languages."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from veier.core.errors import VeierError
from veier.messages import Message, message

# Seconds before a command is sent again whose outcome is not known.
RESEND_PAUSES = (0.5, 1.0, 2.0, 4.0)
# Seconds between tries to reach a server again: at first, and at most.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 5.0


def reconnect_pauses(patience: float) -> Iterator[float]:
    """Yield the pauses between tries to reach a server again, for so many seconds in all.

    They grow, and vary at random, so that the clients of a server that starts again do not all come at once.
    """
    pause, spent = _FIRST_PAUSE, 0.0
    while spent < patience:
        taken = pause * random.uniform(0.7, 1.3)
        yield taken
        spent, pause = spent + taken, min(2 * pause, _LONGEST_PAUSE)


class Problem(VeierError):
    """A problem that the server reports; `status` is 0 if it came over a socket or the server is unreachable."""

    def __init__(self, reason: Message, status: int = 0) -> None:
        super().__init__(reason)
        self.status = status

    @property
    def is_open(self) -> bool:
        """Whether what was asked may have happened all the same."""
        return self.reason.key in ("server.not_known", "server.unavailable", "client.no_answer")

    @property
    def is_passing(self) -> bool:
        """Whether the same request may succeed a little later."""
        return self.is_open or self.status in (429, 502, 503, 504)

    @classmethod
    def from_document(cls, document: Any, status: int) -> Problem:
        """Read a problem document."""
        try:
            return cls(Message.from_data(document["reason"]), status)
        except (KeyError, TypeError, AttributeError):
            return cls(message("server.malformed"), status)


def unreachable(url: str) -> Problem:
    """Return the error for a server that cannot be reached."""
    return Problem(message("client.no_answer", url=url))
