"""Asks by depth-first search which first moves lead to a win within so many plies, up to symmetry.

    python -m benchmarks.shortest 4eyes --within 10

With an even number the second player's wins are asked for, after each first move; with an odd number those of the first
player, from the start. With --moves only after these first moves. It answers for few plies what `veier solve --within`
does not: see docs/solved.md.
"""

from __future__ import annotations

import argparse
import time

import veier
from benchmarks.shortest_search import NO, UNKNOWN, YES, wins_within
from veier.core.position import Position
from veier.search.pn.proof_search import ProofSearch

_WORDS = {YES: "wins", NO: "does not win", UNKNOWN: "not known"}


def first_moves(position: Position) -> list[str]:
    """List the first moves that do not lose at once, but for symmetry."""
    search = ProofSearch(position, 1)
    return [position.describe(search.to_move(placement)).text for placement, _ in search.openings]


def main() -> None:
    """Run what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--within", type=int, required=True, help="plies, from the start of the game; four at least")
    parser.add_argument("--moves", nargs="+", help="ask after these first moves only")
    parser.add_argument("--budget", type=int, default=10**9, help="positions searched for each question")
    parser.add_argument("--memory", type=int, default=512, help="megabytes of the table")
    arguments = parser.parse_args()
    start, within = veier.game(arguments.game).start(), arguments.within
    moves = [""] if within % 2 else arguments.moves or first_moves(start)
    for move in moves:
        begun = time.monotonic()
        position = start.play(move) if move else start
        answer = wins_within(position, within - bool(move), arguments.budget, arguments.memory)
        colour = start.game.colours[position.mover]
        print(f"{move} {colour} {_WORDS[answer]}, {time.monotonic() - begun:.0f} s".strip(), flush=True)


if __name__ == "__main__":
    main()
