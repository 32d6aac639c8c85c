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
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import benchmarks.players
import veier
import veier.lab.players
from veier.lab.match import Block, Match
from veier.lab.match_run import play_match
from veier.lab.openings import make_openings, winner_by_force
from veier.lab.results import Clock, clock_of, describe_games, score_of_player
from veier.lab.run.local import LocalExecutor
from veier.lab.scores import Score


def make_match(game: veier.Game, one: str, other: str, movetime: float | None, seed: int) -> Match:
    """Return the match of A alone against B in all other seats, with the players that only benchmarks have."""
    return Match(game.id, (one, other), movetime, seed, first_alone=True, imports=("benchmarks.players",))


def count_forced(blocks: Sequence[Block]) -> dict[str, list[int]]:
    """Count A's games, won and in total, from openings that are won, or lost, for it by force."""
    counts = {"won": [0, 0], "lost": [0, 0]}
    for block in blocks:
        winner = winner_by_force(veier.parse_position(block[0].opening))
        for game in block if winner is not None else ():
            seat = game.seating.index(0)
            count = counts["won" if winner == seat else "lost"]
            count[0] += game.winner == seat
            count[1] += 1
    return counts


def summarise(match: Match, blocks: Sequence[Block]) -> dict[str, Any]:
    """Return everything that a match has shown, as plain data."""
    games = [played for block in blocks for played in block]
    results = {"won": 0, "drawn": 0, "lost": 0}
    for played in games:
        results["won" if played.points(0) == 1 else "drawn" if played.points(0) else "lost"] += 1
    seats = range(veier.game(match.game).players)
    one, other = match.parse()
    described = describe_games(games)
    return {
        "game": match.game,
        "one": match.players[0],
        "other": match.players[1],
        "movetime": match.movetime,
        "seed": match.seed,
        "games": len(games),
        "openings": len(blocks),
        "score": asdict(score_of_player(blocks)),
        "results": results,
        "forced": count_forced(blocks),
        "score_by_seat": [statistics.mean(g.points(0) for g in games if g.seating[seat] == 0) for seat in seats],
        "wins_by_seat": [sum(played.winner == seat for played in games) / len(games) for seat in seats],
        "ends": described["ends"],
        "moves": described["moves"],
        "clock_one": asdict(clock_of(games, 0, one.seconds)),
        "clock_other": asdict(clock_of(games, 1, other.seconds)),
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
        description=__doc__,
        epilog=f"{veier.lab.players.__doc__}\n{benchmarks.players.__doc__}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
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
    match = make_match(game, arguments.one, arguments.other, arguments.movetime, arguments.seed)
    count = arguments.openings or -(-(arguments.games or 100) // game.players)
    try:
        match.check()
        kind = {name: getattr(arguments, name) for name in ("plies", "balanced", "lasting")}
        openings = make_openings(game, count, arguments.seed, **kind)
    except ValueError as error:
        parser.error(str(error))
    blocks: Sequence[Block] = []
    for standing in play_match(match, openings, LocalExecutor(arguments.jobs)):
        blocks = standing.blocks
        print(f"{len(blocks)}/{count} openings: {score_of_player(blocks)}", file=sys.stderr, flush=True)
    summary = summarise(match, blocks)
    if arguments.json:
        print(json.dumps({**summary, "played": [played.to_data() for block in blocks for played in block]}))
    else:
        print(report(summary))


if __name__ == "__main__":
    main()
