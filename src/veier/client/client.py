"""The requests of a client: JSON in, JSON out."""

from __future__ import annotations

import json
import secrets
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlsplit

from veier.client.line import Line
from veier.client.problem import Problem, no_answer

_TIMEOUT = 60.0


class Client:
    """Speaks to a server under a session of its own; give a `token` to go on with an older one."""

    def __init__(self, url: str, token: str | None = None) -> None:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        self.url = f"{parts.scheme}://{parts.netloc}"
        self.token = token or secrets.token_urlsafe(32)

    def games(self) -> list[dict[str, Any]]:
        """List the games."""
        found: list[dict[str, Any]] = self.ask("GET", "/games")["games"]
        return found

    def tables(self) -> list[dict[str, Any]]:
        """List this session's tables."""
        found: list[dict[str, Any]] = self.ask("GET", "/tables")["tables"]
        return found

    def open(self, game: str, seats: Sequence[Mapping[str, Any]], **more: Any) -> RemoteTable:
        """Open a table; its `invites` hold the tokens of friends' seats."""
        answer = self.ask("POST", "/tables", {"game": game, "seats": [dict(seat) for seat in seats], **more})
        return RemoteTable(self, answer["id"], {each["seat"]: each["token"] for each in answer["invites"]})

    def table(self, name: str) -> RemoteTable:
        """Give a table by its id."""
        return RemoteTable(self, name)

    def join(self, link: str, name: str | None = None) -> RemoteTable:
        """Follow a link to a table, https://host/table/ID#sit=TOKEN, and sit down if it holds an invite."""
        parts = urlsplit(link)
        table = self.table(parts.path.rstrip("/").rpartition("/")[2])
        kind, _, token = parts.fragment.partition("=")
        if kind == "sit":
            table.claim(token, name)
        elif kind == "move":
            self.ask("POST", "/transfers", {"token": token})
        return table

    def board(self, game: str, moves: Sequence[str] = (), start: str | None = None) -> dict[str, Any]:
        """Give the Board of a position."""
        found: dict[str, Any] = self.ask("POST", "/positions", {"game": game, "start": start, "moves": list(moves)})
        return found

    def review(self, name: str) -> dict[str, Any]:
        """Give a review as far as it is."""
        found: dict[str, Any] = self.ask("GET", f"/reviews/{quote(name, safe='')}")
        return found

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Send a request to the API and give its answer; raise Problem."""
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
            raise no_answer(self.url) from error


class RemoteTable:
    """A table on a server."""

    def __init__(self, client: Client, name: str, invites: Mapping[int, str] | None = None) -> None:
        self.client = client
        self.name = name
        self.invites = dict(invites or {})
        self._path = f"/tables/{quote(name, safe='')}"

    @property
    def link(self) -> str:
        """The address where people watch it."""
        return f"{self.client.url}/table/{self.name}"

    def invite_link(self, seat: int) -> str:
        """Give the address by which somebody sits down on an open seat."""
        return f"{self.link}#sit={self.invites[seat]}"

    def state(self) -> dict[str, Any]:
        """Give the table as this session sees it."""
        found: dict[str, Any] = self.client.ask("GET", self._path)
        return found

    def command(self, version: int, **command: Any) -> int:
        """Carry out a command, `kind="move", text="13@C3"`, at a version of the table; give the version after it."""
        body = {"id": secrets.token_urlsafe(12), "version": version, "command": command}
        return int(self.client.ask("POST", f"{self._path}/commands", body)["version"])

    def claim(self, token: str, name: str | None = None) -> int:
        """Sit down by an invite; give the seat."""
        return int(self.client.ask("POST", f"{self._path}/claim", {"token": token, "name": name})["seat"])

    def hint(self) -> dict[str, Any]:
        """Ask for a move."""
        found: dict[str, Any] = self.client.ask("POST", f"{self._path}/hint", {})
        return found

    def ask_review(self) -> str:
        """Ask for a review of the finished game; give its id."""
        return str(self.client.ask("POST", f"{self._path}/review", {})["review"])

    def connect(self) -> Line:
        """Open the table's socket."""
        return Line(self.client.url, self.name, self.client.token)
