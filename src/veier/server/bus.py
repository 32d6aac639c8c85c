"""The bus: what servers on one PostgreSQL tell each other, by LISTEN and NOTIFY.

Changes of tables are told by the transactions that make them (`store/writer.py`), as ids and versions: who has such a
table in memory reads what is missing. What no database keeps, such as who is present, is told by `say`. The bus hears
itself: a server that does not connects again, and compares all that it has in memory, because it may have missed
anything. On SQLite there is nobody else, and nothing is said.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from veier.server.compact_json import dump_json
from veier.server.logs import log
from veier.server.store.batches import Notice
from veier.server.store.connections import CHANNEL, Connections, ask, cut

if TYPE_CHECKING:
    import psycopg

# Seconds between two signs of life, and after which a silent server counts as gone.
_PAUSE_SECONDS = 1.0
GONE_SECONDS = 5.0
# Seconds before connecting again.
_RETRY_SECONDS = 0.5
# Bytes of messages in one notification, which PostgreSQL limits to 8000.
_MAX_BYTES = 7000

Message = dict[str, Any]


class Bus:
    """Tells other servers, and hears them.

    on_notices  called with the tables that another server has changed
    on_message  called with the name of another server and what it says
    on_connect  called when the bus hears again, after it may have missed something
    on_gone     called with the name of a server that has ended or is silent
    """

    def __init__(self, connections: Connections) -> None:
        self.on_notices: Callable[[list[Notice]], None] = lambda notices: None
        self.on_message: Callable[[str, Message], None] = lambda server, said: None
        self.on_connect: Callable[[], None] = lambda: None
        self.on_gone: Callable[[str], None] = lambda server: None
        self._connections = connections
        self._waiting: list[str] = []
        self._has_news = asyncio.Event()
        self._heard: dict[str, float] = {}
        self._task: asyncio.Task[None] | None = None
        self._open: list[psycopg.AsyncConnection[Any]] = []
        self._connected = not connections.shared

    @property
    def is_shared(self) -> bool:
        """Whether there may be other servers."""
        return self._connections.shared

    @property
    def is_connected(self) -> bool:
        """Whether all that others say is heard."""
        return self._connected

    def start(self) -> None:
        """Listen and speak from now on."""
        if self.is_shared:
            self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Say goodbye, if that is possible at once, and end."""
        if self._task:
            self.say("bye")
            for _ in range(10):
                await asyncio.sleep(0.02)
                if not self._waiting:
                    break
            self._cut()
            self._task.cancel()
            await asyncio.wait([self._task], timeout=_RETRY_SECONDS)

    def say(self, kind: str, **told: object) -> None:
        """Send all other servers a message, soon; nothing while they cannot be reached."""
        if self.is_shared and self._connected:
            self._waiting.append(dump_json({"kind": kind, **told}))
            self._has_news.set()

    async def _run(self) -> None:
        while True:
            try:
                await self._converse()
            except Exception:
                log("bus lost", logging.WARNING, fault=True)
            self._connected = False
            await asyncio.sleep(_RETRY_SECONDS)

    async def _converse(self) -> None:
        """Listen and speak until one of both fails."""
        tasks: list[asyncio.Task[None]] = []
        try:
            ears, voice = await self._connect(), await self._connect()
            await ask(ears, f"LISTEN {CHANNEL}")
            self._heard = dict.fromkeys((self._connections.name, *self._heard), time.monotonic())
            self._waiting.clear()
            self._connected = True
            self.on_connect()
            tasks = [asyncio.create_task(self._listen(ears)), asyncio.create_task(self._speak(voice))]
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            self._connected = False
            self._cut()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            while self._open:
                await self._open.pop().close()

    async def _connect(self) -> psycopg.AsyncConnection[Any]:
        connection = await self._connections.connect_alone()
        self._open.append(connection)
        return connection

    def _cut(self) -> None:
        for connection in self._open:
            cut(connection)

    # Listening.

    async def _listen(self, ears: psycopg.AsyncConnection[Any]) -> None:
        async for heard in ears.notifies():
            try:
                self._hear(json.loads(heard.payload))
            except Exception:
                log("not understood", logging.ERROR, fault=True)

    def _hear(self, heard: Message) -> None:
        server: str = heard["by"]
        self._heard[server] = time.monotonic()
        if server == self._connections.name:
            return
        if tables := heard.get("tables"):
            self.on_notices([Notice(*each) for each in tables])
        for said in heard.get("said", ()):
            if said["kind"] == "bye":
                self._heard.pop(server, None)
                self.on_gone(server)
            else:
                self.on_message(server, said)

    # Speaking.

    async def _speak(self, voice: psycopg.AsyncConnection[Any]) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._has_news.wait(), _PAUSE_SECONDS)
            self._has_news.clear()
            self._notice_silence()
            while True:
                said = self._take()
                payload = f'{{"by":"{self._connections.name}","said":[{",".join(said)}]}}'
                await ask(voice, "SELECT pg_notify(%s, %s)", (CHANNEL, payload))
                if not self._waiting:
                    break

    def _take(self) -> list[str]:
        """Take as many messages as fit into a notification."""
        size, count = 0, 0
        while count < len(self._waiting) and (count == 0 or size + len(self._waiting[count].encode()) < _MAX_BYTES):
            size += len(self._waiting[count].encode()) + 1
            count += 1
        taken, self._waiting[:count] = self._waiting[:count], []
        return taken

    def _notice_silence(self) -> None:
        """Let go of servers that have been silent; raise TimeoutError if this one does not hear itself."""
        now = time.monotonic()
        for server in [server for server, at in self._heard.items() if now - at > GONE_SECONDS]:
            if server == self._connections.name:
                raise TimeoutError
            del self._heard[server]
            self.on_gone(server)
