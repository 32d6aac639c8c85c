"""Search settings, shared by all commands that search and by the requests of other programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from veier.cli.framework import Function, Number, OneOf, WholeNumber, bundle, option
from veier.core.errors import VeierError
from veier.core.game import Game
from veier.core.history import History
from veier.messages import message
from veier.search.limits import Limits, Stop

if TYPE_CHECKING:
    from veier.search.analysis import Analysis
    from veier.search.opponent_model import Attitude

LONGEST = 10**6
SEEDS = 2**63

# The settings and their types. The number of levels depends on the game, so levels are checked later.
RANGES: dict[str, click.ParamType[Any]] = {
    "level": click.STRING,
    "movetime": Number(0.001, LONGEST),
    "nodes": WholeNumber(1, 10**12),
    "depth": WholeNumber(1, 1000),
    "threads": WholeNumber(1, 2),
    "memory": WholeNumber(1, 10**5),
    "seed": WholeNumber(0, SEEDS - 1),
    "attitude": OneOf("own", "paranoid", "fair"),
}
_HINTS = {"movetime": "S", "nodes": "N", "depth": "N", "level": "N", "threads": "N", "memory": "MB", "seed": "N"}
# The games whose kernels are loaded; variants share them.


@dataclass(frozen=True, slots=True)
class Settings:
    """Search settings; None where not set.

    level  as written, from 1: play as the computer does at that level
    """

    limits: Limits = field(default_factory=Limits)
    level: str | None = None
    seed: int | None = None
    attitude: Attitude | None = None

    @classmethod
    def of(cls, **values: Any) -> Settings:
        """Return settings from values by name, as RANGES converts them; None means not set."""
        set_values = {name: value for name, value in values.items() if value is not None}
        if "memory" in set_values:
            set_values["megabytes"] = set_values.pop("memory")
        others = {name: set_values.pop(name) for name in ("level", "seed", "attitude") if name in set_values}
        return cls(Limits(**set_values), **others)

    def check(self, game: Game) -> None:
        """Raise VeierError if these settings do not fit a game or each other."""
        if self.level is not None:
            read_level(game, self.level)
            if self.attitude is not None:
                raise VeierError(message("cli.error.attitude"))

    def think(self, history: History, stop: Stop | None = None, *, widely: bool = False) -> Analysis:
        """Search for the best move at the end of a history; raise VeierError if the game is over or does not fit.

        With `widely`, other moves are searched too where the book knows a winning one.
        """
        from veier.search.levels import think_at_level
        from veier.search.think import think

        position = history.final
        if position.is_over:
            raise VeierError(message("illegal.over"))
        prepare(position.game)
        self.check(position.game)
        with memory_errors(self.limits.megabytes):
            seed = self.seed or 0
            if self.level is None:
                named: dict[str, Any] = {"attitude": self.attitude or "own", "widely": widely}
                return think(position, self.limits, seed=seed, stop=stop, history=history, **named)
            # Without limits, a level uses its own.
            limits = None if self.limits == Limits() else self.limits
            return think_at_level(position, int(self.level), limits, seed=seed, stop=stop, history=history)


@contextmanager
def memory_errors(megabytes: int) -> Iterator[None]:
    """Turn a MemoryError into a VeierError that names the memory asked for."""
    try:
        yield
    except MemoryError as error:
        raise VeierError(message("cli.error.memory", megabytes=megabytes)) from error


def prepare(game: Game) -> None:
    """Load or compile the kernels that a search of a game needs, before its clock starts."""
    from veier.loading import load_search

    load_search(game)


def read_level(game: Game, text: str) -> int:
    """Parse one of a game's levels."""
    from veier.search.levels import level_count

    last = level_count(game)
    if text not in map(str, range(1, last + 1)):
        raise VeierError(message("cli.error.level", level=text, game=game.id, last=last))
    return int(text)


def search_options(*names: str) -> Callable[[Function], Function]:
    """Return a decorator that adds these settings as options; the command gets them as `settings`."""

    def decorate(function: Function) -> Function:
        decorated = bundle("settings", Settings.of, *names)(function)
        for name in reversed(names):
            decorated = option(f"--{name}", type=RANGES[name], metavar=_HINTS.get(name))(decorated)
        return decorated

    return decorate
