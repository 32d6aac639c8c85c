"""How the symmetries of the board map placements, so that a strategy keeps symmetric positions once.

The maps are found by making each placement on the empty board and computing the position's hashes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from veier.core.game import Game
from veier.kernels.decorators import inner
from veier.kernels.hashing import PASSED
from veier.kernels.signatures import WORDS_2D, WORDS_3D
from veier.kernels.state import MOVER, PASS, SYMMETRIES, Words
from veier.kernels.types import named_tuple


class SymmetryMaps(NamedTuple):
    """The placements of a game, by their move numbers.

    words     [seat, move, symmetry]: what a seat's placement adds to a position's hashes, by XOR
    images    [symmetry, move]: the placement that a symmetry maps this one to, or -1
    inverses  [symmetry, move]: the placement that a symmetry maps to this one, or -1
    """

    words: Words
    images: Words
    inverses: Words


SYMMETRY_MAPS = named_tuple((WORDS_3D, WORDS_2D, WORDS_2D), SymmetryMaps)


@inner
def hash_move(maps: SymmetryMaps, hashes: Words, ply: int, seat: int, move: int) -> None:
    """Write the hashes at a ply that a seat's move in the position before leads to."""
    for k in range(SYMMETRIES):
        word = PASSED if move == PASS else maps.words[seat, move, k]
        hashes[ply, k] = hashes[ply - 1, k] ^ word


@lru_cache(maxsize=8)
def find_symmetry_maps(game: Game) -> SymmetryMaps:
    """Find how symmetries map a game's placements."""
    rules, threats = game.rules, game.threat_support
    assert threats is not None
    start = rules.start_state()
    numbers = rules.legal_numbers(start)
    words, before = np.zeros((2, max(numbers) + 1, SYMMETRIES), np.int64), np.zeros(SYMMETRIES, np.int64)
    for seat in range(2):
        for number in numbers:
            state = start.copy()
            state[MOVER] = seat
            threats.kernels.hash_all(threats.tables, state, before)
            rules.kernels.push(rules.tables, state, number)
            threats.kernels.hash_all(threats.tables, state, words[seat, number])
            words[seat, number] ^= before
    images = np.full((SYMMETRIES, words.shape[1]), -1, np.int64)
    inverses = images.copy()
    by_word = {int(words[0, number, 0]): number for number in numbers}
    for symmetry in range(SYMMETRIES):
        for number in numbers:
            image = by_word[int(words[0, number, symmetry])]
            images[symmetry, number] = image
            inverses[symmetry, image] = number
    return SymmetryMaps(words, images, inverses)
