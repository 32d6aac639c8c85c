"""Compilation beside the server, where the library does not provide the kernels of a game.

A child process compiles one game after the other, first the one that a player waits for; the server then loads what it
has left in the cache. Meanwhile the server runs the rules as plain Python, which suffices for opening a table, showing
it and making moves.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from dataclasses import dataclass
from threading import Condition, Thread

from veier import loading
from veier.core.game import Game
from veier.kernels.cache import kernel_cache_dir
from veier.kernels.decorators import CompileProgress, Watcher, defer_compilation, watching
from veier.search.preparation import pending_kernels
from veier.server.work.daemon_threads import call_in_thread

_POLL_SECONDS = 0.1
_ANY_MODULE = "veier.kernels.perft"


@dataclass(frozen=True, slots=True)
class GameProgress:
    """How far the compilation of a game has come."""

    game: str
    progress: CompileProgress


class CompileQueue:
    """The games that wait for compilation. Its thread is started with the first one."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._waiting: list[Game] = []
        self._ready: set[str] = set()
        self._compiled: set[str] = set()
        self._process: subprocess.Popen[str] | None = None
        self._thread: Thread | None = None
        self._is_closed = False
        self._watchers: list[Watcher] = []
        self.current: GameProgress | None = None

    def open(self) -> None:
        """Let the rules run as plain Python until they are compiled."""
        self._is_closed = False
        defer_compilation(True)

    def close(self) -> None:
        """Stop compiling, and release everything that waits for it."""
        defer_compilation(False)
        with self._changed:
            self._is_closed = True
            self._waiting.clear()
            if self._process:
                self._process.kill()
            self._changed.notify_all()

    def watch(self, watcher: Watcher) -> None:
        """Call `watcher` with the progress of each game."""
        self._watchers.append(watcher)

    @property
    def compiled(self) -> frozenset[str]:
        """The games that have been compiled: what the library does not provide is in the cache for other processes."""
        return frozenset(self._compiled)

    async def is_ready(self, game: Game) -> bool:
        """Return whether a search of a game would run at full speed at once; if not, compile the game next."""
        if game.name not in self._ready:
            if await call_in_thread("veier-load", loading.is_search_compiled, game):
                self._ready.add(game.name)
            else:
                self._request(game)
        return game.name in self._ready

    async def wait(self, game: Game) -> None:
        """Wait until a game is compiled and loaded; raise CancelledError when the server stops."""
        while not await self.is_ready(game):
            if self._is_closed:
                raise asyncio.CancelledError
            await asyncio.sleep(_POLL_SECONDS)

    def _request(self, game: Game) -> None:
        """Put a game first in the queue."""
        with self._changed:
            if self._is_closed or (self.current and self.current.game == game.id):
                return
            self._waiting = [other for other in self._waiting if other.name != game.name] + [game]
            if self._thread is None:
                self._thread = Thread(target=self._run, name="veier-compile", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._waiting and not self._is_closed:
                    self._changed.wait()
                if self._is_closed:
                    self._thread = None
                    return
                game = self._waiting.pop()
                self.current = GameProgress(game.id, CompileProgress(0, len(pending_kernels(game))))
            try:
                if kernel_cache_dir(_ANY_MODULE):
                    self._compile_in_child(game)
                # What the child has not left in the cache is compiled here.
                if not self._is_closed:
                    with watching(self._note):
                        loading.load_search(game)
                    self._ready.add(game.name)
                    self._compiled.add(game.name)
            finally:
                self.current = None

    def _compile_in_child(self, game: Game) -> None:
        command = [sys.executable, "-m", "veier", "warmup", game.id, "--json"]
        with self._changed:
            if self._is_closed:
                return
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
            )
        with self._process as process:
            assert process.stdout is not None
            for line in process.stdout:
                self._note(CompileProgress(**json.loads(line)))
        self._process = None

    def _note(self, progress: CompileProgress) -> None:
        if self.current:
            self.current = GameProgress(self.current.game, progress)
        for watcher in self._watchers:
            watcher(progress)


# One per process, as the kernels are.
compile_queue = CompileQueue()
