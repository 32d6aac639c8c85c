"""A TCP proxy whose connections can be cut and frozen, and that can lose a database's answers to COMMIT."""

from __future__ import annotations

import asyncio
import socket
import struct
from random import Random

_CHUNK = 65536
# Closing with this lingering sends a reset, not the end of the stream.
_RESET = struct.pack("ii", 1, 0)


class Link:
    """One connection through the proxy; while `open` is not set, bytes wait in it in both directions."""

    def __init__(self, client: asyncio.StreamWriter, server: asyncio.StreamWriter) -> None:
        self.client, self.server = client, server
        self.open = asyncio.Event()
        self.open.set()
        self.loses_answer = False

    def cut(self) -> None:
        """Reset both sides, as when a process dies or a router forgets the connection."""
        for writer in (self.client, self.server):
            connection = writer.get_extra_info("socket")
            if connection and connection.fileno() >= 0:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
            writer.transport.abort()
        self.open.set()


class Proxy:
    """Forwards connections to a port of this computer, from the same loopback address as the client's."""

    def __init__(self, target_port: int) -> None:
        self._target_port = target_port
        self._links: set[Link] = set()
        self._listening: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._freezes_new = False
        self.port = 0
        # The number of answers to COMMIT that are still to be lost, and that were.
        self.commits_to_lose = 0
        self.commits_lost = 0

    async def start(self) -> None:
        """Listen on a free port."""
        self._listening = await asyncio.start_server(self._accept, "127.0.0.1", 0, backlog=1024)
        self.port = self._listening.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Cut all connections and stop listening."""
        if self._listening:
            self._listening.close()
        self.cut(Random(0), 1.0)
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Faults.

    def cut(self, random: Random, share: float) -> None:
        """Cut a share of the connections."""
        for link in tuple(self._links):
            if random.random() < share:
                link.cut()

    def freeze(self, random: Random, share: float, *, new: bool) -> None:
        """Hold the bytes of a share of the connections back, and of new ones too."""
        self._freezes_new = new
        for link in self._links:
            if random.random() < share:
                link.open.clear()

    def thaw(self) -> None:
        """Forward what was held back."""
        self._freezes_new = False
        for link in self._links:
            link.open.set()

    def cut_frozen(self) -> None:
        """Cut the connections that are frozen; what was held back is lost."""
        self._freezes_new = False
        for link in tuple(self._links):
            if not link.open.is_set():
                link.cut()

    # Forwarding.

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        try:
            await self._forward(reader, writer)
        except (OSError, asyncio.CancelledError):
            # Nothing listens behind the proxy, or the proxy is being closed.
            pass
        finally:
            writer.transport.abort()
            self._tasks.discard(task)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        address = writer.get_extra_info("peername")[0]
        answers, server = await asyncio.open_connection("127.0.0.1", self._target_port, local_addr=(address, 0))
        link = Link(writer, server)
        if self._freezes_new:
            link.open.clear()
        self._links.add(link)
        try:
            await asyncio.gather(self._ask(link, reader), self._answer(link, answers))
        finally:
            self._links.discard(link)
            server.transport.abort()

    async def _ask(self, link: Link, reader: asyncio.StreamReader) -> None:
        while data := await _read(reader):
            await link.open.wait()
            if self.commits_to_lose and b"COMMIT" in data:
                self.commits_to_lose -= 1
                link.loses_answer = True
            await _write(link.server, data)
        _end(link.server)

    async def _answer(self, link: Link, reader: asyncio.StreamReader) -> None:
        while data := await _read(reader):
            await link.open.wait()
            if link.loses_answer:
                # The server has answered, so it has committed; nobody will hear of it.
                self.commits_lost += 1
                link.cut()
                return
            await _write(link.client, data)
        _end(link.client)


async def _read(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read(_CHUNK)
    except OSError:
        return b""


async def _write(writer: asyncio.StreamWriter, data: bytes) -> None:
    try:
        writer.write(data)
        await writer.drain()
    except OSError:
        # The other side is gone; reading from it will say so.
        return


def _end(writer: asyncio.StreamWriter) -> None:
    """Pass on that one side has closed."""
    writer.close()
