"""Keys: the same for positions that are alike by symmetry, and kept up by every way to reach a position."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import veier


def key(position: veier.Position) -> int:
    support = position.game.threat_support
    assert support is not None
    return int(support.kernels.hash_all(support.tables, position.state, np.zeros(8, np.int64)))


@pytest.mark.parametrize("game", ["4eyes-pencil-2p-7x7", "4eyes-plus-2p", "4eyes"])
def test_each_position_of_a_game_has_its_own_key(game: str) -> None:
    position, random = veier.game(game).start(), Random(game)
    keys = {key(position)}
    for _ in range(8):
        moves = [move for move in position.legal_moves if not position.play(move).is_over]
        position = position.play(random.choice(moves))
        keys.add(key(position))
    assert len(keys) == 9


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        ("4eyes-pencil-2p-7x7", ("b1a1 d4e4", "f1g1 d4c4", "a2a1 d4d5", "b7a7 d4e4")),
        ("4eyes", ("13@A1", "31@E5", "24@E1", "42@A5")),
    ],
)
def test_mirrored_lines_have_one_key(game: str, lines: tuple[str, ...]) -> None:
    keys = {key(veier.game(game).start().play(*line.split())) for line in lines}
    assert len(keys) == 1


def test_another_order_of_moves_gives_the_same_key() -> None:
    start = veier.game("4eyes-pencil-2p-7x7").start()
    assert key(start.play("a1b1", "d4e4", "c3c4")) == key(start.play("c3c4", "d4e4", "a1b1"))
