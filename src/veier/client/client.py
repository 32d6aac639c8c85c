"""Requests to the API: JSON in, JSON out."""

from __future__ import annotations

import json
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlsplit

from veier.client.problem import RESEND_PAUSES, Problem, unreachable
from veier.client.protocol import PendingCommand, table_path
from veier.client.socket import TableSocket
from veier.client.states import TableState

_TIMEOUT = 60.0


class Client:
    """A session at a server: a new one, or the one that a `token` belongs to; `bot` marks its seats as a bot's."""

    def __init__(self, url: str, token: str | None = None, *, bot: bool = False) -> None:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        self.url = f"{parts.scheme}://{parts.netloc}"
        self.token = token or secrets.token_urlsafe(32)
        self.bot = bot

    def games(self) -> list[dict[str, Any]]:
        """List the games."""
        found: list[dict[str, Any]] = self.request("GET", "/games")["games"]
        return found

    def tables(self) -> list[dict[str, Any]]:
        """List this session's tables."""
        found: list[dict[str, Any]] = self.request("GET", "/tables")["tables"]
        return found

    def bots(self) -> list[dict[str, Any]]:
        """List the bots that are connected; each can have a seat, `{"kind": "bot", "name": "Rex"}`."""
        found: list[dict[str, Any]] = self.request("GET", "/bots")["bots"]
        return found

    def open(self, game: str, seats: Sequence[Mapping[str, Any]], **more: Any) -> RemoteTable:
        """Open a table; its `invites` hold the tokens for friends' seats."""
        mark = {"bot": True} if self.bot else {}
        asked = [{**mark, **seat} if seat["kind"] == "me" else dict(seat) for seat in seats]
        answer = self.request("POST", "/tables", {"game": game, "seats": asked, **more})
        return RemoteTable(self, answer["id"], {each["seat"]: each["token"] for each in answer["invites"]})

    def table(self, name: str) -> RemoteTable:
        """Return a table by its id."""
        return RemoteTable(self, name)

    def join(self, link: str, name: str | None = None) -> RemoteTable:
        """Return the table of a link, https://host/table/ID#sit=TOKEN, after taking the seat if it holds an invite."""
        parts = urlsplit(link)
        table = self.table(parts.path.rstrip("/").rpartition("/")[2])
        kind, _, token = parts.fragment.partition("=")
        if kind == "sit":
            table.claim(token, name)
        elif kind == "move":
            self.request("POST", "/transfers", {"token": token})
        return table

    def board(self, game: str, moves: Sequence[str] = (), start: str | None = None) -> dict[str, Any]:
        """Return the board of a position."""
        found: dict[str, Any] = self.request("POST", "/positions", {"game": game, "start": start, "moves": list(moves)})
        return found

    def review(self, name: str) -> dict[str, Any]:
        """Return a review with the plies reviewed so far."""
        found: dict[str, Any] = self.request("GET", f"/reviews/{quote(name, safe='')}")
        return found

    def request(self, method: str, path: str, body: object = None) -> Any:
        """Send a request to the API and return the parsed answer; raise Problem."""
        request = urllib.request.Request(
            f"{self.url}/api/v1{path}",
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
            method=method,
        )
        try:
            with urllib.request.urlopen(request, timeout=_TIMEOUT) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                try:
                    document = json.load(error)
                except ValueError:
                    document = None
            raise Problem.from_document(document, error.code) from error
        except (OSError, ValueError) as error:
            raise unreachable(self.url) from error


class RemoteTable:
    """A table on a server."""

    def __init__(self, client: Client, name: str, invites: Mapping[int, str] | None = None) -> None:
        self.client = client
        self.name = name
        self.invites = dict(invites or {})
        self._path = table_path(name)

    @property
    def link(self) -> str:
        """The URL where people watch it."""
        return f"{self.client.url}/table/{self.name}"

    def invite_link(self, seat: int) -> str:
        """Return the URL of the invite to an open seat."""
        return f"{self.link}#sit={self.invites[seat]}"

    def state(self) -> dict[str, Any]:
        """Return the state as this session sees it."""
        found: dict[str, Any] = self.client.request("GET", self._path)
        return found

    def light_state(self) -> TableState:
        """Return the state as this session sees it, in some hundred bytes: the position as a string."""
        return TableState.from_data(self.client.request("GET", f"{self._path}?state=light"))

    def command(self, version: int, **command: Any) -> int:
        """Execute a command, `kind="move", text="13@C3"`, at a version of the table; return the version after it.

        If its outcome is not known it is sent again under the same id, which executes it once; raise Problem.
        """
        body = PendingCommand(version, command).body
        for pause in (*RESEND_PAUSES, None):
            try:
                return int(self.client.request("POST", f"{self._path}/commands", body)["version"])
            except Problem as problem:
                if pause is None or not problem.is_open:
                    raise
            time.sleep(pause)
        raise AssertionError

    def claim(self, token: str, name: str | None = None) -> int:
        """Take the seat of an invite; return its number."""
        asked = {"token": token, "name": name, "bot": self.client.bot}
        return int(self.client.request("POST", f"{self._path}/claim", asked)["seat"])

    def hint(self) -> dict[str, Any]:
        """Return a suggested move with its explanation."""
        found: dict[str, Any] = self.client.request("POST", f"{self._path}/hint", {})
        return found

    def ask_review(self) -> str:
        """Request a review of the finished game; return its id."""
        return str(self.client.request("POST", f"{self._path}/review", {})["review"])

    def connect(self, *, choices: bool = False) -> TableSocket:
        """Open the table's socket; with `choices`, states have the legal moves and aids when it is your turn."""
        return TableSocket(self.client.url, self.name, self.client.token, choices=choices)
