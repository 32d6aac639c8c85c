"""Plays every level of every game against a random player, as a script for the installed package.

Prints as JSON the plies that each game took, by game and level, and whether Numba was loaded.
"""

from __future__ import annotations

import json
import sys
from random import Random

import veier

PLIES = 30
LIMITS = veier.Limits(nodes=200)


def play(game: veier.Game, level: int, random: Random) -> int:
    """Play a game to its end, or PLIES plies; return their number."""
    position, seat = game.start(), level % game.players
    for ply in range(PLIES):
        if position.is_over:
            return ply
        move = random.choice(position.legal_moves)
        if position.mover == seat:
            move = veier.think_at_level(position, level, LIMITS, seed=level).best.move
            assert move in position.legal_moves, f"{game.id} level {level}: {move.text} in {position}"
        position = position.play(move)
    return PLIES


def main() -> None:
    random = Random(1)
    plies = {
        game.id: [play(game, level, random) for level in range(1, veier.level_count(game) + 1)]
        for game in veier.all_games()
    }
    print(json.dumps({"plies": plies, "numba": "numba" in sys.modules}))


if __name__ == "__main__":
    main()
