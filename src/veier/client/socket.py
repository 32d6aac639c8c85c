"""The socket of a table: states come in after each change, commands go out."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import ExitStack
from types import TracebackType
from typing import Any
from urllib.parse import quote

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from veier.client.problem import Problem, unreachable
from veier.messages import Message, message

_TIMEOUT = 60.0


class TableSocket:
    """An open socket of a table. `state` is the newest state; iterating yields it, then each later one."""

    def __init__(self, url: str, name: str, token: str) -> None:
        self._url = url
        self._stack = ExitStack()
        opening = connect(
            f"ws{url.removeprefix('http')}/api/v1/tables/{quote(name, safe='')}/socket",
            additional_headers={"Authorization": f"Bearer {token}"},
            max_size=None,
            compression=None,
            open_timeout=_TIMEOUT,
        )
        try:
            self._socket = self._stack.enter_context(opening)
        except (OSError, InvalidHandshake) as error:
            raise unreachable(url) from error
        self.state: dict[str, Any] = {}
        self._is_new = False
        while not self.state:
            self._receive()

    @property
    def is_my_turn(self) -> bool:
        """Whether one of this session's seats is to move."""
        return not self.state["result"] and self.state["board"]["view"]["mover"] in self.state["mine"]

    def play(self, move: str) -> None:
        """Play a move; raise Problem if it is refused."""
        self.send(kind="move", text=move)

    def send(self, **command: Any) -> None:
        """Send a command at the newest version, and wait until `state` reflects it; raise Problem if it is refused."""
        name = secrets.token_urlsafe(12)
        asked = {"type": "command", "id": name, "version": self.state["version"], "command": command}
        self._socket.send(json.dumps(asked))
        while True:
            answer = self._receive()
            if answer.get("id") != name:
                continue
            if answer["type"] == "refused":
                raise Problem(Message.from_data(answer["reason"]))
            if answer["type"] == "stale":
                raise Problem(message("server.stale"), 409)
            while self.state["version"] < answer["version"]:
                self._receive(_TIMEOUT)
            return

    def wait(self, timeout: float | None = None) -> dict[str, Any]:
        """Wait for a newer state and return it; raise TimeoutError, or Problem if the server reports one."""
        while not self._is_new:
            received = self._receive(timeout)
            if received["type"] == "refused":
                raise Problem(Message.from_data(received["reason"]))
        self._is_new = False
        return self.state

    def __iter__(self) -> Iterator[dict[str, Any]]:
        self._is_new = True
        while True:
            state = self.wait()
            yield state
            if state["result"] and not self._is_new:
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

    def _receive(self, timeout: float | None = None) -> dict[str, Any]:
        try:
            received: dict[str, Any] = json.loads(self._socket.recv(timeout))
        except ConnectionClosed as error:
            raise unreachable(self._url) from error
        if "state" in received:
            self.state = received["state"]
            self._is_new = True
        return received
