"""The socket of a table: states come in after each change, commands go out."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from types import TracebackType
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import connect

from veier.client.problem import RESEND_PAUSES, Problem, unreachable
from veier.client.protocol import PendingCommand, TableMessages, read_denial, socket_address, table_path
from veier.messages import Message

_TIMEOUT = 60.0


class TableSocket:
    """An open socket of a table. `state` is the newest state; iterating yields it, then each later one.

    States have choices and aids if they were asked for; then a state is new when these have arrived.
    """

    def __init__(self, url: str, name: str, token: str, *, choices: bool = False) -> None:
        self._url = url
        self._messages = TableMessages(choices=choices)
        self._stack = ExitStack()
        try:
            opening = connect(
                socket_address(url, f"{table_path(name)}/socket?choices={str(choices).lower()}"),
                additional_headers={"Authorization": f"Bearer {token}"},
                max_size=None,
                compression=None,
                open_timeout=_TIMEOUT,
            )
            self._socket = self._stack.enter_context(opening)
        except InvalidStatus as error:
            raise read_denial(error) from error
        except (OSError, InvalidHandshake) as error:
            raise unreachable(url) from error
        while not self._messages.is_new:
            self._receive()

    @property
    def state(self) -> dict[str, Any]:
        """The newest state."""
        return self._messages.state

    @property
    def is_my_turn(self) -> bool:
        """Whether one of this session's seats is to move."""
        return self._messages.is_my_turn

    def play(self, move: str) -> None:
        """Play a move; raise Problem if it is refused."""
        self.send(kind="move", text=move)

    def send(self, **command: Any) -> None:
        """Send a command at the newest version, and wait until `state` reflects it; raise Problem if it is refused.

        If its outcome is not known it is sent again under the same id, which executes it once.
        """
        asked = PendingCommand(self.state["version"], command)
        for pause in (*RESEND_PAUSES, None):
            try:
                self._send(asked.text)
                while (version := asked.version_after(self._receive())) is None:
                    pass
            except Problem as problem:
                if pause is None or not problem.is_open or problem.reason.key == "client.no_answer":
                    raise
                time.sleep(pause)
                continue
            while self.state["version"] < version:
                self._receive(_TIMEOUT)
            return

    def wait(self, timeout: float | None = None) -> dict[str, Any]:
        """Wait for a newer state and return it; raise TimeoutError, or Problem if the server reports one."""
        while not self._messages.is_new:
            received = self._receive(timeout)
            if received["type"] == "refused":
                raise Problem(Message.from_data(received["reason"]))
        self._messages.is_new = False
        return self.state

    def take_said(self) -> list[dict[str, Any]]:
        """Return the phrases and reminders of others that have come in since the last call."""
        return self._messages.take_said()

    def __iter__(self) -> Iterator[dict[str, Any]]:
        self._messages.is_new = True
        while True:
            state = self.wait()
            yield state
            if state["result"] and not self._messages.is_new:
                return

    def close(self) -> None:
        """Close the socket."""
        self._stack.close()

    def __enter__(self) -> TableSocket:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _send(self, text: str) -> None:
        try:
            self._socket.send(text)
        except ConnectionClosed as error:
            raise unreachable(self._url) from error

    def _receive(self, timeout: float | None = None) -> dict[str, Any]:
        try:
            received: dict[str, Any] = json.loads(self._socket.recv(timeout))
            if answer := self._messages.take(received):
                self._send(answer)
        except ConnectionClosed as error:
            raise unreachable(self._url) from error
        return received
