"""Random play through `Position`, for the tests of this folder."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache

import veier
from veier import Position
from veier.kernels.state import MOVER, RESULT

GAMES = [game.id for game in veier.all_games()]

# At least one small and one odd variant of every family.
VARIANTS = [
    "4eyes?side=3&a=1&b=1&d=1",
    "4eyes?side=4&a=0&b=0&d=8",
    "4eyes-plus-2p?side=3&tiles=2",
    "4eyes-plus-3p?side=4&tiles=2",
    "4eyes-plus-2p?side=8&tiles=4",
    "4eyes-plus-2p?side=11&tiles=2",
    "4eyes-plus-2p?side=4&tiles=4&elsewhere=1",
    "4eyes-plus-3p?side=4&tiles=2&elsewhere=1",
    "4eyes?side=3&a=1&b=1&d=1&nogifts=1",
    "4eyes-plus-2p?side=4&tiles=4&nogifts=1",
    "4eyes-plus-3p?side=4&tiles=2&elsewhere=1&nogifts=1",
    "4eyes-pencil-2p?side=4&turns=4&nogifts=1",
    "4eyes-pencil-3p?side=4&turns=2",
    "hexrows?side=4&stones=9&round=1",
    "4eyes-pencil-2p?side=4",
    "4eyes-pencil-3p?side=3",
    "hexrows?side=4&stones=18",
    "hexrows?side=7&stones=20",
]


def random_game(game: str, seed: int, plies: int = 100, *, lasting: int = 0) -> Iterator[Position]:
    """Give the positions of a random game, the start first.

    The first `lasting` moves do not end it, as long as there are such moves.
    """
    chance = random.Random(seed)
    position = veier.game(game).start()
    yield position
    for ply in range(plies):
        if position.is_over:
            return
        numbers = chance.sample(position.legal_numbers, len(position.legal_numbers))
        chosen = numbers[0]
        if ply < lasting:
            chosen = next((number for number in numbers if not ends(position, number)), chosen)
        position = position.play(position.game.notation.move_text(chosen))
        yield position


def ends(position: Position, number: int) -> bool:
    """Whether a move ends the game, repetition aside."""
    rules, state = position.game.rules, position.state
    rules.kernels.push(rules.tables, state, number)
    return bool(state[RESULT])


@cache
def both_phases(game: str, seed: int = 0) -> tuple[Position, ...]:
    """Give positions of a blind random game and of one that lasts as long as it can."""
    return (*random_game(game, seed), *random_game(game, seed + 1, 60, lasting=50))


def sample(positions: Sequence[Position], count: int) -> Sequence[Position]:
    """Return `count` of the positions, evenly spread, the first and the last among them."""
    last = len(positions) - 1
    return [positions[k * last // (count - 1)] for k in range(count)] if last >= count else positions


def words(text: str) -> list[str]:
    """Split a line of moves or cells: easier on the eye than a list."""
    return text.split()


def after(game: str, moves: str) -> Position:
    """Give the position after moves written with spaces between them."""
    return veier.game(game).start().play(*moves.split())


def texts(position: Position) -> set[str]:
    """Give the legal moves as people write them."""
    return {move.text for move in position.legal_moves}


def board(game: str, text: str, mover: int) -> Position:
    """Give a position by its board alone, as position strings write it."""
    rules = veier.game(game).rules
    state = rules.start_state()
    state[MOVER] = mover
    veier.game(game).notation.parse_board(text, state)
    assert rules.kernels.recompute(rules.tables, state) == 0
    return Position(veier.game(game), state.tobytes())
