"""`veier ugi`: the Universal Game Interface, for programs that let engines play each other. docs/engine.md."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import Any

import click

from veier import __version__
from veier.cli.compiling import compiling
from veier.cli.framework import command
from veier.cli.language import language
from veier.cli.settings import RANGES, Settings, prepare
from veier.cli.ugi_search import Search, read_order, say, tell_result
from veier.core.errors import VeierError
from veier.games import game as find_game
from veier.messages import message
from veier.record.input_formats import read_line

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
        self._search: Search | None = None
        commands = (self.ugi, self.isready, self.setoption, self.uginewgame, self.position, self.query, self.go)
        self._commands = {command.__name__: command for command in (*commands, self.ponderhit, self.stop)}

    def take(self, words: Sequence[str]) -> None:
        """Follow a command; one that is not known is ignored, one that cannot be followed is answered by a string."""
        name, rest = words[0] if words else "", list(words[1:])
        try:
            if name in self._commands:
                self._commands[name](rest)
        except VeierError as error:
            say("info string", error.text(language()))
        except click.BadParameter as error:
            say("info string", error.message)

    def finish(self) -> None:
        """Let the search that runs come to its end, if it has one."""
        if self._search:
            self._search.finish()

    # What programs say.

    def ugi(self, _: list[str]) -> None:
        """Say who this is and what can be set."""
        say("id name veier", __version__)
        say("id author the veier developers")
        for option in _OPTIONS:
            say("option name", option.format(game=self._game.id))
        say("ugiok")

    def isready(self, _: list[str]) -> None:
        """Load what a search of this game needs."""
        prepare(self._game)
        say("readyok")

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
        if words[:end] == ["startpos"]:
            start = self._game.id
        elif words[:1] == ["fen"]:
            start = " ".join(words[1:end])
        else:
            raise VeierError(message("cli.ugi.position"))
        self._position = read_line(start, words[end + 1 :])[-1]

    def query(self, words: list[str]) -> None:
        """Answer a question about the position."""
        outcome, turn = self._position.outcome, f"p{self._position.mover + 1}turn"
        seats = [f"p{seat}turn" for seat in range(1, self._position.game.players + 1)]
        if words == ["gameover"]:
            say("response", _truth(outcome is not None))
        elif words == ["result"]:
            say("response", tell_result(outcome.winner) if outcome else "none")
        elif len(words) == 1 and words[0] in seats:
            say("response", _truth(words[0] == turn))
        else:
            say("response unknown")

    def go(self, words: list[str]) -> None:
        """Search the position within limits."""
        order = read_order(words, self._position.mover)
        prepare(self._position.game)
        self.stop()
        self._search = Search(self._position, Settings.of(self._values), order)

    def ponderhit(self, _: list[str]) -> None:
        """Let the search that ponders answer: the move that it thought of has been made."""
        if self._search:
            self._search.hit()

    def stop(self, _: Sequence[str] = ()) -> None:
        """End the search that runs, if there is one; it answers before this returns."""
        if self._search:
            self._search.stop()


def _truth(value: bool) -> str:
    return "true" if value else "false"
