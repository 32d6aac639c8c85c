"""A match between two players, with its score and a 95 % interval.

    python -m benchmarks.strength GAME A B --games 100 --movetime 1

Random openings, after which nobody can win at once, are played in every seating: twice with two players, three times
with three, A against two Bs. The score is A's share of the points: a win counts 1, a draw
1/2, or 1/3 among three, where equal players score 1/3. `python -m benchmarks.strength --help` names the players.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import benchmarks.players
import veier
from benchmarks.matches import Pairing, Played, play_match
from benchmarks.openings import make_openings, winner_by_force
from benchmarks.scores import Score, score_of


@dataclass(frozen=True, slots=True)
class Clock:
    """The time that a player's moves took, and by how much they exceeded the limit."""

    moves: int
    mean: float
    longest: float
    mean_overrun: float
    longest_overrun: float


def clock_of(games: Sequence[Played], seconds: float | None, of_one: bool) -> Clock:
    """Return the times of A's moves, or of B's, which may take `seconds` each."""
    times = [spent for game in games for spent in game.times(of_one)]
    late = [max(0.0, spent - seconds) if seconds is not None else 0.0 for spent in times]
    if not times:
        return Clock(0, 0.0, 0.0, 0.0, 0.0)
    return Clock(len(times), statistics.mean(times), max(times), statistics.mean(late), max(late))


def score_of_blocks(blocks: Sequence[Sequence[Played]]) -> Score:
    """Return A's score."""
    return score_of([statistics.mean(game.score for game in block) for block in blocks])


def count_forced(blocks: Sequence[Sequence[Played]]) -> dict[str, list[int]]:
    """Count A's games, won and in total, from openings that are won, or lost, for it by force."""
    counts = {"won": [0, 0], "lost": [0, 0]}
    for block in blocks:
        winner = winner_by_force(veier.parse_position(block[0].opening))
        for game in block if winner is not None else ():
            count = counts["won" if winner == game.seat else "lost"]
            count[0] += game.winner == game.seat
            count[1] += 1
    return counts


def summarise(game: str, pairing: Pairing, blocks: Sequence[Sequence[Played]]) -> dict[str, Any]:
    """Return everything that a match has shown, as plain data."""
    games = [played for block in blocks for played in block]
    results = Counter("drawn" if g.winner is None else "won" if g.winner == g.seat else "lost" for g in games)
    seats = range(veier.game(game).players)
    one, other = pairing.players()
    lengths = [len(played.moves) for played in games]
    return {
        "game": game,
        **asdict(pairing),
        "games": len(games),
        "openings": len(blocks),
        "score": asdict(score_of_blocks(blocks)),
        "results": {name: results[name] for name in ("won", "drawn", "lost")},
        "forced": count_forced(blocks),
        "score_by_seat": [statistics.mean(g.score for g in games if g.seat == seat) for seat in seats],
        "wins_by_seat": [sum(played.winner == seat for played in games) / len(games) for seat in seats],
        "ends": dict(Counter(played.why for played in games)),
        "moves": {"median": statistics.median(lengths), "shortest": min(lengths), "longest": max(lengths)},
        "clock_one": asdict(clock_of(games, one.seconds, True)),
        "clock_other": asdict(clock_of(games, other.seconds, False)),
    }


def report(summary: dict[str, Any]) -> str:
    """Return a summary as text for people."""
    score, results, moves = Score(**summary["score"]), summary["results"], summary["moves"]
    names = f"{summary['one']} against {summary['other']}"
    by_seat, wins = (" ".join(f"{share:.3f}" for share in summary[f"{what}_by_seat"]) for what in ("score", "wins"))
    ends = ", ".join(f"{why} {count}" for why, count in summary["ends"].items())
    lines = [
        f"{summary['game']}: {names}, {summary['games']} games from {summary['openings']} openings",
        f"score {score}: {results['won']} won, {results['drawn']} drawn, {results['lost']} lost",
        f"score by seat {by_seat}, seats' wins {wins}",
        f"moves after the opening: {moves['median']:g}, from {moves['shortest']} to {moves['longest']}; ends: {ends}",
    ]
    (kept, given), (saved, lost) = summary["forced"]["won"], summary["forced"]["lost"]
    if given:
        lines.append(f"{summary['one']} won {kept} of {given} games given won by force, {saved} of {lost} given lost")
    for name in ("one", "other"):
        clock = Clock(**summary[f"clock_{name}"])
        lines.append(
            f"{summary[name]}: {clock.moves} moves, {clock.mean:.3f} s on average, at most {clock.longest:.3f} s; "
            f"over time by {clock.mean_overrun:.3f} s on average, at most {clock.longest_overrun:.3f} s"
        )
    return "\n".join(lines)


def main() -> None:
    """Play the match that the arguments ask for."""
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=benchmarks.players.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", help="id of a game, such as 4eyes")
    parser.add_argument("one", metavar="A", help="the player whose score is printed")
    parser.add_argument("other", metavar="B", help="whom A plays against")
    parser.add_argument("--games", type=int, help="how many games, rounded up to whole openings (100)")
    parser.add_argument("--openings", type=int, help="how many openings, instead of games")
    parser.add_argument("--movetime", type=float, default=1.0, help="seconds a move (1)")
    parser.add_argument("--plies", type=int, metavar="N", help="openings of N random moves (two to four)")
    parser.add_argument("--balanced", action="store_true", help="leave out openings that threat search decides")
    parser.add_argument(
        "--lasting", type=int, default=0, metavar="N", help="also leave out those won by force within N moves"
    )
    parser.add_argument("--jobs", type=int, default=1, help="how many games at a time (1)")
    parser.add_argument("--seed", type=int, default=0, help="another number gives other openings and moves")
    parser.add_argument("--json", action="store_true", help="print everything as JSON, with the games")
    arguments = parser.parse_args()
    game = veier.game(arguments.game)
    pairing = Pairing(arguments.one, arguments.other, arguments.movetime, arguments.seed)
    count = arguments.openings or -(-(arguments.games or 100) // game.players)
    try:
        pairing.players()
        kind = {name: getattr(arguments, name) for name in ("plies", "balanced", "lasting")}
        openings = make_openings(game, count, arguments.seed, **kind)
    except ValueError as error:
        parser.error(str(error))
    blocks = []
    for block in play_match(pairing, openings, arguments.jobs):
        blocks.append(block)
        print(f"{len(blocks)}/{count} openings: {score_of_blocks(blocks)}", file=sys.stderr, flush=True)
    summary = summarise(game.id, pairing, blocks)
    if arguments.json:
        print(json.dumps({**summary, "played": [asdict(played) for block in blocks for played in block]}))
    else:
        print(report(summary))


if __name__ == "__main__":
    main()
