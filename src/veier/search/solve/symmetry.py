"""How placements look from the eight sides of the board, so that strategies are kept once for positions alike.

Everything here is found by playing each placement on the empty board and asking for the position's hashes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numba import types

from veier.core.game import Game
from veier.kernels.signatures import WORDS_2D, WORDS_3D
from veier.kernels.state import MOVER, SYMMETRIES, Words


class Mirrors(NamedTuple):
    """The placements of a game, by their numbers as moves.

    words   [seat, move, symmetry]: what a seat's placement adds to a position's hashes, by XOR
    images  [symmetry, move]: the placement as it looks after a symmetry, or -1
    backs   [symmetry, move]: the placement that looks like this after it, or -1
    """

    words: Words
    images: Words
    backs: Words


MIRRORS = types.NamedTuple((WORDS_3D, WORDS_2D, WORDS_2D), Mirrors)  # type: ignore[no-untyped-call]


@lru_cache(maxsize=8)
def make_mirrors(game: Game) -> Mirrors:
    """Find how a game's placements are alike."""
    rules, support = game.rules, game.threat_support
    assert support is not None
    start = rules.start_state()
    numbers = rules.legal_numbers(start)
    words = np.zeros((2, max(numbers) + 1, SYMMETRIES), np.int64)
    for seat in range(2):
        for number in numbers:
            state = start.copy()
            state[MOVER] = seat
            rules.kernels.push(rules.tables, state, number)
            support.kernels.hash_all(support.tables, state, words[seat, number])
    images = np.full((SYMMETRIES, words.shape[1]), -1, np.int64)
    backs = images.copy()
    by_word = {int(words[0, number, 0]): number for number in numbers}
    for symmetry in range(SYMMETRIES):
        for number in numbers:
            image = by_word[int(words[0, number, symmetry])]
            images[symmetry, number] = image
            backs[symmetry, image] = number
    return Mirrors(words, images, backs)
