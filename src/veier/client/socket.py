"""The socket of a table: states come in after each change, commands go out."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterator
from contextlib import ExitStack
from types import TracebackType
from typing import Any
from urllib.parse import quote

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import connect

from veier.client.problem import RESEND_PAUSES, Problem, unreachable
from veier.core.json_patch import apply_patch
from veier.messages import Message, message

_TIMEOUT = 60.0


class TableSocket:
    """An open socket of a table. `state` is the newest state; iterating yields it, then each later one.

    States have choices and aids if they were asked for; then a state is new when these have arrived.
    """

    def __init__(self, url: str, name: str, token: str, *, choices: bool = False) -> None:
        self._url = url
        self._wants_choices = choices
        self._choices: dict[str, Any] = {}
        self._stack = ExitStack()
        address = f"ws{url.removeprefix('http')}/api/v1/tables/{quote(name, safe='')}/socket"
        try:
            opening = connect(
                f"{address}?choices={str(choices).lower()}",
                additional_headers={"Authorization": f"Bearer {token}"},
                max_size=None,
                compression=None,
                open_timeout=_TIMEOUT,
            )
            self._socket = self._stack.enter_context(opening)
        except InvalidStatus as error:
            raise _read_problem(error) from error
        except (OSError, InvalidHandshake) as error:
            raise unreachable(url) from error
        self.state: dict[str, Any] = {}
        self._without_choices = self.state
        self._is_new = False
        self._said: list[dict[str, Any]] = []
        while not self._is_new:
            self._receive()

    @property
    def is_my_turn(self) -> bool:
        """Whether one of this session's seats is to move."""
        return not self.state["result"] and self.state["board"]["view"]["mover"] in self.state["mine"]

    def play(self, move: str) -> None:
        """Play a move; raise Problem if it is refused."""
        self.send(kind="move", text=move)

    def send(self, **command: Any) -> None:
        """Send a command at the newest version, and wait until `state` reflects it; raise Problem if it is refused.

        If its outcome is not known it is sent again under the same id, which executes it once.
        """
        name = secrets.token_urlsafe(12)
        asked = {"type": "command", "id": name, "version": self.state["version"], "command": command}
        self._socket.send(json.dumps(asked))
        pauses = iter(RESEND_PAUSES)
        while True:
            answer = self._receive()
            if answer.get("id") != name:
                continue
            pause = next(pauses, None) if answer["type"] == "unknown" else None
            if pause is not None:
                time.sleep(pause)
                self._socket.send(json.dumps(asked))
                continue
            if answer["type"] in ("refused", "unknown"):
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

    def take_said(self) -> list[dict[str, Any]]:
        """Return the phrases and reminders of others that have come in since the last call."""
        said, self._said = self._said, []
        return said

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
        self._take(received)
        return received

    def _take(self, received: dict[str, Any]) -> None:
        """Update the state from a message."""
        kind = received["type"]
        if "state" in received:
            self._without_choices = received["state"]
        elif kind == "choices":
            self._choices = received
        elif kind == "event" and received["since"] == self._without_choices["version"]:
            self._without_choices = apply_patch(self._without_choices, received["changes"])
        elif kind in ("phrase", "nudge"):
            self._said.append(received)
            return
        elif kind == "event":
            self._socket.send('{"type":"resync"}')
            return
        else:
            return
        self.state = self._without_choices
        self._is_new = not self._wants_choices or self._add_choices()

    def _add_choices(self) -> bool:
        """Add the choices and aids to the state; return False if they have not arrived yet."""
        board, known = self.state["board"], dict(self._choices)
        seat = board["view"]["mover"] if self.is_my_turn else None
        if known.pop("type", None) is None or (known.pop("hash"), known.pop("seat")) != (self.state["hash"], seat):
            return False
        view = {**board["view"], "choices": known.pop("choices")}
        self.state = {**self.state, "board": {**board, **known, "view": view}}
        return True


def _read_problem(error: InvalidStatus) -> Problem:
    """Return the problem for which a server does not open a socket."""
    try:
        document = json.loads(error.response.body or b"")
    except ValueError:
        document = None
    return Problem.from_document(document, error.response.status_code)
