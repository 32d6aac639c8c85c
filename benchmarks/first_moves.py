"""Solves every first move of a game, up to symmetry: who wins after it, and in how many plies at most.

    python -m benchmarks.first_moves 4eyes-beginners --proof blue.proof

With --proof the strategy of the second player against all first moves that lose is checked and written to a file. The
tables in docs/solved.md are made by this.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import veier
from veier.search.solve.first_moves import FirstMove, FirstMoves
from veier.search.solve.proof_file import write_strategy


def describe(game: veier.Game, first: FirstMove) -> str:
    """Say who wins after a move."""
    if first.winner is not None:
        return f"{first.move.text} {game.colours[first.winner]} {first.plies}"
    return f"{first.move.text} {'nobody' if first.decided else 'not known'}"


def main() -> None:
    """Run what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--limit", type=float, default=600, help="seconds of search")
    parser.add_argument("--memory", type=int, default=2000, help="megabytes of its tables")
    parser.add_argument("--within", type=int, default=0, help="ask for wins within so many plies only")
    parser.add_argument("--proof", type=Path, help="where the second player's strategy is written")
    arguments = parser.parse_args()
    game, begun = veier.game(arguments.game), time.monotonic()
    search = FirstMoves(game.start(), arguments.memory, within=arguments.within)
    found = search.run(arguments.limit, lambda first: print(describe(game, first), flush=True))
    for first in found:
        if not first.decided:
            print(describe(game, first))
    print(f"{len(found)} first moves, {time.monotonic() - begun:.0f} s")
    if arguments.proof:
        made = search.strategy(game.id, ())
        if made is None or not made[1].holds:
            raise SystemExit("no strategy")
        write_strategy(arguments.proof, made[0])
        size = arguments.proof.stat().st_size
        print(f"{size:,} bytes, {made[1].positions:,} positions, {made[1].replies:,} replies checked")


if __name__ == "__main__":
    main()
