"""How the computer thinks: the same settings for every command that searches, and for other programs' requests."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Any, cast

import click

from veier.cli.framework import Function, Number, OneOf, WholeNumber, option
from veier.core.errors import VeierError
from veier.core.game import Game
from veier.core.position import Position
from veier.messages import message
from veier.search.limits import Limits, Stop

if TYPE_CHECKING:
    from veier.search.analysis import Analysis
    from veier.search.think import Attitude

LONGEST = 10**6
SEEDS = 2**63

# What can be set, and to what. Which levels there are depends on the game, so a level is judged later.
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
# The games whose kernels are there: variants share them.
_prepared: set[str] = set()


@dataclass(frozen=True, slots=True)
class Settings:
    """How to think; what is not set is None.

    level  as it was written, 1 or more: think as a player of that level would
    """

    limits: Limits = field(default_factory=Limits)
    level: str | None = None
    seed: int | None = None
    attitude: Attitude | None = None

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Settings:
        """Make settings of values by name, as RANGES converts them; None means not set."""
        set_values = {name: value for name, value in values.items() if value is not None}
        if "memory" in set_values:
            set_values["megabytes"] = set_values.pop("memory")
        others = {name: set_values.pop(name) for name in ("level", "seed", "attitude") if name in set_values}
        return cls(Limits(**set_values), **others)

    def check(self, game: Game) -> None:
        """Raise VeierError where these settings do not fit a game or each other."""
        if self.level is not None:
            read_level(game, self.level)
            if self.attitude is not None:
                raise VeierError(message("cli.error.attitude"))

    def think(self, position: Position, stop: Stop | None = None, *, widely: bool = False) -> Analysis:
        """Look for the best move; raise VeierError where the game is over or the settings do not fit it.

        `widely` looks at other moves too where a book knows one that wins.
        """
        from veier.search.levels import think_at_level
        from veier.search.think import think

        if position.is_over:
            raise VeierError(message("illegal.over"))
        prepare(position.game)
        self.check(position.game)
        with remembering(self.limits.megabytes):
            if self.level is None:
                attitude = self.attitude or "own"
                return think(position, self.limits, seed=self.seed or 0, stop=stop, attitude=attitude, widely=widely)
            # Without a limit of ours, a level takes its own.
            limits = None if self.limits == Limits() else self.limits
            return think_at_level(position, int(self.level), limits, seed=self.seed or 0, stop=stop)


@contextmanager
def remembering(megabytes: int) -> Iterator[None]:
    """Say so in a sentence where a search cannot have the memory that it was given."""
    try:
        yield
    except MemoryError as error:
        raise VeierError(message("cli.error.memory", megabytes=megabytes)) from error


def prepare(game: Game) -> None:
    """Load, or compile, what a search of a game needs: its time begins after that."""
    from veier.search import levels  # noqa: F401 - importing compiles

    rules = game.rules
    _ = rules.kernels, rules.threat_kernels, rules.eval_kernels, rules.eval_tables
    if game.name not in _prepared:
        # Numba leaves so many objects behind that collecting garbage among them would hold up a search for 0.1 s.
        gc.freeze()
        _prepared.add(game.name)


def read_level(game: Game, text: str) -> int:
    """Read one of a game's levels."""
    from veier.search.levels import level_count

    last = level_count(game)
    if text not in map(str, range(1, last + 1)):
        raise VeierError(message("cli.error.level", level=text, game=game.id, last=last))
    return int(text)


def search_options(*names: str) -> Callable[[Function], Function]:
    """Give a command these settings as options; it takes them together as `settings`."""

    def decorate(function: Function) -> Function:
        @wraps(function)
        def gathered(**values: Any) -> Any:
            settings = Settings.of({name: values.pop(name) for name in names})
            return function(settings=settings, **values)

        decorated = cast(Function, gathered)
        for name in reversed(names):
            decorated = option(f"--{name}", type=RANGES[name], metavar=_HINTS.get(name))(decorated)
        return decorated

    return decorate
