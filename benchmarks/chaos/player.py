"""A person on a socket, who behaves as the page in the browser does.

Commands that were not answered are sent again under the same id on the next connection. A connection that is silent is
given up, so that what it still held may arrive later than what was sent after it.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from benchmarks.chaos.choices import choose_command
from benchmarks.chaos.journal import Answer, Journal, Sent
from benchmarks.chaos.view import TableView

# Seconds until a connection is given up that is silent or leaves a command unanswered, and between pings.
_SILENCE, _PING = 4.0, 1.5
# The share of commands that are sent twice at once, as by a double click.
_DOUBLE_CLICKS = 0.05
# Reasons that say nothing about the command: it may be sent again.
_RETRIED = {"server.not_saved", "server.too_often"}
# Reasons that no player of these tables should hear.
_NEVER = {"table.no_seat", "server.unreadable", "server.not_found", "table.seat_open"}
_INTERNAL_ERROR = 1011
# What the server may answer instead of opening a socket: it is starting or stopping, or this client comes too often.
_LATER = (429, 502, 503)


class Player:
    """A person at one table after the other. `pause` are the shortest and longest seconds before each command."""

    def __init__(self, journal: Journal, address: str, pause: tuple[float, float], random: Random) -> None:
        self.journal = journal
        self.address = address
        self.session = "".join(random.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", k=43))
        self.table = ""
        self.acts = True
        self.last_acknowledged = 0.0
        self.on_rematch: Callable[[str], None] = lambda table: None
        self._pause = pause
        self._random = random
        self._view: TableView | None = None
        self._pending: Sent | None = None
        self._due = 0.0
        self._sent_at = 0.0
        self._sends_again = False

    @property
    def headers(self) -> dict[str, str]:
        """The header that names the session."""
        return {"Authorization": f"Bearer {self.session}"}

    @property
    def is_settled(self) -> bool:
        """Whether every command of the player has been answered."""
        return self._pending is None

    async def play(self, url: str) -> None:
        """Play until cancelled, over one connection after the other."""
        while True:
            try:
                await self._connect(url)
            except InvalidStatus as error:
                if error.response.status_code not in _LATER:
                    self.journal.wrong.append((f"a socket was answered by {error.response.status_code}", self.table))
            except ConnectionClosed as error:
                if error.rcvd and error.rcvd.code == _INTERNAL_ERROR:
                    self.journal.wrong.append(("a socket was closed by an internal error", self.table))
            except (OSError, InvalidHandshake, TimeoutError):
                pass
            await asyncio.sleep(self._random.uniform(0.05, 0.3))

    async def _connect(self, url: str) -> None:
        socket = await connect(
            f"ws{url.removeprefix('http')}/api/v1/tables/{self.table}/socket",
            additional_headers=self.headers,
            local_addr=(self.address, 0),
            max_size=None,
            compression=None,
            proxy=None,
            ping_interval=None,
            open_timeout=_SILENCE,
            close_timeout=0.5,
        )
        try:
            await self._converse(socket)
        finally:
            # Without a handshake: the connection may be frozen.
            socket.transport.abort()

    async def _converse(self, socket: ClientConnection) -> None:
        self._view = None
        heard = pinged = self._sent_at = time.monotonic()
        while not self._moves_on():
            now = time.monotonic()
            if now - heard > _SILENCE or (self._pending and now - self._sent_at > _SILENCE):
                return
            if now - pinged > _PING:
                await socket.send('{"type":"ping"}')
                pinged = now
            await self._act(socket)
            try:
                text = await asyncio.wait_for(socket.recv(), self._seconds_to_wait())
            except TimeoutError:
                continue
            heard = time.monotonic()
            await self._hear(socket, json.loads(text))

    def _seconds_to_wait(self) -> float:
        waits = self._view is None or (self._pending and not self._sends_again)
        return _PING if waits else min(max(self._due - time.monotonic(), 0.01), _PING)

    # Commands.

    async def _act(self, socket: ClientConnection) -> None:
        view = self._view
        if view is None or time.monotonic() < self._due:
            return
        if self._pending:
            if self._sends_again:
                await self._send(socket)
            return
        command = choose_command(view, self._random) if self.acts else None
        self._wait()
        if command:
            self._pending = self.journal.new_command(self.table, view.version, command)
            await self._send(socket)
            if self._random.random() < _DOUBLE_CLICKS:
                await self._send(socket)

    async def _send(self, socket: ClientConnection) -> None:
        sent = self._pending
        assert sent
        sent.times += 1
        self._sent_at, self._sends_again = time.monotonic(), False
        message = {"type": "command", "id": sent.id, "version": sent.version, "command": sent.command}
        await socket.send(json.dumps(message))

    def _wait(self) -> None:
        """Think for a moment before the next command."""
        self._due = time.monotonic() + self._random.uniform(*self._pause)

    # Messages.

    async def _hear(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        kind = message["type"]
        version = self._view.version if self._view else -1
        if kind == "event" and self._view and not self._view.take_event(message):
            await socket.send('{"type":"resync"}')
        if kind in ("state", "stale"):
            self._take_state(message["state"])
        if self._view and self._view.version > version:
            self._wait()
            self._note(self._view)
        if kind == "state" and self._pending:
            await self._send(socket)
        if kind in ("ack", "refused", "stale"):
            self._take_answer(message)
        if kind == "unknown" and self._pending and message["id"] == self._pending.id:
            self._sends_again = True
            self._wait()

    def _take_state(self, state: dict[str, Any]) -> None:
        if self._view:
            self._view.take(state)
        else:
            self._view = TableView(state)

    def _note(self, view: TableView) -> None:
        self.journal.see(self.table, view.version, view.hash)
        if view.hash != f"{view.position.digest:016x}":
            self.journal.wrong.append(("a position differs from its hash", f"version {view.version} of {self.table}"))

    def _moves_on(self) -> bool:
        """Go to the table of the next game, if there is one and every command here was answered."""
        if self._view is None or self._view.rematch is None or self._pending:
            return False
        self.table, self._view = self._view.rematch, None
        self.on_rematch(self.table)
        return True

    def _take_answer(self, message: dict[str, Any]) -> None:
        sent = self.journal.sent.get(message["id"] or "")
        if sent is None:
            return
        reason = message["reason"]["key"] if message["type"] == "refused" else ""
        self.journal.answer(sent, Answer(message["type"], message.get("version"), reason))
        if reason in _NEVER:
            self.journal.wrong.append((f"refused by {reason}", f"{sent.id} at {sent.table}"))
        if message["type"] == "ack":
            self.last_acknowledged = time.monotonic()
        if sent is not self._pending:
            return
        self._wait()
        # Some people click again, which is a new command; some programs send the same one again.
        self._sends_again = reason in _RETRIED and self._random.random() < 0.5
        if not self._sends_again:
            self._pending = None
