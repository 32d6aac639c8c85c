"""Load test of the server: many tables with two players each, who move at a steady pace.

    python -m benchmarks.load
    python -m benchmarks.load --tables 500 --every 2.5 --watchers 1 --seconds 30

Prints the time until a move is acknowledged, which means that it is on disk, the time until the other player has it,
and the server's CPU time and memory. Players connect from many loopback addresses, because the server limits each.
They share the cores with the server, so their own CPU time is part of the latencies.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import time
from statistics import median
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.server_process import ServerProcess, load_average, percentile, run_server

GAME = "hexrows"
# Tables that one address may open per minute, and sockets that it may hold open.
TABLES_OF_ADDRESS, SOCKETS_OF_ADDRESS = 20, 90


class Crowd:
    """All players: their latencies, and the addresses they connect from."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.acknowledged: list[float] = []
        self.arrived: list[float] = []
        self.refused = 0
        self._sockets = 0

    async def connect(self, table: str, session: str) -> ClientConnection:
        """Open a socket of a table and read its first message."""
        address = f"127.0.1.{1 + self._sockets // SOCKETS_OF_ADDRESS}"
        self._sockets += 1
        socket = await connect(
            f"ws{self.url.removeprefix('http')}/api/v1/tables/{table}/socket",
            additional_headers={"Authorization": f"Bearer {session}"},
            local_addr=(address, 0),
            max_size=None,
            compression=None,
            open_timeout=60,
        )
        await socket.recv()
        return socket


async def open_tables(url: str, count: int) -> list[tuple[str, str]]:
    """Open tables where one session has both seats; return their ids and sessions."""
    opened = []
    for number in range(count):
        session = secrets.token_urlsafe(32)
        if number % TABLES_OF_ADDRESS == 0:
            transport = httpx.AsyncHTTPTransport(local_address=f"127.0.2.{1 + number // TABLES_OF_ADDRESS}")
            client = httpx.AsyncClient(base_url=url, transport=transport, timeout=60)
        headers = {"Authorization": f"Bearer {session}"}
        asked = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "device"}]}
        answer = await client.post("/api/v1/tables", json=asked, headers=headers)
        answer.raise_for_status()
        opened.append((answer.json()["id"], session))
        if number % TABLES_OF_ADDRESS == TABLES_OF_ADDRESS - 1 or number == count - 1:
            await client.aclose()
    return opened


async def play(crowd: Crowd, sockets: list[ClientConnection], every: float, end: float) -> None:
    """Play at a table over two sockets in turn, a move every `every` seconds; the other sockets watch."""
    idle = [asyncio.create_task(discard(socket)) for socket in sockets[2:]]
    free = cells()
    version = 0
    await asyncio.sleep(secrets.randbelow(1000) / 1000 * every)
    while time.monotonic() < end and free:
        begun = time.monotonic()
        mover, other = sockets[version % 2], sockets[1 - version % 2]
        command = {"kind": "move", "text": free.pop()}
        asked = {"type": "command", "id": f"m{version}-{len(free)}", "version": version, "command": command}
        heard = asyncio.create_task(read_version(other, version + 1))
        await mover.send(json.dumps(asked))
        answer = await read_answer(mover)
        if answer["type"] == "ack":
            crowd.acknowledged.append(time.monotonic() - begun)
            version = answer["version"]
            await heard
            crowd.arrived.append(time.monotonic() - begun)
            await read_version(mover, version)
        else:
            crowd.refused += 1
            heard.cancel()
        await asyncio.sleep(max(0.0, every - (time.monotonic() - begun)))
    for task in idle:
        task.cancel()
    for socket in sockets:
        await socket.close()


def cells() -> list[str]:
    """Return moves that can be played from the end of the list: the second one touches the first."""
    import veier

    first = ("f6", "g6")
    later = [move.text for move in veier.game(GAME).start().legal_moves if move.text not in first]
    secrets.SystemRandom().shuffle(later)
    return [*later, *reversed(first)]


async def discard(socket: ClientConnection) -> None:
    """Read all messages and drop them."""
    async for _ in socket:
        pass


async def read_answer(socket: ClientConnection) -> dict[str, Any]:
    """Read messages up to the answer to a command."""
    while True:
        text = str(await socket.recv())
        if text.startswith(('{"type":"ack"', '{"type":"refused"', '{"type":"stale"')):
            answer: dict[str, Any] = json.loads(text)
            return answer


async def read_version(socket: ClientConnection, version: int) -> None:
    """Read messages up to the event of a version, which the start of the message shows."""
    while True:
        text = str(await socket.recv())
        if text.startswith(f'{{"type":"event","version":{version},'):
            return


async def measure(server: ServerProcess, asked: argparse.Namespace) -> None:
    """Let all players play, and print the figures."""
    crowd = Crowd(server.url)
    opened = await open_tables(server.url, asked.tables)
    seated = [[await crowd.connect(*each) for _ in range(2 + asked.watchers)] for each in opened]
    before, begun = cpu_seconds(server.process), time.monotonic()
    end = begun + asked.seconds
    await asyncio.gather(*(play(crowd, sockets, asked.every, end) for sockets in seated))
    spent, moves = cpu_seconds(server.process) - before, len(crowd.acknowledged)
    print(f"{asked.tables} tables, {asked.tables * (2 + asked.watchers)} sockets, {moves} moves")
    print(f"moves a second      {moves / (time.monotonic() - begun):.0f}, refused {crowd.refused}")
    for what, times in (("acknowledged", crowd.acknowledged), ("other player", crowd.arrived)):
        p50, p99 = median(times) * 1000, percentile(times, 0.99) * 1000
        print(f"{what:20}best {min(times) * 1000:.1f} ms, p50 {p50:.0f} ms, p99 {p99:.0f} ms")
    print(f"the server needs    {spent / moves * 1000:.2f} ms of a core a move, {server.megabytes:.0f} MB")


def cpu_seconds(process: int) -> float:
    """Return the CPU time that a process has used so far."""
    with open(f"/proc/{process}/stat", encoding="ascii") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--every", type=float, default=1.0, help="seconds between the moves of a table")
    parser.add_argument("--watchers", type=int, default=0, help="sockets at each table that only read")
    parser.add_argument("--seconds", type=float, default=20.0)
    print(f"load {load_average()}")
    with run_server() as server:
        asyncio.run(measure(server, parser.parse_args()))
    print(f"load {load_average()}")


if __name__ == "__main__":
    main()
