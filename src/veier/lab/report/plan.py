"""The plan of a report: groups of games with the same players, cut into chunks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal

from veier.core.errors import VeierError
from veier.core.game import Game
from veier.explain.explorer import explore
from veier.games import game as find_game
from veier.lab.report.house_options import house_options
from veier.lab.run.job import Job
from veier.messages import message
from veier.search.levels import level_count

RANDOM, STRONG = "random", "strong"
# Games of each level, by budget.
BUDGETS = {"quick": 40, "default": 400, "long": 4000}
_CHUNK = 5

# level    equal players from the start
# opening  equal strong players after each first move
# skill    a level against the one before
# option   equal strong players under another house option
Kind = Literal["level", "opening", "skill", "option"]
# What a report may have beside equal players from the start.
Extra = Literal["openings", "skill", "options"]
EXTRAS: tuple[Extra, ...] = ("openings", "skill", "options")


@dataclass(frozen=True, slots=True)
class Group:
    """Games with the same players.

    players  one name for all seats, or two: the first sits alone, in each seat in turn, against the second
    games    how many
    first    the first move, where it is given
    """

    kind: Kind
    game: str
    players: tuple[str, ...]
    games: int
    first: str = ""

    @property
    def key(self) -> str:
        """What tells the group from others of the plan, whatever the number of its games."""
        return " ".join((self.kind, self.game, *self.players, self.first))


@dataclass(frozen=True)
class Plan:
    """All groups of a report on a game."""

    game: str
    groups: tuple[Group, ...]
    seed: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(group.games for group in self.groups)

    @property
    def job(self) -> Job:
        """The plan as a job."""
        return Job("veier.lab.report.play:play_chunk", {"plan": self.to_data()}, len(self.chunks))

    @cached_property
    def chunks(self) -> tuple[tuple[int, range], ...]:
        """The group and the numbers of the games of each chunk."""
        return tuple(
            (place, range(first, min(first + _CHUNK, group.games)))
            for place, group in enumerate(self.groups)
            for first in range(0, group.games, _CHUNK)
        )

    def chunk(self, number: int) -> tuple[Group, range]:
        """Return the group of a chunk and the numbers of its games."""
        place, numbers = self.chunks[number]
        return self.groups[place], numbers

    def to_data(self) -> dict[str, Any]:
        """Return the plan as data that JSON can hold."""
        groups = [{**asdict(group), "players": list(group.players)} for group in self.groups]
        return {"game": self.game, "groups": groups, "seed": self.seed}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Plan:
        """Read what `to_data` returns."""
        groups = tuple(Group(**{**group, "players": tuple(group["players"])}) for group in data["groups"])
        return cls(data["game"], groups, data["seed"])


@dataclass(frozen=True, slots=True)
class Request:
    """What a report is asked for.

    games    of each level; the other groups have a share of it
    players  names of players, weakest first; empty: random and some levels; "strong" is the last of these
    options  house options to compare, such as `a=4&b=4&d=2`; None: the usual ones of the game
    """

    game: Game
    games: int = BUDGETS["default"]
    players: Sequence[str] = ()
    options: Sequence[str] | None = None
    seed: int = 0
    extras: Sequence[Extra] = EXTRAS

    def plan(self) -> Plan:
        """Return the plan; raise VeierError for a player or an option that does not exist."""
        usual = usual_players(self.game)
        names = tuple(usual[-1] if name == STRONG else name for name in self.players) or usual
        _check(self.game, names)
        groups = [Group("level", self.game.id, (name,), self.games) for name in names]
        if "skill" in self.extras:
            groups += self._skill(names)
        if "openings" in self.extras:
            groups += self._openings(names[-1])
        if "options" in self.extras:
            groups += self._options(names[-1])
        return Plan(self.game.id, tuple(groups), self.seed)

    def _skill(self, names: Sequence[str]) -> list[Group]:
        seats = self.game.players
        games = max(2, self.games // 2 // seats) * seats
        return [Group("skill", self.game.id, (better, name), games) for name, better in pairwise(names)]

    def _openings(self, strong: str) -> list[Group]:
        games = max(4, self.games // 5)
        return [Group("opening", self.game.id, (strong,), games, move) for move in first_moves(self.game)]

    def _options(self, strong: str) -> list[Group]:
        if self.options is None:
            others = house_options(self.game)
        else:
            others = [find_game(f"{self.game.name}?{text}") for text in self.options]
        games = max(2, self.games // 2)
        return [Group("option", other.id, (_as_strong(other, strong),), games) for other in others]


def first_moves(game: Game) -> list[str]:
    """Return a first move for each that differs, up to symmetry."""
    return [group.moves[0] for group in explore(game.start()).groups]


def usual_players(game: Game) -> tuple[str, ...]:
    """Return random, every second level, and the strongest one that is not at full strength."""
    top = max(level_count(game) - 1, 1)
    levels = [*range(1, top, 2), top]
    return (RANDOM, *map(str, levels))


def read_players(text: str) -> tuple[str, ...]:
    """Read names of players that are separated by commas."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def read_extras(text: str) -> tuple[Extra, ...]:
    """Read names of extras that are separated by commas; raise VeierError."""
    named = [name.strip() for name in text.split(",") if name.strip()]
    for name in named:
        if name not in EXTRAS:
            raise VeierError(message("report.error.part", part=name, known=", ".join(EXTRAS)))
    return tuple(extra for extra in EXTRAS if extra in named)


def _check(game: Game, names: Sequence[str]) -> None:
    known = (RANDOM, *map(str, range(1, level_count(game) + 1)))
    for name in names:
        if name not in known:
            raise VeierError(message("report.error.player", name=name, game=game.id, last=level_count(game)))
    places = [known.index(name) for name in names]
    if sorted(set(places)) != places:
        raise VeierError(message("report.error.order"))


def _as_strong(other: Game, name: str) -> str:
    """Return the same level, or the last one if the other game has fewer."""
    return name if name == RANDOM else str(min(int(name), level_count(other)))
