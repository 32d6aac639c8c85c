"""A study: all figures of a report, as plain values. `veier lab report --json` prints them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from veier.core.game import Game
from veier.explain.explorer import explore
from veier.games import game as find_game
from veier.lab.report import course, metrics
from veier.lab.report.estimates import Estimate
from veier.lab.report.plan import Group, Kind, Plan
from veier.lab.report.sample import SampledGame, read_games
from veier.lab.report.swap import Swap, swap_rule
from veier.search.analysis import Proven

Games = Sequence[SampledGame]
# What is measured of each level and option, by name.
MEASURES = {
    "draws": metrics.drawishness,
    "completion": metrics.completion,
    "plies": metrics.duration,
    "branching": metrics.branching_factor,
    "phase_2": metrics.phase_2_share,
    "gifts": metrics.gift_share,
    "bans": metrics.ban_share,
    "drama": course.drama,
    "lead_changes": course.lead_changes,
    "decisiveness": course.decisiveness,
    "uncertainty": course.uncertainty,
}
# The lower end of a step's interval from which on it counts as a level of play (Ai Ai).
LEVEL_OF_PLAY = 0.6


@dataclass(frozen=True, slots=True)
class Figures:
    """What games of equal players have shown.

    player    its name
    game      the game with its options
    distinct  the number of different games
    seats     each seat's points per game
    measures  the rest, by name; None where games say nothing about it
    """

    player: str
    game: str
    games: int
    distinct: int
    seats: tuple[Estimate, ...]
    balance: Estimate
    measures: Mapping[str, Estimate | None]


@dataclass(frozen=True, slots=True)
class Opening:
    """A first move up to symmetry, with what is proved and what strong players made of it."""

    moves: tuple[str, ...]
    proven: Proven | None
    neither: bool
    games: int
    seats: tuple[Estimate, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A level against the one before: points per game of the better one; equal players would have 1 / seats."""

    better: str
    weaker: str
    games: int
    points: Estimate


@dataclass(frozen=True, slots=True)
class ShortestWin:
    """The shortest win that was seen among players of one strength."""

    player: str
    winner: int
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Study:
    """All figures of a report on a game.

    proven      the result with best play, where it is known
    levels      equal players, weakest first; the last are the strong ones
    lengths     number of games of strong players by their plies
    branching   legal moves of strong players by ply
    ends        number of games of strong players by reason
    stones      by cell: share of games of strong players with a stone there at the end
    patterns    by cell: share of their games with squares or rows in which the cell is part of one
    swap        None where it was not computed: with three players, or without openings
    """

    game: str
    seed: int
    games: int
    proven: Proven | None
    levels: tuple[Figures, ...]
    lengths: tuple[tuple[int, int], ...]
    branching: tuple[tuple[int, Estimate], ...]
    ends: Mapping[str, int]
    stones: Mapping[str, Estimate]
    patterns: Mapping[str, Estimate]
    openings: tuple[Opening, ...]
    swap: Swap | None
    steps: tuple[Step, ...]
    options: tuple[Figures, ...]
    shortest: tuple[ShortestWin, ...]

    @property
    def strong(self) -> Figures:
        """What the strongest players have shown."""
        return self.levels[-1]

    @property
    def levels_of_play(self) -> int:
        """The number of steps at which the better player surely scores LEVEL_OF_PLAY, or as much above its share."""
        seats = len(self.strong.seats)
        bound = LEVEL_OF_PLAY if seats == 2 else LEVEL_OF_PLAY / (LEVEL_OF_PLAY + (1 - LEVEL_OF_PLAY) * (seats - 1))
        return sum(step.points.low >= bound for step in self.steps)

    def to_data(self) -> dict[str, Any]:
        """Return everything as data that JSON can hold."""
        return {**asdict(self), "levels_of_play": self.levels_of_play}


def make_study(plan: Plan, results: Iterable[tuple[int, bytes]]) -> Study:
    """Make the study of a plan of which all chunks are done, given the result of each by number."""
    played: dict[Group, list[SampledGame]] = {group: [] for group in plan.groups}
    for number, result in results:
        played[plan.chunk(number)[0]] += read_games(result)
    game = find_game(plan.game)
    levels = _of_kind(played, "level")
    strong = levels[-1][1]
    explored = explore(game.start())
    openings = {group.first: games for group, games in _of_kind(played, "opening")}
    return Study(
        game=plan.game,
        seed=plan.seed,
        games=plan.games,
        proven=explored.proven,
        levels=tuple(_figures(group, games) for group, games in levels),
        lengths=tuple(metrics.count_lengths(strong)),
        branching=tuple(metrics.branching_by_ply(strong)),
        ends=metrics.count_ends(strong),
        stones=metrics.stone_heat(strong),
        patterns=metrics.pattern_heat(strong),
        openings=_openings(game, openings),
        swap=swap_rule(openings) if game.players == 2 else None,
        steps=tuple(_step(group, games) for group, games in _of_kind(played, "skill")),
        options=tuple(_figures(group, games) for group, games in _of_kind(played, "option")),
        shortest=tuple(_shortest(levels)),
    )


def _of_kind(played: Mapping[Group, Games], kind: Kind) -> list[tuple[Group, Games]]:
    return [(group, games) for group, games in played.items() if group.kind == kind]


def _figures(group: Group, games: Games) -> Figures:
    measured = {name: measure(games) for name, measure in MEASURES.items()}
    seats, balance = metrics.seat_points(games), metrics.balance(games)
    assert balance
    return Figures(group.players[0], group.game, len(games), metrics.distinct(games), seats, balance, measured)


def _step(group: Group, games: Games) -> Step:
    points = metrics.strong_points(games)
    assert points
    better, weaker = group.players
    return Step(better, weaker, len(games), points)


def _openings(game: Game, played: Mapping[str, Games]) -> tuple[Opening, ...]:
    """Return the first moves, the best for the first player first: what is proved counts before what was played."""
    found = [
        Opening(group.moves, group.proven, group.neither, len(games), metrics.seat_points(games))
        for group in explore(game.start()).groups
        if (games := played.get(group.moves[0]))
    ]
    return tuple(sorted(found, key=_rank))


def _rank(opening: Opening) -> tuple[int, float]:
    proven = opening.proven
    known = 1 if proven is None or proven.winner is None else 0 if proven.winner == 0 else 2
    return known, -opening.seats[0].mean


def _shortest(levels: Sequence[tuple[Group, Games]]) -> Iterable[ShortestWin]:
    for group, games in levels:
        game = metrics.shortest_win(games)
        if game and game.winner is not None:
            yield ShortestWin(group.players[0], game.winner, game.moves)
