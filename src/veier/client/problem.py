"""Problems of the server as exceptions, with a sentence in four languages."""

from __future__ import annotations

from typing import Any

from veier.core.errors import VeierError
from veier.messages import Message, message

# Seconds before a command is sent again whose outcome is not known.
RESEND_PAUSES = (0.5, 1.0, 2.0, 4.0)


class Problem(VeierError):
    """A problem that the server reports; `status` is 0 if it came over a socket or the server is unreachable."""

    def __init__(self, reason: Message, status: int = 0) -> None:
        super().__init__(reason)
        self.status = status

    @property
    def is_open(self) -> bool:
        """Whether what was asked may have happened all the same."""
        return self.reason.key in ("server.not_known", "server.unavailable", "client.no_answer")

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
