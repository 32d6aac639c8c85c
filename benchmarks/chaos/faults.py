"""The faults: each begins, lasts for a moment, and is healed. They block, so a thread beside the players runs them."""

from __future__ import annotations

import asyncio
import resource
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from benchmarks.chaos.proxy import Proxy
from benchmarks.chaos.stores import Store
from benchmarks.server_group import ServerGroup

# A server that is asked to stop does so within these seconds.
STOP_SECONDS = 10.0
Done = TypeVar("Done")


@dataclass(frozen=True)
class Scene:
    """What can be hurt: the servers, their database, and the connections to both."""

    server: ServerGroup
    store: Store
    clients: Proxy
    database: Proxy | None
    random: Random
    loop: asyncio.AbstractEventLoop
    late_stops: list[float]

    def in_loop(self, function: Callable[..., Done], *arguments: object, **named: object) -> Done:
        """Call a function of a proxy in the loop that runs it."""

        async def call() -> Done:
            return function(*arguments, **named)

        return asyncio.run_coroutine_threadsafe(call(), self.loop).result()

    def sleep(self, shortest: float, longest: float) -> None:
        """Wait for a random time."""
        time.sleep(self.random.uniform(shortest, longest))

    def stop_server(self) -> None:
        """Stop a server as a system does, and note a stop that takes too long."""
        self._note_stop(self.server.stop(signal.SIGTERM, seconds=60))

    def stop_all(self) -> None:
        """Stop all servers."""
        for seconds in self.server.stop_all():
            self._note_stop(seconds)

    def _note_stop(self, seconds: float) -> None:
        if seconds > STOP_SECONDS:
            self.late_stops.append(seconds)


def kill_server(scene: Scene) -> None:
    """SIGKILL of the server."""
    scene.server.stop(signal.SIGKILL)
    scene.server.start()


def stop_server(scene: Scene) -> None:
    """SIGTERM of the server."""
    scene.stop_server()
    scene.server.start()


def pause_server(scene: Scene) -> None:
    """SIGSTOP of the server, and SIGCONT later: a machine that sleeps."""
    scene.server.send(signal.SIGSTOP)
    scene.sleep(0.5, 5)
    scene.server.send(signal.SIGCONT)


def cut_clients(scene: Scene) -> None:
    """Reset connections of players."""
    scene.in_loop(scene.clients.cut, scene.random, scene.random.choice((0.5, 1.0)))


def freeze_clients(scene: Scene) -> None:
    """Hold back what players and server say; later deliver it or lose it."""
    scene.in_loop(scene.clients.freeze, scene.random, scene.random.choice((0.5, 1.0)), new=False)
    scene.sleep(0.5, 6)
    scene.in_loop(scene.random.choice((scene.clients.thaw, scene.clients.cut_frozen)))


def lock_file(scene: Scene) -> None:
    """Another program locks the database file."""
    with _locked(scene):
        scene.sleep(0.5, 7)


def stop_server_with_lock(scene: Scene) -> None:
    """SIGTERM of the server while the database file is locked."""
    with _locked(scene):
        scene.sleep(0.2, 1)
        scene.stop_server()
    scene.server.start()


def fill_disk(scene: Scene) -> None:
    """No file of the server may grow any more, as on a full disk."""
    process = scene.server.process
    resource.prlimit(process, resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))
    scene.sleep(0.5, 3)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)


def kill_postgres(scene: Scene) -> None:
    """SIGKILL of the postmaster."""
    _restart_postgres(scene, signal.SIGKILL)


def stop_postgres(scene: Scene) -> None:
    """An immediate stop of PostgreSQL."""
    _restart_postgres(scene, signal.SIGQUIT)


def end_backends(scene: Scene) -> None:
    """PostgreSQL ends all connections."""
    assert scene.store.postgres
    scene.store.postgres.end_connections()


def cut_database(scene: Scene) -> None:
    """Reset the connections between server and database."""
    assert scene.database
    scene.in_loop(scene.database.cut, scene.random, 1.0)


def freeze_database(scene: Scene) -> None:
    """Hold back what server and database say; later deliver it or lose it."""
    assert scene.database
    scene.in_loop(scene.database.freeze, scene.random, 1.0, new=True)
    scene.sleep(0.5, 8)
    scene.in_loop(scene.random.choice((scene.database.thaw, scene.database.cut_frozen)))


def stop_server_with_frozen_database(scene: Scene) -> None:
    """SIGTERM of the server while the database does not answer."""
    assert scene.database
    scene.in_loop(scene.database.freeze, scene.random, 1.0, new=True)
    scene.sleep(0.2, 1)
    scene.stop_server()
    scene.in_loop(scene.database.cut_frozen)
    scene.server.start()


def lose_commits(scene: Scene) -> None:
    """Lose the answers to one or two COMMITs."""
    assert scene.database
    scene.database.commits_to_lose = scene.random.choice((1, 2))
    end = time.monotonic() + 5
    while scene.database.commits_to_lose and time.monotonic() < end:
        time.sleep(0.05)
    scene.database.commits_to_lose = 0


def _restart_postgres(scene: Scene, how: signal.Signals) -> None:
    assert scene.store.postgres
    scene.store.postgres.stop(how)
    scene.sleep(0, 2)
    scene.store.postgres.start()


@contextmanager
def _locked(scene: Scene) -> Iterator[None]:
    """Hold the lock that a writer of the database file needs."""
    assert scene.store.file
    connection = sqlite3.connect(scene.store.file, timeout=30, isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")
    finally:
        connection.close()


Fault = Callable[[Scene], None]
_BOTH: tuple[Fault, ...] = (kill_server, stop_server, pause_server, cut_clients, freeze_clients)
_SQLITE: tuple[Fault, ...] = (lock_file, fill_disk, stop_server_with_lock)
_POSTGRES: tuple[Fault, ...] = (
    *(lose_commits, kill_postgres, stop_postgres, end_backends),
    *(cut_database, freeze_database, stop_server_with_frozen_database),
)


def faults_of(store: Store) -> tuple[Fault, ...]:
    """Return the faults that a run with a store can have; the server is killed most often."""
    return (kill_server, *_BOTH, *(_POSTGRES if store.postgres else _SQLITE))
