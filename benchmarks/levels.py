"""Plays each level against the one below, and writes docs/levels.md from the results.

    python -m benchmarks.levels 4eyes --games 100
    python -m benchmarks.levels --write

The first command plays every level of a game against the one below, from random openings, balanced where threat search
can tell, and appends a line of JSON per pair to benchmarks/levels.jsonl, so that results add up over runs. The second
writes the page from all lines.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import veier
from veier.lab.match import Match
from veier.lab.match_run import play_match
from veier.lab.openings import make_openings
from veier.lab.results import block_scores
from veier.lab.run.local import LocalExecutor
from veier.lab.scores import Score, score_of

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "levels.jsonl"
PAGE = ROOT / "docs" / "levels.md"

_HEAD = """# How strong the levels are

`python -m benchmarks.levels GAME` plays each level against the one below and appends to `benchmarks/levels.jsonl`;
`python -m benchmarks.levels --write` writes this page from it. Openings are a few random moves after which nobody can
win at once or, where a short threat search can tell, by threats; each is played in every seating. A win counts 1, a
draw 1/2, or 1/3 with three players, where one seat of the higher level plays against two of the lower one and equal
players score 0.333. The interval is the 95 % confidence interval.

The aim is a score of 0.65 to 0.80 per step. With three players that is 0.48 to 0.67: of the games that it or a given
opponent wins, the higher level then wins 65 to 80 %. The last level has 0.1 s per move here. There are as many levels
as can be distinguished: in the two-player square games, a player that searches 300 positions per move already wins most
games that can be won, and with three players too much depends on what the others overlook. Levels were tuned in matches
from the same openings, so the steps may be less even with another `--seed`.
"""
_TABLE = ("| levels | games | score | 95 % interval |", "|---|---|---|---|")


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a run between a level and the one below; `blocks` has the level's score from each opening."""

    game: str
    level: int
    movetime: float | None
    seed: int
    games: int
    blocks: tuple[float, ...]


def measure(game: veier.Game, level: int, openings: int, movetime: float | None, seed: int, jobs: int = 1) -> Result:
    """Play a level against the one below and return the result."""
    positions = make_openings(game, openings, seed, balanced=True)
    match = Match(game.id, (f"level:{level}", f"level:{level - 1}"), movetime, seed, first_alone=True)
    blocks: list[float] = []
    for standing in play_match(match, positions, LocalExecutor(jobs)):
        blocks = block_scores(standing.blocks)
        print(f"{game.id} level {level}: {len(blocks)}/{openings} {score_of(blocks)}", file=sys.stderr, flush=True)
    return Result(game.id, level, movetime, seed, game.players * len(blocks), tuple(blocks))


def read_results(path: Path) -> Iterator[Result]:
    """Read the results so far."""
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            data = json.loads(line)
            yield Result(**{**data, "blocks": tuple(data["blocks"])})


def add_result(path: Path, result: Result) -> None:
    """Append a result."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(result)) + "\n")


def write_page(results: Iterable[Result]) -> str:
    """Return the page: a table per game, all runs of a pair combined."""
    found: dict[str, dict[int, list[Result]]] = defaultdict(lambda: defaultdict(list))
    for result in results:
        found[result.game][result.level].append(result)
    order = {game.id: place for place, game in enumerate(veier.all_games())}
    parts = [_HEAD]
    for game in sorted(found, key=lambda game: (order.get(game, len(order)), game)):
        rows = [_row(level, found[game][level]) for level in sorted(found[game])]
        parts.append("\n".join([f"## `{game}`\n", *_TABLE, *rows]) + "\n")
    return "\n".join(parts)


def _row(level: int, runs: list[Result]) -> str:
    score: Score = score_of([block for run in runs for block in run.blocks])
    games = sum(run.games for run in runs)
    return f"| {level} against {level - 1} | {games} | {score.mean:.3f} | {score.low:.3f} to {score.high:.3f} |"


def main() -> None:
    """Measure, or write the page."""
    from veier.search.levels import level_count

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", help="ids of games")
    parser.add_argument("--levels", type=int, nargs="+", help="these levels only, each against the one below")
    parser.add_argument("--games", type=int, default=100, help="games a pair of levels, rounded up to whole openings")
    parser.add_argument("--movetime", type=float, help="seconds a move at most (what the level takes)")
    parser.add_argument("--jobs", type=int, default=1, help="how many games at a time (1)")
    parser.add_argument("--seed", type=int, default=0, help="another number for another run, not counted twice")
    parser.add_argument("--write", action="store_true", help="write docs/levels.md from all results")
    arguments = parser.parse_args()
    done = {(result.game, result.level, result.seed) for result in read_results(RESULTS)}
    for name in arguments.game:
        game = veier.game(name)
        openings = -(-arguments.games // game.players)
        for level in arguments.levels or range(2, level_count(game) + 1):
            if (game.id, level, arguments.seed) in done:
                print(f"{game.id} level {level}: measured with seed {arguments.seed} before", file=sys.stderr)
                continue
            result = measure(game, level, openings, arguments.movetime, arguments.seed, arguments.jobs)
            add_result(RESULTS, result)
            print(game.id, _row(level, [result]), flush=True)
    if arguments.write:
        PAGE.write_text(write_page(read_results(RESULTS)), encoding="utf-8")


if __name__ == "__main__":
    main()
