"""Games along the books: the winner makes proved moves, the loser tries everything."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import veier
from veier.games import all_specs
from veier.search.limits import Limits
from veier.search.simple_players import greedy_move, random_move
from veier.search.solve.book import read_books
from veier.search.solve.knowledge import known_moves
from veier.search.think import think

BOOKS = [f"{spec.name}?{options}".rstrip("?") for spec in all_specs().values() for options in spec.books]


def winner_of(game: str) -> int:
    """Return the seat that wins a solved game."""
    return read_books(veier.game(game))[0].winner


def line_along(game: str, seed: int) -> list[veier.Position]:
    """Play a game in which the winner makes any of its proved moves; return its positions, the last one over."""
    winner, random, positions = winner_of(game), Random(f"{game} {seed}"), [veier.game(game).start()]
    while not positions[-1].is_over:
        position = positions[-1]
        positions.append(position.play(_win(position, random) if position.mover == winner else _reply(position, seed)))
    return positions


def lines_along(games: int) -> Iterator[tuple[str, list[veier.Position]]]:
    """Yield games along every book."""
    for game in BOOKS:
        for seed in range(games):
            yield game, line_along(game, seed)


def _win(position: veier.Position, random: Random) -> veier.Move:
    """Choose among the shortest wins, so that the game ends, and symmetric moves are all tried."""
    known = {number: proven.plies for number, proven in known_moves(position).items()}
    if not known:
        return think(position, Limits(nodes=5000)).best.move
    shortest = min(known.values())
    return position.describe(random.choice([number for number, plies in known.items() if plies == shortest]))


def _reply(position: veier.Position, seed: int) -> veier.Move:
    random = Random(f"{seed} {position.digest}")
    if seed % 3 == 0:
        return think(position, Limits(nodes=2000)).best.move
    return random_move(position, random) if seed % 3 == 1 else greedy_move(position, random)
