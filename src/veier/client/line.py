"""The line to a table: states come in whenever something changes, commands go out."""

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

from veier.client.problem import Problem, no_answer
from veier.messages import Message, message

_TIMEOUT = 60.0


class Line:
    """An open socket of a table. `state` is the newest one; iterating gives it, then each new one."""

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
            raise no_answer(url) from error
        self.state: dict[str, Any] = {}
        self._is_new = False
        while not self.state:
            self._hear()

    @property
    def is_my_turn(self) -> bool:
        """Whether one of this session's seats is to move."""
        return not self.state["result"] and self.state["board"]["view"]["mover"] in self.state["mine"]

    def play(self, move: str) -> None:
        """Make a move; raise Problem if it is refused."""
        self.send(kind="move", text=move)

    def send(self, **command: Any) -> None:
        """Send a command at the newest version, and wait until it shows in `state`; raise Problem if it is refused."""
        name = secrets.token_urlsafe(12)
        asked = {"type": "command", "id": name, "version": self.state["version"], "command": command}
        self._socket.send(json.dumps(asked))
        while True:
            answer = self._hear()
            if answer.get("id") != name:
                continue
            if answer["type"] == "refused":
                raise Problem(Message.from_data(answer["reason"]))
            if answer["type"] == "stale":
                raise Problem(message("server.stale"), 409)
            while self.state["version"] < answer["version"]:
                self._hear(_TIMEOUT)
            return

    def wait(self, timeout: float | None = None) -> dict[str, Any]:
        """Wait for a newer state and give it; raise TimeoutError, or Problem if the server says what holds it up."""
        while not self._is_new:
            heard = self._hear(timeout)
            if heard["type"] == "refused":
                raise Problem(Message.from_data(heard["reason"]))
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
        """Hang up."""
        self._stack.close()

    def __enter__(self) -> Line:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _hear(self, timeout: float | None = None) -> dict[str, Any]:
        try:
            heard: dict[str, Any] = json.loads(self._socket.recv(timeout))
        except ConnectionClosed as error:
            raise no_answer(self._url) from error
        if "state" in heard:
            self.state = heard["state"]
            self._is_new = True
        return heard
