"""What a match has shown, as plain data."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from veier.lab.match import Block, Match, Played
from veier.lab.rating import rate
from veier.lab.scores import Score, score_of
from veier.lab.sequential import SequentialTest


@dataclass(frozen=True, slots=True)
class Clock:
    """The time that a player's moves took, and by how much they exceeded the limit."""

    moves: int
    mean: float
    longest: float
    mean_overrun: float
    longest_overrun: float


def clock_of(games: Sequence[Played], player: int, seconds: float | None) -> Clock:
    """Return the times of a player's moves, which may take `seconds` each."""
    times = [spent for game in games for spent in game.times(player)]
    late = [max(0.0, spent - seconds) if seconds is not None else 0.0 for spent in times]
    if not times:
        return Clock(0, 0.0, 0.0, 0.0, 0.0)
    return Clock(len(times), statistics.mean(times), max(times), statistics.mean(late), max(late))


def block_scores(blocks: Sequence[Block], player: int = 0) -> list[float]:
    """Return the points per game of a player in each block that it sat in: 1/2 between two equal players."""
    sat = [[game for game in block if player in game.seating] for block in blocks]
    return [sum(game.points(player) for game in games) / len(games) for games in sat if games]


def score_of_player(blocks: Sequence[Block], player: int = 0) -> Score:
    """Return the points per game of a player, with its interval."""
    return score_of(block_scores(blocks, player))


def seat_shares(games: Sequence[Played]) -> list[float]:
    """Return the share of all points that each seat has won, whoever sat there."""
    return [statistics.mean(shares) for shares in zip(*(game.shares for game in games), strict=True)]


def describe_games(games: Sequence[Played]) -> dict[str, Any]:
    """Return what is the same for all players: points by seat, why games ended, how long they were."""
    lengths = [len(game.moves) for game in games]
    return {
        "seats": seat_shares(games),
        "drawn": sum(game.winner is None and game.loser is None for game in games),
        "ends": dict(Counter(game.why for game in games)),
        "moves": {"median": statistics.median(lengths), "shortest": min(lengths), "longest": max(lengths)},
    }


def summarise(match: Match, blocks: Sequence[Block], test: SequentialTest | None = None) -> dict[str, Any]:
    """Return everything that the blocks of a match have shown; there must be one."""
    games = [game for block in blocks for game in block]
    ratings = rate(len(match.players), blocks, seed=match.seed)
    limits = [player.seconds for player in match.parse()]
    players = []
    for place, name in enumerate(match.players):
        sat = [game for game in games if place in game.seating]
        players.append(
            {
                "name": name,
                **asdict(ratings[place]),
                "points": round(sum(game.points(place) for game in sat), 6),
                "games": len(sat),
                "score": asdict(score_of_player(blocks, place)),
                "clock": asdict(clock_of(sat, place, limits[place])),
                "forfeits": sum(game.loser is not None and game.seating[game.loser] == place for game in sat),
            }
        )
    summary: dict[str, Any] = {
        "game": match.game,
        "seed": match.seed,
        "movetime": match.movetime,
        "openings": len(blocks),
        "games": len(games),
        "players": players,
        **describe_games(games),
    }
    return summary | ({"test": describe_test(test, blocks)} if test else {})


def describe_test(test: SequentialTest, blocks: Sequence[Block]) -> dict[str, Any]:
    """Return how a sequential test stands."""
    scores = block_scores(blocks)
    lower, upper = test.bounds
    state = {"ratio": test.ratio(scores), "lower": lower, "upper": upper, "verdict": test.verdict(scores)}
    return {**asdict(test), **state}
