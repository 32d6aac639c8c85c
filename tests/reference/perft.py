"""Perft: the number of move sequences of exactly a given length.

From the folder tests/:

    python -m reference.perft GAME DEPTH [MOVE ...]

prints one line of a perft file: the moves, then the count for each depth up to DEPTH.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from . import start
from .base import Reference

FOLDER = Path(__file__).resolve().parent.parent / "perft"


def perft_file(game: str) -> Path:
    """The file of a game; with another reading of the rules, its id without the question mark that Windows forbids."""
    return FOLDER / "readings" / f"{game.replace('?', ',')}.txt" if "?" in game else FOLDER / f"{game}.txt"


def perft(reference: Reference, depth: int) -> int:
    """How many sequences of exactly `depth` moves there are; an ended game has no continuation."""
    if depth == 0:
        return 1
    moves = reference.legal()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        child = reference.copy()
        child.play_known(move)
        total += perft(child, depth - 1)
    return total


def after(game: str, moves: Sequence[str]) -> Reference:
    """The position after these moves from the start, each checked."""
    reference = start(game)
    for move in moves:
        reference.play(move)
    return reference


def line(game: str, moves: Sequence[str], depth: int) -> str:
    """One line of a perft file."""
    reference = after(game, moves)
    counts = " ".join(f"{d} {perft(reference, d)}" for d in range(1, depth + 1))
    return f"{' '.join(moves)} ; {counts}".lstrip()


def read(path: Path) -> list[tuple[list[str], dict[int, int]]]:
    """The lines of a perft file: moves from the start, and the counts by depth."""
    lines = []
    for text in path.read_text(encoding="utf-8").splitlines():
        if not text.strip() or text.startswith("#"):
            continue
        before, _, behind = text.partition(";")
        numbers = [int(number) for number in behind.split()]
        lines.append((before.split(), dict(zip(numbers[::2], numbers[1::2], strict=True))))
    return lines


def main(arguments: Sequence[str]) -> int:
    """The script."""
    if len(arguments) < 2:
        print(__doc__)
        return 2
    game, depth, *moves = arguments
    print(line(game, moves, int(depth)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
