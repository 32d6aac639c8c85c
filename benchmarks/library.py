"""Compares random play through the library with the same loop in python-chess, as ratios in one run.

    python -m benchmarks.library [--seconds S] [--rounds N] [GAME ...]

Both loops are what their documents show: a random one of the legal moves, made on a position, until the game is over.
They run in turn, round after round, and the best rate of each counts. python-chess comes with `pip install -e
'.[bench]'`. The memory is that of finished positions that are kept.
"""

from __future__ import annotations

import argparse
import gc
import time
import tracemalloc
from collections.abc import Callable
from functools import partial
from random import Random

import veier

# Wanted of our positions per second, as a share of python-chess's; and of the bytes that a finished position takes.
WANTED = 1.0
BYTES = 20_000
_KEPT = 20


def play_game(game: str, random: Random) -> tuple[veier.Position, int]:
    """Play a random game; return its last position and the number of moves."""
    position, plies = veier.game(game).start(), 0
    while not position.is_over:
        position = position.play(random.choice(position.legal_moves))
        plies += 1
    return position, plies


def count_plies(game: str, random: Random) -> int:
    """Play a random game; return the number of moves."""
    return play_game(game, random)[1]


def play_chess(random: Random) -> int:
    """Play a random game of chess; return the number of moves."""
    import chess

    board = chess.Board()
    while not board.is_game_over():
        board.push(random.choice(list(board.legal_moves)))
    return len(board.move_stack)


def rate(play: Callable[[Random], int], seconds: float, seed: int = 1) -> float:
    """Return positions per CPU-second."""
    random, plies = Random(seed), 0
    begun = time.process_time()
    while time.process_time() < begun + seconds:
        plies += play(random)
    return plies / (time.process_time() - begun)


def compare(games: list[str], seconds: float, rounds: int) -> tuple[float, dict[str, float]]:
    """Return the best rates of python-chess and of each game."""
    chess, ours = 0.0, dict.fromkeys(games, 0.0)
    for _ in range(rounds):
        chess = max(chess, rate(play_chess, seconds))
        for game in games:
            ours[game] = max(ours[game], rate(partial(count_plies, game), seconds))
    return chess, ours


def bytes_kept(game: str) -> float:
    """Return the memory that a finished position takes."""
    play_game(game, Random(0))
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    kept = [play_game(game, Random(seed))[0] for seed in range(_KEPT)]
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / len(kept)


def main() -> None:
    """Print the rates and the memory, and exit with 1 if a bound does not hold."""
    parser = argparse.ArgumentParser(description="the speed of random play through the library beside python-chess")
    parser.add_argument("games", nargs="*", metavar="GAME", default=[game.id for game in veier.all_games()])
    parser.add_argument("--seconds", type=float, default=0.5, help="of each loop in each round")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    chess, ours = compare(arguments.games, arguments.seconds, arguments.rounds)
    print(f"python-chess: {chess:,.0f} positions/s")
    print("| game | positions/s | times python-chess | bytes of a finished position |")
    print("|---|---|---|---|")
    fits = True
    for game, found in ours.items():
        kept = bytes_kept(game)
        fits = fits and found >= WANTED * chess and kept <= BYTES
        print(f"| `{game}` | {found:,.0f} | {found / chess:.1f} | {kept:,.0f} |")
    raise SystemExit(not fits)


if __name__ == "__main__":
    main()
