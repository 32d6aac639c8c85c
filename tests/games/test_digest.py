"""The number that tells positions apart for repetition: just the stones, pieces, reserves and who moves."""

from __future__ import annotations

import pytest

from games.playing import GAMES, VARIANTS, after, board, random_game
from veier import Position
from veier.kernels.state import MOVER, PASSES, RESULT

every_game = pytest.mark.parametrize("game", [*GAMES, *VARIANTS])


def what_counts(position: Position) -> object:
    """Give what the rules say makes a position the same."""
    pieces = frozenset((plate.owner, plate.cells) for plate in position.view().plates)
    reserves = tuple(tuple(held.items()) for held in position.reserves)
    return frozenset(position.stones.items()), pieces, reserves, position.mover


@every_game
def test_digests_are_equal_exactly_when_what_counts_is_equal(game: str) -> None:
    digests: dict[object, int] = {}
    for seed in range(12):
        for position in random_game(game, seed, 60, lasting=40 * (seed % 2)):
            digest = digests.setdefault(what_counts(position), position.digest)
            assert digest == position.digest
            assert 0 <= digest < 2**64
    assert len(set(digests.values())) == len(digests) > 10


@every_game
def test_passes_and_the_end_are_no_part_of_it_but_the_mover_is(game: str) -> None:
    for position in random_game(game, 1, 20):
        state = position.state
        state[PASSES], state[RESULT] = 1, 24
        assert Position(position.game, state.tobytes()).digest == position.digest
        state[MOVER] = (state[MOVER] + 1) % position.game.players
        assert Position(position.game, state.tobytes()).digest != position.digest


def test_the_way_to_a_position_is_no_part_of_it() -> None:
    one = after("4eyes?side=3&a=1&b=0&d=0", "12@A1 12@C3 A1r C3r A1l C3l")
    two = after("4eyes?side=3&a=1&b=0&d=0", "12@A1 12@C3")
    three = board("4eyes?side=3&a=1&b=0&d=0", "..b12/.../r12..", 0)
    assert one.digest == two.digest == three.digest
    assert one.seen != two.seen


def test_reserves_are_part_of_it() -> None:
    """The same tile laid from a larger reserve; ids of games are not part of a digest, reserves are."""
    few, many = after("4eyes?side=3&a=1&b=0&d=0", "12@A1"), after("4eyes?side=3&a=2&b=0&d=0", "12@A1")
    assert few.stones == many.stones
    assert few.digest != many.digest
