"""The protocol of a table's socket without any input or output, for the sockets that wait and those that do not.

States come whole at first, then as JSON Patches; where one does not fit, the whole state is asked for again. A command
has an id, under which it can be sent again without being executed twice.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from websockets.exceptions import InvalidStatus

from veier.client.problem import Problem
from veier.core.json_patch import apply_patch
from veier.messages import Message, message

RESYNC = '{"type":"resync"}'


def socket_address(url: str, path: str) -> str:
    """Return the address of a socket below the API of a server."""
    return f"ws{url.removeprefix('http')}/api/v1{path}"


def table_path(name: str) -> str:
    """Return the path of a table below the API."""
    return f"/tables/{quote(name, safe='')}"


def read_denial(error: InvalidStatus) -> Problem:
    """Return the problem for which a server does not open a socket."""
    try:
        document = json.loads(error.response.body or b"")
    except ValueError:
        document = None
    return Problem.from_document(document, error.response.status_code)


class PendingCommand:
    """A command that was sent at a version of a table, and is not answered yet."""

    def __init__(self, version: int, command: Mapping[str, Any]) -> None:
        self.id = secrets.token_urlsafe(12)
        self.body = {"id": self.id, "version": version, "command": dict(command)}
        self.text = json.dumps({"type": "command", **self.body})

    def version_after(self, received: Mapping[str, Any]) -> int | None:
        """Return the table's version after it, if a message acknowledges it; None if the message is about another.

        Raise Problem if it was not executed; if `is_open`, that is not known, and it is to be sent again.
        """
        if received.get("id") != self.id:
            return None
        if received["type"] in ("refused", "unknown"):
            raise Problem(Message.from_data(received["reason"]))
        if received["type"] == "stale":
            raise Problem(message("server.stale"), 409)
        return int(received["version"])


class TableMessages:
    """What the messages of a table's socket add up to: `state` is the newest state, `is_new` until it is taken.

    With `choices`, states have the legal moves and aids; then a state is new when these have arrived.
    """

    def __init__(self, *, choices: bool = False) -> None:
        self.state: dict[str, Any] = {}
        self.is_new = False
        self.said: list[dict[str, Any]] = []
        self._wants_choices = choices
        self._choices: dict[str, Any] = {}
        self._without_choices = self.state

    @property
    def is_my_turn(self) -> bool:
        """Whether one of the session's seats is to move."""
        return not self.state["result"] and self.state["board"]["view"]["mover"] in self.state["mine"]

    def take(self, received: dict[str, Any]) -> str | None:
        """Update the state from a message; return what is to be sent, if there is something."""
        kind = received["type"]
        if "state" in received:
            self._without_choices = received["state"]
        elif kind == "choices":
            self._choices = received
        elif kind == "event" and received["since"] == self._without_choices.get("version"):
            self._without_choices = apply_patch(self._without_choices, received["changes"])
        elif kind in ("phrase", "nudge"):
            self.said.append(received)
            return None
        else:
            return RESYNC if kind == "event" else None
        self.state = self._without_choices
        self.is_new = not self._wants_choices or self._add_choices()
        return None

    def take_said(self) -> list[dict[str, Any]]:
        """Return the phrases and reminders of others that have come in since the last call."""
        said, self.said = self.said, []
        return said

    def _add_choices(self) -> bool:
        """Add the choices and aids to the state; return False if they have not arrived yet."""
        board, known = self.state["board"], dict(self._choices)
        seat = board["view"]["mover"] if self.is_my_turn else None
        if known.pop("type", None) is None or (known.pop("hash"), known.pop("seat")) != (self.state["hash"], seat):
            return False
        view = {**board["view"], "choices": known.pop("choices")}
        self.state = {**self.state, "board": {**board, **known, "view": view}}
        return True
