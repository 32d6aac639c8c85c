"""`veier ugi`: the Universal Game Interface, for programs that let engines play each other. docs/engine.md."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

import click

from veier.cli.compiling import compiling
from veier.cli.framework import WholeNumber, command
from veier.cli.language import language
from veier.cli.reading import read_line
from veier.cli.settings import LONGEST, RANGES, Settings, prepare
from veier.core.errors import VeierError
from veier.core.position import Position
from veier.games import game as find_game
from veier.search.limits import Stop

if TYPE_CHECKING:
    from veier.search.analysis import Line

_OPTIONS = (
    "Game type string default {game}",
    "Level type string default 0",
    "Threads type spin default 1 min 1 max 2",
    "Memory type spin default 64 min 1 max 100000",
    "Seed type spin default 0 min 0 max 9223372036854775807",
    "Attitude type combo default own var own var paranoid var fair",
)
# The words for which a setting is as if it had not been set.
_UNSET = {"level": "0", "attitude": "own"}
_MILLISECONDS = WholeNumber(1, 1000 * LONGEST)
_INCREMENT = WholeNumber(0, 1000 * LONGEST)
# With a clock for the whole game, a move takes this share of what is left; that is enough for any game.
_SHARE = 1 / 20
# How often a search that is done but must not answer yet looks whether it may, in seconds.
_LOOK = 0.005
_WRITING = Lock()


@command("ugi", "veier ugi 4eyes", "printf 'ugi\\nposition startpos\\ngo nodes 1000\\n' | veier ugi hexrows")
@click.argument("game", default="4eyes", metavar="[GAME]")
def ugi(game: str) -> None:
    """Answer commands until `quit`, or until standard input ends."""
    with compiling():
        talk = _Talk(game)
        try:
            for line in sys.stdin.buffer:
                words = line.decode("utf-8", errors="replace").split()
                if words == ["quit"]:
                    break
                talk.take(words)
            else:
                talk.finish()
        finally:
            talk.stop()


class _Talk:
    """The conversation: the game, the position and the settings so far, and the search that runs."""

    def __init__(self, name: str) -> None:
        self._game = find_game(name)
        self._position = self._game.start()
        self._values: dict[str, Any] = {}
        self._search: Thread | None = None
        self._stop = Stop()
        self._infinite = False
        commands = (self.ugi, self.isready, self.setoption, self.uginewgame, self.position, self.query, self.go)
        self._commands = {command.__name__: command for command in commands}

    def take(self, words: Sequence[str]) -> None:
        """Follow a command; one that is not known is ignored, one that cannot be followed is answered by a string."""
        name, rest = words[0] if words else "", list(words[1:])
        try:
            if name == "stop":
                self.stop()
            elif name in self._commands:
                self._commands[name](rest)
        except VeierError as error:
            _say("info string", error.text(language()))
        except click.BadParameter as error:
            _say("info string", error.message)

    def stop(self) -> None:
        """End the search that runs, if there is one; it answers before this returns."""
        self._stop.set()
        self._wait()

    def finish(self) -> None:
        """Let the search that runs come to its end, if it has one."""
        if not self._infinite:
            self._wait()

    # What programs say.

    def ugi(self, _: list[str]) -> None:
        """Say who this is and what can be set."""
        from importlib.metadata import version

        _say("id name veier", version("veier"))
        _say("id author the veier developers")
        for option in _OPTIONS:
            _say("option name", option.format(game=self._game.id))
        _say("ugiok")

    def isready(self, _: list[str]) -> None:
        """Load what a search of this game needs."""
        prepare(self._game)
        _say("readyok")

    def setoption(self, words: list[str]) -> None:
        """Set what `name … value …` says."""
        found = re.fullmatch(r"name (\w+) value (.+)", " ".join(words), re.IGNORECASE)
        name, value = (found[1].lower(), found[2]) if found else ("", "")
        if name == "game":
            self._game = find_game(value)
            self._position = self._game.start()
        elif name in ("level", "threads", "memory", "seed", "attitude"):
            changed = self._values | {
                name: None if value == _UNSET.get(name) else RANGES[name].convert(value, None, None)
            }
            Settings.of(changed).check(self._game)
            self._values = changed

    def uginewgame(self, _: list[str]) -> None:
        """Begin a game."""
        self._position = self._game.start()

    def position(self, words: list[str]) -> None:
        """Set up `startpos` or `fen` with a position string, and play the moves behind `moves`."""
        end = words.index("moves") if "moves" in words else len(words)
        start = self._game.id if words[:1] == ["startpos"] else " ".join(words[1:end])
        self._position = read_line(start, words[end + 1 :])[-1]

    def query(self, words: list[str]) -> None:
        """Answer a question about the position."""
        outcome, turn = self._position.outcome, f"p{self._position.mover + 1}turn"
        seats = [f"p{seat}turn" for seat in range(1, self._position.game.players + 1)]
        if words == ["gameover"]:
            _say("response", _truth(outcome is not None))
        elif words == ["result"]:
            _say("response", _result(outcome.winner) if outcome else "none")
        elif len(words) == 1 and words[0] in seats:
            _say("response", _truth(words[0] == turn))
        else:
            _say("response unknown")

    def go(self, words: list[str]) -> None:
        """Search the position within limits."""
        self.stop()
        self._infinite = "infinite" in words
        settings = Settings.of(self._values)
        limits = _read_limits(words, self._position.mover)
        settings = replace(settings, limits=replace(settings.limits, **limits))
        prepare(self._position.game)
        self._stop = Stop()
        arguments = (self._position, settings, self._stop, self._infinite)
        self._search = Thread(target=_search, args=arguments, daemon=True)
        self._search.start()

    def _wait(self) -> None:
        while self._search and self._search.is_alive():
            self._search.join(0.2)  # awake now and then, so that Ctrl-C is heard


def _read_limits(words: Sequence[str], mover: int) -> dict[str, Any]:
    """Read what stands behind `go`: limits of one search, or the clocks of a whole game."""
    if "infinite" in words:
        return {"movetime": LONGEST}
    given = dict(zip(words[::2], words[1::2], strict=False))
    limits: dict[str, Any] = {
        name: RANGES[name].convert(given[name], None, None) for name in ("nodes", "depth") if name in given
    }
    if "movetime" in given:
        limits["movetime"] = _MILLISECONDS.convert(given["movetime"], None, None) / 1000
    elif f"p{mover + 1}time" in given:
        left = _MILLISECONDS.convert(given[f"p{mover + 1}time"], None, None)
        more = _INCREMENT.convert(given.get(f"p{mover + 1}inc", 0), None, None)
        limits["movetime"] = min(left * _SHARE + more, left / 2) / 1000
    return limits


def _search(position: Position, settings: Settings, stop: Stop, infinite: bool) -> None:
    try:
        analysis = settings.think(position, stop)
    except VeierError as error:
        _say("info string", error.text(language()))
        _say("bestmove none")
        return
    while infinite and not stop.is_set:
        time.sleep(_LOOK)
    _say("info time", round(1000 * analysis.seconds), "nodes", analysis.nodes, *_figures(analysis.best))
    _say("bestmove", analysis.best.move)


def _figures(line: Line) -> list[object]:
    words: list[object] = ["chances", *(f"{chance:.4f}" for chance in line.chances), "draw", f"{line.draw:.4f}"]
    if line.proven:
        words += ["proven", _result(line.proven.winner), line.proven.plies]
    return [*words, "pv", *line.pv]


def _result(winner: int | None) -> str:
    return "draw" if winner is None else f"p{winner + 1}win"


def _truth(value: bool) -> str:
    return "true" if value else "false"


def _say(*words: object) -> None:
    """Write a line at once; a reader that has gone away is noticed when the program ends."""
    with _WRITING, suppress(BrokenPipeError):
        sys.stdout.write(" ".join(map(str, words)) + "\n")
        sys.stdout.flush()
