"""The client for programs that do many things at once, such as bots; docs/bots.md has a whole one.

client = AsyncClient("http://127.0.0.1:8484", bot=True)
async for event in client.events(Registration("Rex")):
    if event.kind == "turn":
        await event.table.play(event.state, choose(event.state.board))
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from veier.client.async_socket import AsyncTableSocket, Session
from veier.client.client import Client, RemoteTable
from veier.client.events import EventReader, Registration, TableNews
from veier.client.problem import Problem, reconnect_pauses
from veier.client.protocol import PendingCommand, table_path
from veier.client.states import TableState


@dataclass(frozen=True, slots=True)
class TableEvent:
    """What concerns the session at a table: a game has "begun", it is its "turn", an "offer" waits, or it is "over"."""

    kind: str
    state: TableState
    table: AsyncTable


class AsyncClient:
    """A session at a server: a new one, or the one that a `token` belongs to.

    bot       marks the seats that it takes as a bot's
    patience  seconds for which a server that is away is waited for: it may be starting again
    """

    def __init__(self, url: str, token: str | None = None, *, bot: bool = False, patience: float = 120.0) -> None:
        self._client = Client(url, token, bot=bot)
        self.session = Session(self._client.url, self._client.token, patience)
        # The newest version of each table that the server has acknowledged.
        self._versions: dict[str, int] = {}
        # The last turn yielded at each table, by its version: a stream that reconnects repeats it.
        self._turns: dict[str, int] = {}

    @property
    def token(self) -> str:
        """The secret that owns the session's seats: `AsyncClient(url, token)` continues it."""
        return self.session.token

    async def request(self, method: str, path: str, body: object = None) -> Any:
        """Send a request to the API and return the parsed answer; raise Problem."""
        return await asyncio.to_thread(self._client.request, method, path, body)

    async def request_patiently(self, method: str, path: str, body: object = None) -> Any:
        """Send a request that may be sent again, until the server answers or patience ends; raise Problem."""
        for pause in (*reconnect_pauses(self.session.patience), None):
            try:
                return await self.request(method, path, body)
            except Problem as problem:
                if pause is None or not problem.is_passing:
                    raise
                await asyncio.sleep(pause)
        raise AssertionError

    async def games(self) -> list[dict[str, Any]]:
        """List the games."""
        return await asyncio.to_thread(self._client.games)

    async def bots(self) -> list[dict[str, Any]]:
        """List the bots that are connected."""
        return await asyncio.to_thread(self._client.bots)

    async def tables(self) -> list[dict[str, Any]]:
        """List this session's tables."""
        return await asyncio.to_thread(self._client.tables)

    async def open(self, game: str, seats: Sequence[Mapping[str, Any]], **more: Any) -> AsyncTable:
        """Open a table; its `invites` hold the tokens for friends' seats."""
        return AsyncTable(self, await asyncio.to_thread(self._client.open, game, seats, **more))

    async def join(self, link: str, name: str | None = None) -> AsyncTable:
        """Return the table of a link, after taking the seat if it holds an invite."""
        return AsyncTable(self, await asyncio.to_thread(self._client.join, link, name))

    def table(self, name: str) -> AsyncTable:
        """Return a table by its id."""
        return AsyncTable(self, self._client.table(name))

    async def events(self, registration: Registration | None = None) -> AsyncGenerator[TableEvent, None]:
        """Yield what concerns this session at all of its tables, from its running games on; never ends by itself.

        With a `registration`, people can choose it as a bot meanwhile. When the connection breaks it is opened again,
        and what has happened meanwhile follows. Raise Problem if the server cannot be reached for long, or refuses.
        """
        known: set[str] = set()
        async with EventReader(self.session, registration) as stream:
            while True:
                news = await stream.read()
                if news.running is not None:
                    for event in await self._ended(known - set(news.running)):
                        known.discard(event.state.id)
                        yield event
                elif new := self._event(news, known):
                    yield new

    async def _ended(self, names: Iterable[str]) -> list[TableEvent]:
        """Find out which games have ended, of those that no longer run."""
        states = [await self.table(name).state() for name in names]
        return [TableEvent("over", state, self.table(state.id)) for state in states if state.is_over]

    def _event(self, news: TableNews, known: set[str]) -> TableEvent | None:
        """Read an event; None if it is known already, because the stream has begun again."""
        state = TableState.from_data(news.state)
        if state.version < self._versions.get(state.id, 0) or (news.kind == "begun" and state.id in known):
            return None
        if news.kind == "turn":
            if self._turns.get(state.id) == state.version:
                return None
            self._turns[state.id] = state.version
        if news.kind == "over":
            known.discard(state.id)
        else:
            known.add(state.id)
        return TableEvent(news.kind, state, self.table(state.id))

    def acknowledge(self, name: str, version: int) -> None:
        """Remember that a table has come to a version."""
        self._versions[name] = max(version, self._versions.get(name, 0))

    def forget_turn(self, name: str) -> None:
        """Let a turn be yielded again, because the command that answered it has failed."""
        self._turns.pop(name, None)


class AsyncTable:
    """A table on a server."""

    def __init__(self, client: AsyncClient, table: RemoteTable) -> None:
        self._client = client
        self._table = table
        self.name = table.name
        self.invites = table.invites
        self.link = table.link

    def invite_link(self, seat: int) -> str:
        """Return the URL of the invite to an open seat."""
        return self._table.invite_link(seat)

    async def state(self) -> TableState:
        """Return the state as this session sees it."""
        data = await self._client.request_patiently("GET", f"{table_path(self.name)}?state=light")
        return TableState.from_data(data)

    async def play(self, state: TableState, move: str) -> int:
        """Play a move that was chosen in a state; return the table's version after it. Raise Problem."""
        return await self.command(state.version, kind="move", text=move)

    async def command(self, version: int, **command: Any) -> int:
        """Execute a command chosen at a version of the table; return the version after it. Raise Problem.

        It is sent again under the same id until its outcome is known, which executes it once.
        """
        body = PendingCommand(version, command).body
        try:
            answer = await self._client.request_patiently("POST", f"{table_path(self.name)}/commands", body)
        except Problem:
            self._client.forget_turn(self.name)
            raise
        after = int(answer["version"])
        self._client.acknowledge(self.name, after)
        return after

    async def answer(self, state: TableState, what: str, yes: bool) -> int:
        """Accept or decline an offer."""
        return await self.command(state.version, kind="answer", what=what, yes=yes)

    async def resign(self, state: TableState) -> int:
        """Resign the game."""
        return await self.command(state.version, kind="resign")

    def connect(self, *, choices: bool = False) -> AsyncTableSocket:
        """Return the table's socket, for `async with`; with `choices`, states have the legal moves."""
        return AsyncTableSocket(self._client.session, self.name, choices=choices)
