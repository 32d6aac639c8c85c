"""Writes the golden games, one a game. From the folder tests/:

    python -m golden.make [GAME ...]

They are random games of the second implementation with fixed seeds: the same code always writes the same files.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence

from reference import GAMES, Reference, start
from reference.wander import wander

from golden.lines import FOLDER, ending, header, line

# The number of moves of phase 2, or with pencils, that do not end the game; then moves are random.
SECOND_PHASE = 6
WITH_PENCILS = 14


def choose(reference: Reference, chance: random.Random) -> str:
    """Any legal move; in hex rows the best for the mover's points of a few, so that there are some."""
    if reference.game.startswith("hexrows"):
        return max(chance.choices(reference.legal(), k=8), key=lambda move: points_after(reference, move))
    return chance.choice(reference.legal())


def points_after(reference: Reference, move: str) -> int:
    """What the mover has after a move."""
    child = reference.copy()
    child.play_known(move)
    return child.scores()[reference.mover]


def opening(game: str) -> list[str]:
    """Moves that do not end the game: into phase 2, or as far as there is to go."""
    if game.startswith("hexrows"):
        return []
    pieces = sum(sum(reserve.values()) for reserve in start(game).reserves)
    plies = pieces + SECOND_PHASE if pieces else WITH_PENCILS
    walks = (wander(game, seed, plies) for seed in range(100_000))
    return next(walk.moves for walk in walks if walk is not None and walk.phase() == (2 if pieces else 1))


def told(reference: Reference) -> str:
    """The line of the last move."""
    return line(
        len(reference.moves),
        reference.moves[-1] if reference.moves else "start",
        mover=reference.mover,
        phase=reference.phase(),
        legal=len(reference.legal()),
        scores=reference.scores(),
        reserves=reference.reserves,
    )


def text(game: str, seed: int = 1) -> str:
    """The whole file of a game."""
    chance = random.Random(seed)
    reference, prepared = start(game), opening(game)
    lines = [header(game), told(reference)]
    while not reference.over:
        ply = len(reference.moves)
        reference.play(prepared[ply] if ply < len(prepared) else choose(reference, chance))
        lines.append(told(reference))
    assert reference.why is not None
    lines.append(ending(reference.why, reference.winner))
    return "\n".join(lines) + "\n"


def main(games: Sequence[str]) -> int:
    """The script: the games named, or all."""
    for game in games or GAMES:
        (FOLDER / f"{game}.txt").write_text(text(game), encoding="utf-8")
        print(f"{game}: {text(game).splitlines()[-1]}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
