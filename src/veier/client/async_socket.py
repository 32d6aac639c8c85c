"""The socket of a table for programs that do many things at once: it connects again by itself."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from veier.client.connecting import open_socket, raise_if_final
from veier.client.problem import RESEND_PAUSES, Problem
from veier.client.protocol import PendingCommand, TableMessages, socket_address, table_path
from veier.client.states import TableState


@dataclass(frozen=True, slots=True)
class Session:
    """Where a session is: the server, its token, and for how many seconds it waits for a server that is away."""

    url: str
    token: str = field(repr=False)
    patience: float = 120.0


class AsyncTableSocket:
    """An open socket of a table; iterating yields the newest state, then each later one, until the game is over.

    When the connection breaks it is opened again: the state is what the server then says, and commands that were not
    answered are sent again under the same id, which executes them once. `async with` opens and closes it.
    """

    def __init__(self, session: Session, name: str, *, choices: bool = False) -> None:
        self._session = session
        query = "choices=true" if choices else "state=light"
        self._address = socket_address(session.url, f"{table_path(name)}/socket?{query}")
        self._messages = TableMessages(choices=choices)
        self._pending: dict[str, tuple[PendingCommand, asyncio.Future[int]]] = {}
        self._changed = asyncio.Condition()
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._failure: BaseException | None = None
        self.reconnects = -1

    async def __aenter__(self) -> AsyncTableSocket:
        self._task = asyncio.create_task(self._run())
        try:
            await self._until(lambda: self._messages.is_new)
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def state(self) -> TableState:
        """The newest state."""
        return TableState.from_data(self._messages.state)

    @property
    def data(self) -> dict[str, Any]:
        """The newest state as the server sent it."""
        return self._messages.state

    async def play(self, move: str) -> int:
        """Play a move; return the table's version after it, or raise Problem."""
        return await self.send(kind="move", text=move)

    async def send(self, **command: Any) -> int:
        """Send a command at the newest version; return when `state` reflects it. Raise Problem if it is refused."""
        asked = PendingCommand(self.data["version"], command)
        for pause in (*RESEND_PAUSES, None):
            try:
                version = await self._ask(asked)
            except Problem as problem:
                if pause is None or not problem.is_open or self._failure:
                    raise
                await asyncio.sleep(pause)
            else:
                await self._until_version(version)
                return version
        raise AssertionError

    async def _until_version(self, version: int) -> None:
        await self._until(lambda: bool(self.data["version"] >= version))

    async def wait(self) -> TableState:
        """Wait for a newer state and return it; raise Problem if the connection is lost for good."""
        await self._until(lambda: self._messages.is_new)
        self._messages.is_new = False
        return self.state

    def take_said(self) -> list[dict[str, Any]]:
        """Return the phrases and reminders of others that have come in since the last call."""
        return self._messages.take_said()

    async def __aiter__(self) -> AsyncIterator[TableState]:
        self._messages.is_new = True
        while True:
            state = await self.wait()
            yield state
            if state.is_over and not self._messages.is_new:
                return

    async def close(self) -> None:
        """Close the socket."""
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        if self._socket:
            await self._socket.close()

    # The connection.

    async def _run(self) -> None:
        """Read messages, and connect again when the connection breaks."""
        try:
            while True:
                session = self._session
                self._socket = await open_socket(self._address, session.url, session.token, session.patience)
                self.reconnects += 1
                try:
                    for command, _ in tuple(self._pending.values()):
                        await self._socket.send(command.text)
                    while True:
                        await self._take(json.loads(await self._socket.recv()))
                except ConnectionClosed as closed:
                    raise_if_final(closed)
        except BaseException as error:
            self._failure = error
            for _, answer in self._pending.values():
                if not answer.done():
                    answer.set_exception(error if isinstance(error, Exception) else ConnectionError())
            async with self._changed:
                self._changed.notify_all()
            if not isinstance(error, Problem):
                raise

    async def _take(self, received: dict[str, Any]) -> None:
        assert self._socket
        if reply := self._messages.take(received):
            await self._socket.send(reply)
        command, answer = self._pending.get(received.get("id") or "", (None, None))
        if command and answer and not answer.done():
            try:
                version = command.version_after(received)
            except Problem as problem:
                answer.set_exception(problem)
            else:
                if version is not None:
                    answer.set_result(version)
        async with self._changed:
            self._changed.notify_all()

    async def _ask(self, asked: PendingCommand) -> int:
        if self._failure:
            raise self._failure
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._pending[asked.id] = asked, answer
        try:
            if self._socket:
                # Over a connection that is broken it is sent with the next one.
                with suppress(ConnectionClosed):
                    await self._socket.send(asked.text)
            return await answer
        finally:
            del self._pending[asked.id]

    async def _until(self, happens: Callable[[], bool]) -> None:
        async with self._changed:
            await self._changed.wait_for(lambda: self._failure is not None or happens())
        if self._failure is not None:
            raise self._failure
