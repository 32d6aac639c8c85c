"""What the kernels answer, as one hash for each game and task: the same from the library, by Numba and in plain Python.

Also says what ran them, so that a comparison of one with itself is noticed.

PYTHONPATH=. python tests/kernels/answers.py [--quick] [GAME ...]
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from random import Random

import numpy as np

import veier
from benchmarks.runners import runners
from veier.environments.vector import VectorGames


def hash_of(values: object) -> str:
    return hashlib.sha256(repr(values).encode()).hexdigest()


def random_positions(game: str, count: int, seed: int) -> Iterator[veier.Position]:
    """Play random moves; yield every position of `count` games, up to 60 moves each."""
    random = Random(seed)
    for _ in range(count):
        position = veier.game(game).start()
        for _ in range(60):
            yield position
            if position.is_over:
                break
            position = position.play(random.choice(position.legal_moves))


def rules(game: str) -> object:
    """Legal moves, states and digests along two games of 60 moves."""
    found = []
    for position in random_positions(game, 2, 7):
        recomputed = position.state.copy()
        result = position.game.rules.kernels.recompute(position.game.rules.tables, recomputed)
        numbers = tuple(map(int, position.legal_numbers))
        found.append((position.packed, position.digest, numbers, int(result), recomputed.tolist()))
    return found


def arrays(game: str) -> object:
    """Masks and planes along a game, and on four boards that are played at random."""
    found: list[object] = [
        (position.action_mask().tobytes(), position.planes().tobytes()) for position in random_positions(game, 1, 7)
    ]
    boards = VectorGames(game, 4, seed=5)
    for _ in range(40):
        actions = boards.random_actions()
        step = boards.step(actions)
        found.append((actions.tolist(), step.rewards.tolist(), boards.packed_masks().tobytes()))
    return found, boards.planes().tobytes(), boards.legal_actions().tolist()


def playouts(game: str) -> object:
    return repr(veier.play_randomly(veier.game(game).start(), 2000, seed=11))


def perft(game: str) -> object:
    return [veier.perft(position, 2) for position in list(random_positions(game, 1, 3))[::10]]


def search(game: str) -> object:
    """Analyses with a limit in nodes, from positions along a game: moves, chances to the last bit, what is proven."""
    found = []
    for position in list(random_positions(game, 1, 5))[1::6]:
        if not position.is_over:
            analysis = veier.think(position, veier.Limits(nodes=3000), seed=1)
            found.append([(v.move.text, tuple(v.chances), v.draw, repr(v.proven)) for v in analysis.variations])
    return found


def levels(game: str) -> object:
    """The move of every level, in the middle of a game."""
    position = list(random_positions(game, 1, 9))[6]
    return [
        veier.think_at_level(position, level, veier.Limits(nodes=500), seed=level).best.move.text
        for level in range(1, veier.level_count(position.game) + 1)
    ]


def proof(game: str) -> object:
    """A proof by `solve`, where the game has threats: of a position that is soon won, or of a small board."""
    if game == "4eyes-beginners":
        position = veier.game(game).start().play("14@A1", "43@C2")
    elif game == "4eyes-plus-2p":
        position = veier.game("4eyes-plus-2p?side=5&tiles=4").start()
    else:
        return None
    solution = veier.solve(position, veier.Limits(movetime=60))
    return solution.winner, solution.decided, solution.plies


TASKS: tuple[Callable[[str], object], ...] = (rules, arrays, playouts, perft, search, levels, proof)
# Plain Python is a thousand times slower.
QUICK: tuple[Callable[[str], object], ...] = (rules, arrays)


def main() -> None:
    np.seterr(over="raise")
    quick = "--quick" in sys.argv
    games = [name for name in sys.argv[1:] if name != "--quick"] or [game.id for game in veier.all_games()]
    tasks = QUICK if quick else TASKS
    answers = {f"{game} {task.__name__}": hash_of(task(game)) for game in games for task in tasks}
    print(json.dumps({"run by": runners(), "answers": answers}, indent=1))


if __name__ == "__main__":
    main()
