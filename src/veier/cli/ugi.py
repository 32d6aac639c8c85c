"""`veier ugi`: the Universal Game Interface, for tournament managers. See docs/engine.md."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import Any

import click

from veier import __version__
from veier.cli.arguments import read_history
from veier.cli.compile_progress import compile_progress
from veier.cli.completion import complete_game
from veier.cli.framework import WholeNumber, command
from veier.cli.language import language
from veier.cli.settings import RANGES, Settings, prepare
from veier.cli.ugi_search import Search, parse_go, result_name, write_line
from veier.core.errors import VeierError
from veier.core.history import History
from veier.games import game as find_game
from veier.messages import message

_OPTIONS = (
    "Game type string default {game}",
    "Level type string default 0",
    "Threads type spin default 1 min 1 max 2",
    "Memory type spin default 64 min 1 max 100000",
    "MultiPV type spin default 1 min 1 max 1000",
    "Seed type spin default 0 min 0 max 9223372036854775807",
    "Attitude type combo default own var own var paranoid var fair",
)
_LINES = WholeNumber(1, 1000)
# The values that mean "not set".
_UNSET = {"level": "0", "attitude": "own"}


@command("ugi", "veier ugi 4eyes", "printf 'ugi\\nposition startpos\\ngo nodes 1000\\n' | veier ugi hexrows")
@click.argument("game", default="4eyes", metavar="[GAME]", shell_complete=complete_game)
def ugi(game: str) -> None:
    """Answer commands until `quit`, or until standard input ends."""
    with compile_progress():
        conversation = _Conversation(game)
        try:
            for line in sys.stdin.buffer:
                words = line.decode("utf-8", errors="replace").split()
                if words == ["quit"]:
                    break
                conversation.handle(words)
            else:
                conversation.finish()
        finally:
            conversation.stop()


class _Conversation:
    """The state of the protocol: game, moves so far, settings, and the running search."""

    def __init__(self, name: str) -> None:
        self._game = find_game(name)
        self._history = History(self._game.start())
        self._values: dict[str, Any] = {}
        self._lines = 1
        self._search: Search | None = None
        commands = (self.ugi, self.isready, self.setoption, self.uginewgame, self.position, self.query, self.go)
        self._commands = {command.__name__: command for command in (*commands, self.ponderhit, self.stop)}

    def handle(self, words: Sequence[str]) -> None:
        """Run a command; ignore an unknown one, answer one that fails with `info string`."""
        name, rest = words[0] if words else "", list(words[1:])
        try:
            if name in self._commands:
                self._commands[name](rest)
        except VeierError as error:
            write_line("info string", error.text(language()))
        except click.BadParameter as error:
            write_line("info string", error.message)

    def finish(self) -> None:
        """Wait for the running search, unless it runs until `stop`."""
        if self._search:
            self._search.finish()

    # The commands.

    def ugi(self, _: list[str]) -> None:
        """Identify the engine and list its options."""
        write_line("id name veier", __version__)
        write_line("id author the veier developers")
        for option in _OPTIONS:
            write_line("option name", option.format(game=self._game.id))
        write_line("ugiok")

    def isready(self, _: list[str]) -> None:
        """Load the kernels of the game."""
        prepare(self._game)
        write_line("readyok")

    def setoption(self, words: list[str]) -> None:
        """Set an option: `name … value …`."""
        found = re.fullmatch(r"name (\w+) value (.+)", " ".join(words), re.IGNORECASE)
        name, value = (found[1].lower(), found[2]) if found else ("", "")
        if name == "game":
            self._game = find_game(value)
            self._history = History(self._game.start())
        elif name == "multipv":
            self._lines = _LINES.convert(value, None, None)
        elif name in ("level", "threads", "memory", "seed", "attitude"):
            changed = self._values | {
                name: None if value == _UNSET.get(name) else RANGES[name].convert(value, None, None)
            }
            Settings.of(**changed).check(self._game)
            self._values = changed

    def uginewgame(self, _: list[str]) -> None:
        """Start a new game."""
        self._history = History(self._game.start())

    def position(self, words: list[str]) -> None:
        """Set up `startpos` or `fen POSITION`, and play the moves after `moves`."""
        end = words.index("moves") if "moves" in words else len(words)
        if words[:end] == ["startpos"]:
            start = self._game.id
        elif words[:1] == ["fen"]:
            start = " ".join(words[1:end])
        else:
            raise VeierError(message("cli.ugi.position"))
        self._history = read_history(start, words[end + 1 :])

    def query(self, words: list[str]) -> None:
        """Answer a question about the position."""
        position = self._history.final
        outcome, turn = position.outcome, f"p{position.mover + 1}turn"
        seats = [f"p{seat}turn" for seat in range(1, position.game.players + 1)]
        if words == ["gameover"]:
            write_line("response", _truth(outcome is not None))
        elif words == ["result"]:
            write_line("response", result_name(outcome.winner) if outcome else "none")
        elif len(words) == 1 and words[0] in seats:
            write_line("response", _truth(words[0] == turn))
        else:
            write_line("response unknown")

    def go(self, words: list[str]) -> None:
        """Start a search of the position."""
        position = self._history.final
        order = parse_go(words, position.mover)
        prepare(position.game)
        self.stop()
        self._search = Search(self._history, Settings.of(**self._values), order, self._lines)

    def ponderhit(self, _: list[str]) -> None:
        """Let the pondering search answer: the expected move has been made."""
        if self._search:
            self._search.hit()

    def stop(self, _: Sequence[str] = ()) -> None:
        """Stop the running search, if any; it answers before this returns."""
        if self._search:
            self._search.stop()


def _truth(value: bool) -> str:
    return "true" if value else "false"
