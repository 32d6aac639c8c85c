"""One socket of a table. What is sent is handed to the system at once, and nobody waits for a slow reader."""

from __future__ import annotations

import logging
from collections.abc import Hashable
from contextlib import suppress
from typing import Protocol

from veier.server.http.limits import Rate
from veier.server.logs import log

# Bytes that wait for a client; beyond them it is disconnected. One that reconnects gets the newest state anyway.
UNSENT_LIMIT = 256 * 1024

# WebSocket close codes.
CLOSE_ERROR = 1011
CLOSE_TOO_SLOW = 1013
CLOSE_RESTART = 1012
CLOSE_SEAT_MOVED = 4001


class Line(Protocol):
    """What sends the messages of a socket: `http/socket_protocol.py`."""

    @property
    def unsent(self) -> int:
        """The number of bytes that the system has not taken yet."""

    def send_text(self, text: str) -> None:
        """Send a message, unless the socket is closed."""

    async def wait_until_read(self) -> None:
        """Wait until little is left to be sent, or the socket has ended."""

    def close_socket(self, code: int) -> None:
        """Close the socket after what was sent; its listener ends at once."""


class Connection:
    """An open socket of a table.

    session        the digest of the client's session; None for anonymous watchers
    address        what its client is counted by
    rate           the messages of an anonymous watcher
    wants_choices  whether the client asked for choices and aids
    is_light       whether the client asked for light states
    seats          the seats of the client as it knows them; None before it has the state
    choices        what the choices that it was sent are for; see `choices.py`
    """

    __slots__ = ("_line", "address", "choices", "is_light", "rate", "seats", "session", "wants_choices")

    def __init__(self, line: Line, session: str | None, address: str, rate: Rate) -> None:
        self.session = session
        self.address = address
        self.wants_choices = False
        self.is_light = False
        self.seats: tuple[int, ...] | None = None
        self.choices: Hashable = None
        self.rate = rate
        self._line = line

    def send(self, text: str) -> None:
        """Send a message; close the socket of a client that does not read. Never raises: others are sent it, too."""
        try:
            if self._line.unsent > UNSENT_LIMIT:
                self.close(CLOSE_TOO_SLOW)
            else:
                self._line.send_text(text)
        except Exception:
            log("not sent", logging.ERROR, fault=True)
            with suppress(Exception):
                self.close(CLOSE_ERROR)

    async def wait_until_read(self) -> None:
        """Wait until the client has read most of what was sent, or is gone."""
        await self._line.wait_until_read()

    def close(self, code: int) -> None:
        """Close the socket after the messages before."""
        self._line.close_socket(code)
