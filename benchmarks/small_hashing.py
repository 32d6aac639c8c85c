"""Random words for hashing positions of small boards, so that symmetric positions share a key."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from veier.core.position import Position
from veier.games.plus.rules import PlusRules
from veier.kernels.state import Words


class Hashing(NamedTuple):
    """How the positions of a game are hashed.

    words  [seat, placement, symmetry]: what a seat's placement flips in the hashes; the last row is zero, for none
    start  [symmetry]: the hashes of the position that a search starts from
    """

    words: Words
    start: Words


def hash_stones(position: Position) -> Hashing:
    """Identify positions by their stones."""
    rules, players = position.game.rules, position.game.players
    random = _random_words((players, len(rules.cell_names)))
    stones = np.stack([random[:, images] for images in rules.symmetries], axis=2)
    start = np.zeros(stones.shape[2], np.int64)
    for cell, seat in rules.stones(position.state).items():
        start ^= stones[seat, cell]
    if not isinstance(rules, PlusRules):
        return Hashing(_append_zero(stones), start)
    words = np.zeros((players, 4 * stones.shape[1], stones.shape[2]), np.int64)
    for placement, head, tail in _placements(rules):
        words[:, placement] = stones[:, head] ^ np.roll(stones[:, tail], -1, axis=0)
    return Hashing(_append_zero(words), start)


def hash_dominoes(position: Position) -> Hashing:
    """Identify positions of 4EYES+ by their dominoes, as phase 2 needs: who may move which stones together."""
    rules = position.game.rules
    assert isinstance(rules, PlusRules)
    cells = len(rules.cell_names)
    random = _random_words((rules.players, cells, cells))
    words = np.zeros((rules.players, 4 * cells, len(rules.symmetries)), np.int64)
    for placement, head, tail in _placements(rules):
        for symmetry, images in enumerate(rules.symmetries):
            words[:, placement, symmetry] = random[:, images[head], images[tail]]
    start = np.zeros(words.shape[2], np.int64)
    for seat in range(rules.players):
        for head, way in rules.ways(position.state, seat).items():
            start ^= words[seat, 4 * head + way]
    return Hashing(_append_zero(words), start)


def _placements(rules: PlusRules) -> list[tuple[int, int, int]]:
    """List the placements of a domino on an empty board: number, head and tail."""
    return [
        (4 * head + way, head, tail)
        for head, steps in enumerate(rules.steps)
        for way, tail in enumerate(steps)
        if tail >= 0
    ]


def _random_words(shape: tuple[int, ...]) -> Words:
    return np.random.default_rng(1).integers(-(2**63), 2**63, shape, np.int64)


def _append_zero(words: Words) -> Words:
    """Append a row of zeros to each seat's words."""
    return np.ascontiguousarray(np.pad(words, ((0, 0), (0, 1), (0, 0))))
