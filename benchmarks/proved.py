"""Counts what the program says along the books, where every position is proved: to the loser, and in reviews.

    python -m benchmarks.proved --games 6

In each game the winner makes one of its shortest proved moves, whichever symmetric image, and the loser moves at
random, carefully or after a search. Nothing should be "not proven", "told 50 % or more" or "blamed".
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from random import Random

import veier
from veier.explain.review import review
from veier.games import all_specs
from veier.search.simple_players import greedy_move, random_move
from veier.search.solve.knowledge import book_move, known_moves
from veier.search.think import think

_LIMITS = veier.Limits(nodes=2000)


def solved_games() -> list[str]:
    """List the games that have books."""
    return [f"{spec.name}?{options}".rstrip("?") for spec in all_specs().values() for options in spec.books]


def play_along(game: veier.Game, seed: int) -> list[veier.Position]:
    """Play a game in which one side makes proved moves; return its positions."""
    random, positions = Random(seed), [game.start()]
    while not positions[-1].is_over:
        position = positions[-1]
        positions.append(position.play(_win(position, random) or _reply(position, seed, random)))
    return positions


def _win(position: veier.Position, random: Random) -> veier.Move | None:
    found = book_move(position)
    if found is None:
        return None
    shortest = veier.Proven(position.mover, found.plies)
    alike = [number for number, proven in known_moves(position).items() if proven == shortest]
    return position.describe(random.choice(alike))


def _reply(position: veier.Position, seed: int, random: Random) -> veier.Move:
    if seed % 3 == 0:
        return think(position, _LIMITS).best.move
    return random_move(position, random) if seed % 3 == 1 else greedy_move(position, random)


def count(positions: Sequence[veier.Position]) -> Counter[str]:
    """Count what is said of a game."""
    counts: Counter[str] = Counter()
    outcome = positions[-1].outcome
    winner = outcome.winner if outcome else None
    for position in positions[:-1]:
        if position.mover == winner:
            continue
        begun = time.perf_counter()
        best = think(position, _LIMITS).best
        counts["slowest, ms"] = max(counts["slowest, ms"], round(1000 * (time.perf_counter() - begun)))
        counts["loser to move"] += 1
        counts["not proven"] += best.proven is None
        counts["told 50 % or more"] += best.chances[position.mover] >= 0.5
    moves = [position.last_move.text for position in positions if position.last_move]
    found = review(positions[0], moves, veier.Limits(nodes=300))
    for number, ply in enumerate(found.plies):
        side = "winner's" if ply.mover == winner else "loser's"
        counts[f"{side} moves"] += 1
        counts[f"{side} moves blamed"] += ply.loss > 0 or number in found.turning
    return counts


def main(arguments: Sequence[str] | None = None) -> None:
    """Play games along every book and print the counts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=6, metavar="N", help="games for each book")
    options = parser.parse_args(arguments)
    for game in solved_games():
        counts: Counter[str] = Counter()
        slowest = 0
        for seed in range(options.games):
            one = count(play_along(veier.game(game), seed))
            slowest = max(slowest, one.pop("slowest, ms"))
            counts.update(one)
        figures = ", ".join(f"{what}: {number}" for what, number in counts.items())
        print(f"{game}: {figures}; slowest answer {slowest} ms", flush=True)


if __name__ == "__main__":
    main()
