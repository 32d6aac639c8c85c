"""Problems of the server as exceptions, with a sentence in four languages."""

from __future__ import annotations

from typing import Any

from veier.core.errors import VeierError
from veier.messages import Message, message


class Problem(VeierError):
    """A problem that the server reports; `status` is 0 if it came over a socket or the server is unreachable."""

    def __init__(self, reason: Message, status: int = 0) -> None:
        super().__init__(reason)
        self.status = status

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
