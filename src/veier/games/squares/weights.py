"""The tables of judgement for games that are won by a square: which squares a stone joins, and what they count for.

See `evaluation` for the codes of squares.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from veier.games.squares.geometry import Corners
from veier.kernels.state import Reals, Words

CODES = 64

# Rows of `weights`: what live ones, twos and threes count for, first the mover's, then the next player's and the
# last one's, and last a constant: a row for each player in that order and one for a draw. The same for phase 2. Then
# what a stone is worth to the mover by the code of the square that it joins: an own stone, one of the next player.
PHASE_1, PHASE_2, HAVE, HAND = 0, 4, 8, 9
CONSTANT = 9


def squares_by_cell(squares: Sequence[Corners], cells: int) -> Words:
    """Give for each cell how many squares go through it and which; a last row holds the number of all squares."""
    through: list[list[int]] = [[] for _ in range(cells)]
    for number, corners in enumerate(squares):
        for cell in corners:
            through[cell].append(number)
    table = np.zeros((cells + 1, 1 + max(map(len, through))), np.int64)
    for cell, numbers in enumerate(through):
        table[cell, : len(numbers) + 1] = [len(numbers), *numbers]
    table[cells, 0] = len(squares)
    return table


def make_weights(phase_1: Sequence[Sequence[float]], phase_2: Sequence[Sequence[float]], players: int) -> Reals:
    """Build the weights; each phase has a row a player from the mover on, and one for a draw.

    A stone is worth the change of what the squares through it count for, after the move: then the mover is the last
    player. What the others gain or lose counts half, if there are two of them.
    """
    weights = np.zeros((10, CODES))
    for first, rows in ((PHASE_1, phase_1), (PHASE_2, phase_2)):
        for offset, row in enumerate(rows):
            weights[first + offset, : len(row)] = row
    own = _living(phase_1, players - 1)
    following, last = _living(phase_1, 0), _living(phase_1, 1)
    share = 1 / (players - 1)
    for code in range(CODES):
        stones = code & 3, code >> 2 & 3, code >> 4
        if sum(map(bool, stones)) > 1:
            continue
        mine, theirs, others = stones
        if mine:
            weights[HAVE, code], weights[HAND, code] = own[mine + 1] - own[mine], -own[mine]
        elif theirs:
            weights[HAVE, code] = share * following[theirs]
            weights[HAND, code] = -share * (following[theirs + 1] - following[theirs])
        elif others:
            weights[HAVE, code] = weights[HAND, code] = share * last[others]
        else:
            weights[HAVE, code], weights[HAND, code] = own[1], -share * following[1]
    return weights


def _living(rows: Sequence[Sequence[float]], offset: int) -> list[float]:
    """Give what a player's live squares count for by their stones; a finished one no more than one that lacks one."""
    worths = [0.0, *rows[offset][3 * offset : 3 * offset + 3]]
    return [*worths, worths[3]]
