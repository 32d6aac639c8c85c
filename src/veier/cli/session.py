"""A game in the terminal: reads moves and commands, lets the computer reply, and backs up unsaved games."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from veier.cli.background import run_search, run_with_spinner
from veier.cli.computer import describe_end, describe_levels
from veier.cli.console import echo, say
from veier.cli.language import language, translate
from veier.cli.prompt import Words, explain_notation, list_moves
from veier.cli.search_output import describe_prospects, explanation_sentences
from veier.cli.settings import SEEDS, Settings
from veier.cli.terminal import print_position
from veier.core.descriptions import describe_move
from veier.core.errors import VeierError
from veier.core.history import History
from veier.core.position import Position
from veier.record import Record, format_record
from veier.record.computer import computer_level
from veier.record.move_numbers import skip_numbers

if TYPE_CHECKING:
    from veier.search.analysis import Variation


class Session:
    """One game: the record so far, which names the players, and the computer's search settings."""

    def __init__(self, record: Record, settings: Settings) -> None:
        self._record = record
        self._settings = settings
        self._open = True
        self._saved = record
        name = f"{record.game.name}-{datetime.now():%Y-%m-%d-%H%M%S}.txt"
        self._kept = platformdirs.user_data_path("veier") / "games" / name
        actions = (self.help, self.moves, self.hint, self.undo, self.show, self.save, self.resign, self.quit)
        self._actions = {action.__name__: action for action in actions}
        self._words = Words(*self._actions, does={"quit": "quit_kept"})

    def run(self) -> None:
        """Play until the player quits."""
        say(translate("cli.play.welcome", game=self._record.game.text("title").text(language())))
        for sentence in describe_levels(self._record):
            say(sentence)
        try:
            self._let_computer_move()
            self._show_and_end()
            while self._open:
                self._answer(input(self._prompt()))
        except (EOFError, KeyboardInterrupt):
            echo()
            self.quit()

    # What can be typed besides a move.

    def help(self, _: str = "") -> None:
        """List what can be typed, and how a move is written now."""
        self._words.explain()
        if not self._is_over:
            explain_notation(self._position)

    def moves(self, beginning: str = "") -> None:
        """List the legal moves that start with a text."""
        list_moves(self._position, beginning)

    def hint(self, _: str = "") -> None:
        """Suggest a move."""
        if self._is_over:
            say(translate("illegal.over"))
        else:
            line = self._think(None)
            say(translate("cli.play.hint", move=line.move))
            say(describe_prospects(self._position, line))
            for sentence in run_with_spinner(partial(explanation_sentences, self._position, line.move)):
                say(sentence)

    def undo(self, _: str = "") -> None:
        """Take back a resignation, or the last move of a person together with the computer's replies."""
        if self._record.termination == "resigned":
            self._record = replace(self._record, result=None, termination=None)
            self.show()
            return
        positions = self._record.positions()
        for plies in range(len(positions) - 2, -1, -1):
            if self._level_at(positions[plies]) is None:
                self._record = replace(self._record, line=self._record.line[:plies], result=None, termination=None)
                self.show()
                return
        say(translate("cli.play.nothing_to_undo"))

    def show(self, _: str = "") -> None:
        """Draw the position."""
        echo()
        print_position(self._position)

    def save(self, path: str = "") -> None:
        """Save the record in a file."""
        if not path:
            say(translate("cli.play.save_where"))
        elif self._write(Path(path).expanduser()):
            self._saved = self._record
            self._kept.unlink(missing_ok=True)
            say(translate("cli.play.saved", file=path))

    def resign(self, _: str = "") -> None:
        """Resign for the player to move."""
        if self._is_over:
            say(translate("illegal.over"))
            return
        loser, seats = self._position.mover, self._record.game.players
        result = tuple(Fraction(seat != loser, seats - 1) for seat in range(seats))
        self._record = replace(self._record, result=result, termination="resigned")
        say(translate("cli.play.resigned", colour=self._colour(loser)))
        say(describe_end(self._record))

    def quit(self, _: str = "") -> None:
        """Stop, and keep a backup of a game that was not saved."""
        self._open = False
        if self._record != self._saved and self._record.line and self._keep():
            say(translate("cli.play.kept", file=self._kept))

    # Inside.

    @property
    def _position(self) -> Position:
        return self._record.final

    @property
    def _is_over(self) -> bool:
        return self._record.result is not None

    def _colour(self, seat: int) -> str:
        return translate(f"colour.{self._record.game.colours[seat]}")

    def _prompt(self) -> str:
        return "> " if self._is_over else f"{self._colour(self._position.mover)}> "

    def _answer(self, typed: str) -> None:
        found = self._words.find(typed)
        if found:
            name, rest = found
            self._actions[name](rest)
        elif typed.strip():
            self._make(skip_numbers(typed.strip()))

    def _make(self, text: str) -> None:
        """Make a person's move, and the computer's after it."""
        try:
            if self._is_over:
                say(translate("illegal.over"))
                return
            self._record = self._record.play(text)
        except VeierError as error:
            say(translate("cli.play.refused", reason=error.text(language())))
            return
        self._let_computer_move()
        self._keep(quietly=True)
        self._show_and_end()

    def _show_and_end(self) -> None:
        """Draw the position, and after the last move print a closing sentence."""
        self.show()
        if self._is_over:
            say(describe_end(self._record))

    def _let_computer_move(self) -> None:
        while not self._is_over and (level := self._level_at(self._position)):
            move = self._think(level).move
            say(describe_move(self._position, move).text(language()))
            self._record = self._record.play(move)

    def _level_at(self, position: Position) -> str | None:
        """Return the level of the computer to move; None if a person is to move."""
        return computer_level(self._record.seats[position.mover])

    def _think(self, level: str | None) -> Variation:
        """Search for the best move, at a level or at full strength."""
        # Each move has its own seed, so that the computer varies its play.
        seed = ((self._settings.seed or 0) + len(self._record.line)) % SEEDS
        settings = replace(self._settings, level=level, seed=seed)
        record = self._record
        return run_search(settings, History(record.start or record.game.start(), record.moves)).best

    def _keep(self, quietly: bool = False) -> bool:
        """Back up the game after every move: the terminal may be closed at any time."""
        with suppress(OSError):
            self._kept.parent.mkdir(parents=True, exist_ok=True)
        return self._write(self._kept, quietly)

    def _write(self, path: Path, quietly: bool = False) -> bool:
        try:
            path.write_text(format_record(self._record), encoding="utf-8")
        except OSError as error:
            if not quietly:
                say(translate("cli.play.not_saved", file=path, reason=error.strerror or str(error)))
            return False
        return True
