"""A real server for tests, on a free port with a database of its own, and visitors who speak to it."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from server.declared import check_message, check_puzzle_try
from veier.core.json_patch import apply_patch
from veier.server.address import listen, url_of
from veier.server.run import make_server
from veier.server.services import Services
from veier.server.settings import Settings

Data = dict[str, Any]


class Running:
    """A server that runs in a thread until the `with` block ends."""

    def __init__(self, database: str, **settings: Any) -> None:
        made = Settings(port=0, database=database, think_ms=0, **settings)
        self._listening, self.settings = listen(made)
        self.url = url_of(replace(self.settings, base_url=None))
        self._server = make_server(self.settings)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._listening]})

    def __enter__(self) -> Running:
        self._thread.start()
        until(lambda: self._server.started or not self._thread.is_alive())
        assert self._server.started
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.should_exit = True
        self._thread.join(20)
        self._listening.close()
        assert not self._thread.is_alive()

    @property
    def services(self) -> Services:
        """The components of the running server."""
        found: Services = self._server.config.app.state.services  # type: ignore[union-attr]
        return found

    def narrow(self) -> None:
        """Let the system take little of what is sent over each new connection before the other side has read it."""
        self._listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16_384)

    def visitor(self) -> Visitor:
        """Return a visitor with a browser of their own."""
        return Visitor(self.url)


class Visitor:
    """A visitor with a browser: keeps cookies, names the origin, and checks that every answer is as declared."""

    def __init__(self, url: str) -> None:
        self.url = url
        checks = {"response": [check_puzzle_try]}
        self.http = httpx.Client(base_url=url, headers={"Origin": url}, timeout=60, event_hooks=checks)

    def __enter__(self) -> Visitor:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def get(self, path: str, **query: Any) -> httpx.Response:
        return self.http.get(f"/api/v1{path}", params=query or None)

    def post(self, path: str, body: object = None, **headers: str) -> httpx.Response:
        return self.http.post(f"/api/v1{path}", json={} if body is None else body, headers=headers)

    def open(self, game: str = "hexrows?side=4&stones=9", *seats: str, **more: Any) -> Data:
        """Open a table: "me", "device", "friend", or a computer's level."""
        asked = [{"kind": "computer", "level": int(seat)} if seat.isdigit() else {"kind": seat} for seat in seats]
        answer = self.post("/tables", {"game": game, "seats": asked or [{"kind": "me"}, {"kind": "device"}], **more})
        assert answer.status_code == 201, answer.text
        found: Data = answer.json()
        return found

    def state(self, table: str) -> Data:
        found: Data = self.get(f"/tables/{table}").json()
        return found

    def command(self, table_id: str, version: int, id: str = "", **command: Any) -> httpx.Response:  # noqa: A002
        body = {"id": id or f"c{time.monotonic_ns()}", "version": version, "command": command}
        return self.post(f"/tables/{table_id}/commands", body)

    def move(self, table: str, text: str | None = None) -> Data:
        """Make a move at the newest version, some legal one if none is given; return the state after it."""
        state = self.state(table)
        text = text or state["board"]["view"]["choices"][0]["text"]
        answer = self.command(table, state["version"], kind="move", text=text)
        assert answer.status_code == 200, answer.text
        return self.state(table)

    def socket(self, table: str, *, choices: bool = False, **headers: str) -> Socket:
        return Socket(self.url, table, {"Cookie": self._cookies(), "Origin": self.url} | headers, choices)

    def _cookies(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)


class Socket:
    """A socket to a table; `state` is the state with all changes that were read."""

    def __init__(self, url: str, table: str, headers: dict[str, str], choices: bool = False) -> None:
        self.state: Data = {}
        given = {name: value for name, value in headers.items() if value}
        self._stack = ExitStack()
        self.raw: ClientConnection = self._stack.enter_context(
            connect(
                f"{url.replace('http', 'ws')}/api/v1/tables/{table}/socket{'?choices=true' if choices else ''}",
                additional_headers=given,
                max_size=None,
                compression=None,
                proxy=None,
            )
        )

    def __enter__(self) -> Socket:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._stack.close()

    def say(self, **message: Any) -> None:
        self.raw.send(json.dumps(message))

    def hear(self, *kinds: str) -> Data:
        """Read up to a message of one of some kinds."""
        while True:
            heard: Data = json.loads(self.raw.recv(20))
            check_message(heard)
            if heard["type"] == "event":
                assert heard["since"] == self.state["version"]
                self.state = apply_patch(self.state, heard["changes"])
            self.state = heard.get("state", self.state)
            if not kinds or heard["type"] in kinds:
                return heard

    def hear_until(self, version: int) -> Data:
        """Read up to the state at a version or a later one."""
        while True:
            self.hear("state", "event")
            if self.state["version"] >= version:
                return self.state

    def command(self, version: int, id: str, **command: Any) -> Data:  # noqa: A002
        """Send a command and return the answer."""
        self.say(type="command", id=id, version=version, command=command)
        while True:
            heard = self.hear("ack", "refused", "stale", "unknown")
            if heard["id"] == id:
                return heard


def sqlite(folder: Path) -> str:
    return f"sqlite:///{folder / 'games.sqlite3'}"


def until(happens: Callable[[], object], seconds: float = 30) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < end, "it never happens"
        time.sleep(0.02)
