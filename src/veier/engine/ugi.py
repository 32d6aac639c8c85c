"""A client of any engine that speaks the Universal Game Interface; docs/engine.md describes it as we speak it.

    with UgiEngine(["veier", "ugi", "hexrows"], veier.game("hexrows")) as engine:
        move = engine.best_move(History(game.start()), GoLimits(nodes=1000))

Whatever an engine does, the caller gets a legal move or an EngineError. After an error the program is gone; the next
question starts it again.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import suppress

from veier.core.game import Game
from veier.core.history import History
from veier.core.move import Move
from veier.engine.conversation import Engine, GoLimits, Patience, Program
from veier.engine.errors import EngineError
from veier.engine.ugi_info import InfoReader
from veier.messages import message
from veier.record.position_string import format_position
from veier.search.analysis import Analysis

__all__ = ["GoLimits", "Patience", "Program", "UgiEngine"]

_STOPPING_SECONDS = 10.0


class UgiEngine(Engine):
    """An engine for one game, started when it is first asked.

    options  set at each start; those that the engine does not have are an error
    """

    def __init__(
        self,
        program: Program | Sequence[str],
        game: Game,
        options: Mapping[str, object] | None = None,
        patience: Patience | None = None,
    ) -> None:
        super().__init__(program, patience)
        self._game = game
        self._wanted = dict(options or {})
        self._offered: set[str] = set()
        self._set: dict[str, str] = {}

    def best_move(self, history: History, limits: GoLimits, seed: int | None = None) -> Move:
        """Ask for a move at the end of a history; raise EngineError, and kill the program, if it does not come.

        An engine with an option `Seed` gets the seed.
        """
        self.start()
        with self._ending_on_error():
            if seed is not None and "Seed" in self._offered:
                self._set_option("Seed", seed)
            self._send(_position_line(history))
            self._send(str(limits))
            return self._chosen(history, self._read_until("bestmove", self._patience.for_move(limits)).split())

    def analyses(self, history: History, limits: GoLimits, top: int = 1) -> Generator[Analysis, None, None]:
        """Yield what the engine tells while it searches; more than one move needs its option `MultiPV`."""
        self.start()
        info, wanted = InfoReader(history.final), min(top, len(history.final.legal_moves))
        with self._ending_on_error():
            if top > 1 and "MultiPV" not in self._offered:
                raise EngineError(message("engine.no_option", engine=self.name, option="MultiPV"))
            if "MultiPV" in self._offered:
                self._set_option("MultiPV", top)
            self._send(_position_line(history))
            self._send(str(limits))
            deadline = time.monotonic() + self._patience.for_move(limits)
            try:
                while (words := self._read(deadline).split())[:1] != ["bestmove"]:
                    # The lines about several moves belong together, up to the last of them.
                    is_last = words[:1] == ["info"] and info.read(words[1:]) == wanted
                    if is_last and (known := info.analysis()):
                        yield known
                    if time.monotonic() > deadline:
                        raise EngineError(message("engine.silent", engine=self.name))
            except GeneratorExit:
                self._end_search()
                raise
            best = self._chosen(history, words)
            found = info.analysis(best.text)
            assert found
            yield found

    def stop(self) -> None:
        """End the running search, from any thread: it answers with what it has."""
        if self._process:
            self._send("stop")

    def new_game(self) -> None:
        """Say that another game begins."""
        self.start()
        with self._ending_on_error():
            self._send("uginewgame")
            self._wait_until_ready()

    def kill(self) -> None:
        """End the program at once."""
        super().kill()
        self._offered, self._set = set(), {}

    # The conversation.

    def _introduce(self) -> None:
        self._send("ugi")
        deadline = time.monotonic() + self._patience.ready
        self._offered, self._set = set(), {}
        while (line := self._read(deadline)) != "ugiok":
            words = line.split()
            if words[:2] == ["option", "name"] and len(words) > 2:
                self._offered.add(" ".join(words[2 : words.index("type")]) if "type" in words else words[2])
        if "Game" in self._offered:
            self._set_option("Game", self._game.id)
        for name, value in self._wanted.items():
            if name not in self._offered:
                raise EngineError(message("engine.no_option", engine=self.name, option=name))
            self._set_option(name, value)
        self._wait_until_ready()

    def _say_goodbye(self) -> None:
        self._send("quit")

    def _end_search(self) -> None:
        """Stop a search that nobody reads any longer, and skip what it still says."""
        with suppress(EngineError):
            self._send("stop")
            self._read_until("bestmove", _STOPPING_SECONDS)
            return
        self.kill()

    def _set_option(self, name: str, value: object) -> None:
        if self._set.get(name) != str(value):
            self._send(f"setoption name {name} value {value}")
            self._set[name] = str(value)

    def _wait_until_ready(self) -> None:
        self._send("isready")
        self._read_until("readyok", self._patience.ready)

    def _read_until(self, word: str, seconds: float) -> str:
        """Read lines up to one that begins with a word, and return it."""
        deadline = time.monotonic() + seconds
        while (line := self._read(deadline)).split()[:1] != [word]:
            if time.monotonic() > deadline:
                raise EngineError(message("engine.silent", engine=self.name))
        return line

    def _chosen(self, history: History, words: Sequence[str]) -> Move:
        return self._parse(history, words[1] if len(words) > 1 else "")


def _position_line(history: History) -> str:
    start = history.start
    words = ["position", "startpos" if start == start.game.start() else f"fen {format_position(start)}"]
    if history.moves:
        words += ["moves", *history.moves]
    return " ".join(words)
