"""Several servers on one database, as on several machines, of which one at a time is hurt."""

from __future__ import annotations

import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import TypeVar

from benchmarks.server_process import ROOT, ServerProcess

Found = TypeVar("Found")


class ServerGroup:
    """`veier serve` several times; with one of them it is what `ServerProcess` is.

    What stops, kills or pauses a server concerns one of them by chance; `start` starts those that do not run.
    """

    def __init__(
        self, count: int, database: str, folder: Path, random: Random, checkout: Path = ROOT, **settings: str
    ) -> None:
        self.servers = [ServerProcess(database, folder, checkout, **settings) for _ in range(count)]
        self._random = random
        self._signalled = self.servers[0]

    @property
    def ports(self) -> list[int]:
        """The ports of the servers."""
        return [server.port for server in self.servers]

    @property
    def process(self) -> int:
        """The process of the first server."""
        return self.servers[0].process

    @property
    def is_running(self) -> bool:
        """Whether all run."""
        return all(server.is_running for server in self.servers)

    def start(self) -> None:
        """Start the servers that do not run, and wait until they answer."""
        self._each(ServerProcess.start, [server for server in self.servers if not server.is_running])

    def answers(self) -> bool:
        """Return whether all say that they can save moves."""
        return all(server.answers() for server in self.servers)

    def notices(self) -> list[int]:
        """Return how many changes of tables by the others each has heard of since it was started."""
        return self._each(lambda server: int(server.metric("veier_notices_total")), self.servers)

    def send(self, what: signal.Signals) -> None:
        """Send one of the servers a signal; SIGCONT goes to the one before."""
        if what != signal.SIGCONT:
            self._signalled = self._random.choice(self.servers)
        self._signalled.send(what)

    def stop(self, how: signal.Signals = signal.SIGTERM, seconds: float = 60) -> float:
        """End one of the servers; return the seconds that it took."""
        return self._random.choice(self.servers).stop(how, seconds)

    def stop_all(self) -> list[float]:
        """Stop all servers; return the seconds that each took."""
        running = [server for server in self.servers if server.is_running]
        return self._each(lambda server: server.stop(signal.SIGTERM, 60), running)

    @staticmethod
    def _each(function: Callable[[ServerProcess], Found], servers: list[ServerProcess]) -> list[Found]:
        with ThreadPoolExecutor(max(1, len(servers))) as pool:
            return list(pool.map(function, servers))
