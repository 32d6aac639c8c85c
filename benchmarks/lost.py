"""Play in positions that are lost by force: how many games are saved against a weaker player.

    python -m benchmarks.lost make 4eyes --count 40 > benchmarks/lost/4eyes.txt
    python -m benchmarks.lost run 4eyes veier#1000 checkout:../before#1000 --against level:3

A line of a file has the plies of the loss, 2, 4 or 6 for six and more, and the position, in which the player to move is
lost. Each player defends every position against the same opponent; what it does not lose is saved, a draw by half. The
last lines are the differences to the first player, with 95 % intervals over positions.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random

import veier
from veier.core.position import Position
from veier.lab.match import play_game
from veier.lab.openings import make_openings
from veier.lab.players import Choose, make_player, parse_player
from veier.lab.scores import score_of
from veier.search.levels import level_count, think_at_level
from veier.search.think import think

DIRECTORY = Path(__file__).parent / "lost"
# Nodes that decide whether a position is lost, and nodes of the players' moves between them.
_PROOF, _MOVE = 3000, 500
# Losses in so many plies and more are one kind.
_LATE = 6


def make_lost(game: veier.Game, count: int, seed: int) -> Iterator[tuple[int, Position]]:
    """Yield positions that are lost in 2, 4, and 6 or more plies, `count` of each, from games between levels."""
    random, last = Random(seed), level_count(game)
    wanted = {2: count, 4: count, _LATE: count}
    seen: set[bytes] = set()
    number = 0
    while any(wanted.values()):
        number += 1
        position = make_openings(game, 1, seed=1000 * seed + number)[0]
        levels = [random.randint(2, last - 1) for _ in range(2)]
        while not position.is_over and position.phase == 1:
            proven = think(position, veier.Limits(nodes=_PROOF)).proven
            kind = min(proven.plies, _LATE) if proven and proven.winner == 1 - position.mover else 0
            if wanted.get(kind) and position.packed not in seen:
                seen.add(position.packed)
                wanted[kind] -= 1
                yield kind, position
            limits = veier.Limits(nodes=_MOVE)
            position = position.play(think_at_level(position, levels[position.mover], limits, seed=number).best.move)


def read_lost(game: str) -> list[tuple[int, Position]]:
    """Read the file of a game."""
    lines = (DIRECTORY / f"{game}.txt").read_text(encoding="utf-8").splitlines()
    return [(int(kind), veier.parse_position(text)) for kind, text in (line.split(maxsplit=1) for line in lines)]


def defend(position: Position, defender: Choose, attacker: Choose, seed: int) -> float:
    """Return what a defender saves of a lost position."""
    choosers = [defender, attacker] if position.mover == 0 else [attacker, defender]
    played = play_game(position, choosers, (0, 1), seed)
    return played.shares[position.mover]


def report(saved: dict[str, dict[int, list[float]]]) -> str:
    """Describe what each player saved, by the plies of the loss, and the differences to the first."""
    lines = []
    for name, kinds in saved.items():
        shares = ", ".join(f"{kind}: {statistics.mean(kinds[kind]):.3f}" for kind in sorted(kinds))
        everything = [share for kind in kinds.values() for share in kind]
        lines.append(f"{name} saves {score_of(everything)} of {len(everything)} ({shares})")
    first, *others = saved
    for name in others:
        both = [zip(saved[first][kind], saved[name][kind], strict=True) for kind in saved[first]]
        pairs = [one - other for pair in both for one, other in pair]
        half = 1.96 * statistics.stdev(pairs) / len(pairs) ** 0.5
        lines.append(f"{first} saves {statistics.mean(pairs):+.3f} ± {half:.3f} more than {name}")
    return "\n".join(lines)


def main() -> None:
    """Make a file, or let players defend its positions."""
    import benchmarks.players  # noqa: F401 - registers further players

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("make", help="print lost positions")
    make.add_argument("game")
    make.add_argument("--count", type=int, default=40, help="how many of each kind (40)")
    make.add_argument("--seed", type=int, default=1)
    run = commands.add_parser("run", help="let players defend lost positions")
    run.add_argument("game")
    run.add_argument("players", nargs="+", metavar="PLAYER")
    run.add_argument("--against", default="level:3", help="the opponent, which has won positions (level:3)")
    run.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th position")
    run.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    game = veier.game(arguments.game)
    if arguments.command == "make":
        for kind, position in make_lost(game, arguments.count, arguments.seed):
            print(kind, veier.format_position(position), flush=True)
        return
    defenders = {name: make_player(parse_player(name, 1.0), game) for name in arguments.players}
    attacker = make_player(parse_player(arguments.against, None), game)
    positions = read_lost(game.id)[:: arguments.every]
    saved: dict[str, dict[int, list[float]]] = {name: defaultdict(list) for name in defenders}
    for number, (kind, position) in enumerate(positions):
        for name, defender in defenders.items():
            seed = 1_000_000 * arguments.seed + 1000 * number
            saved[name][kind].append(defend(position, defender, attacker, seed))
        print(f"\r{number + 1}/{len(positions)}", end="", file=sys.stderr, flush=True)
    print(f"\n{game.id} against {arguments.against}", file=sys.stderr)
    print(report(saved))


if __name__ == "__main__":
    main()
