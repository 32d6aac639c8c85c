"""The clients of a load test: tables opened, sockets connected, moves that can be played there."""

from __future__ import annotations

import asyncio
import http.client
import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random
from urllib.parse import urlsplit

import veier
from benchmarks.load.websocket import ClientSocket, Receiver, handshake

# What one address may do: tables that it opens in a minute, sockets that it holds. The server allows a little more.
_TABLES_OF_ADDRESS, _SOCKETS_OF_ADDRESS = 20, 50
# Sockets that are being opened at the same time.
_OPENING = 50


@dataclass(slots=True)
class LoadTable:
    """A table whose two seats belong to one session; `moves` can be played there one after the other."""

    id: str
    session: str
    moves: list[str]
    sockets: list[ClientSocket] = field(default_factory=list)
    ply: int = 0

    @property
    def is_played_out(self) -> bool:
        """Whether all moves have been played."""
        return self.ply >= len(self.moves)

    def send_move(self) -> None:
        """Send the next move over the socket of the player whose turn it is."""
        text = f'"id":"m{self.ply}","version":{self.ply},"command":{{"kind":"move","text":"{self.moves[self.ply]}"}}'
        self.sockets[self.ply % 2].send(f'{{"type":"command",{text}}}'.encode())


class Crowd:
    """All clients of a server, from many loopback addresses, because the server limits each."""

    def __init__(self, url: str, *, choices: bool = False) -> None:
        self._host = urlsplit(url).netloc
        self._port = int(self._host.rpartition(":")[2])
        # Browsers ask for the legal moves and the aids of their boards; programs need not.
        self._query = "?choices=true" if choices else ""
        self._openers = self._watchers = 0
        # Every table has a game of its own: equal positions would come from the server's caches.
        self._random = Random(0)
        self._opening = asyncio.Semaphore(_OPENING)
        self.sockets: list[ClientSocket] = []

    async def open_tables(self, game: str, count: int, moves: int) -> list[LoadTable]:
        """Open tables with a player on each of two seats, without sockets, where a number of moves can be played."""
        lines = [random_moves(game, moves, self._random) for _ in range(count)]
        sizes = [min(_TABLES_OF_ADDRESS, count - first) for first in range(0, count, _TABLES_OF_ADDRESS)]
        with ThreadPoolExecutor(4) as pool:
            loop = asyncio.get_running_loop()
            opened = await asyncio.gather(*(loop.run_in_executor(pool, self._open, game, size) for size in sizes))
        ids = [each for part in opened for each in part]
        return [LoadTable(*each, line) for each, line in zip(ids, lines, strict=True)]

    async def open_computers(self, game: str, count: int, level: int) -> None:
        """Open tables where computers play each other."""
        await asyncio.to_thread(self._open, game, count, [{"kind": "computer", "level": level}] * 2)

    def _open(
        self, game: str, count: int, seats: Sequence[Mapping[str, str | int]] = ({"kind": "me"}, {"kind": "device"})
    ) -> list[tuple[str, str]]:
        self._openers += 1
        connection = http.client.HTTPConnection(self._host, timeout=60, source_address=(_address(2, self._openers), 0))
        body = json.dumps({"game": game, "seats": list(seats)})
        opened = []
        for _ in range(count):
            session = secrets.token_urlsafe(32)
            headers = {"Authorization": f"Bearer {session}", "Content-Type": "application/json"}
            connection.request("POST", "/api/v1/tables", body, headers)
            answer = connection.getresponse()
            found = json.loads(answer.read())
            if answer.status != 201:
                raise RuntimeError(f"opening a table was answered by {answer.status}: {found}")
            opened.append((found["id"], session))
        connection.close()
        return opened

    async def seat(self, tables: Iterable[LoadTable], receive: Receiver) -> None:
        """Connect the two players of each table."""
        await asyncio.gather(*(self._seat(table, receive) for table in tables))

    async def _seat(self, table: LoadTable, receive: Receiver) -> None:
        table.sockets = [await self.connect(table, receive, table.session) for _ in range(2)]

    async def connect(self, table: LoadTable, receive: Receiver, session: str | None = None) -> ClientSocket:
        """Open a socket of a table, of a player or of a watcher."""
        self._watchers += 1
        address = _address(3, self._watchers // _SOCKETS_OF_ADDRESS)
        request = handshake(f"/api/v1/tables/{table.id}/socket{self._query}", self._host, session)
        async with self._opening:
            loop = asyncio.get_running_loop()
            _, socket = await loop.create_connection(
                lambda: ClientSocket(request, receive), "127.0.0.1", self._port, local_addr=(address, 0)
            )
            await socket.opened
        self.sockets.append(socket)
        return socket

    @property
    def lost(self) -> list[str]:
        """Why sockets were closed or refused."""
        return [socket.error for socket in self.sockets if socket.error]

    def close(self) -> None:
        """Close all sockets."""
        for socket in self.sockets:
            socket.close()


def _address(block: int, number: int) -> str:
    return f"127.{block}.{number // 250}.{1 + number % 250}"


def random_moves(game: str, count: int, random: Random) -> list[str]:
    """Return the moves of a random game that does not end within a number of moves, or not much sooner."""
    position, moves = veier.game(game).start(), list[str]()
    while len(moves) < count:
        legal = position.legal_moves
        for _ in range(8):
            move = legal[random.randrange(len(legal))]
            following = position.play(move)
            if not following.is_over:
                break
        else:
            return moves
        position = following
        moves.append(move.text)
    return moves
