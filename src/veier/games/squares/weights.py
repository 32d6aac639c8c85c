"""The evaluation tables of games that are won by a square: which squares a stone joins, and their weights.

See `evaluation` for the codes of squares.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from veier.games.squares.geometry import Corners
from veier.kernels.state import Reals, Words

CODES = 64

# Indices into `weights`. PHASE_1 and PHASE_2: one entry for each player from the mover on and one for a draw, with the
# weights of live ones, twos and threes of the mover, the next player and the last one, and a CONSTANT. HAVE and HAND:
# the value to the mover of a stone, by the code of the square that it joins: an own stone, one of the next player.
PHASE_1, PHASE_2, HAVE, HAND = 0, 4, 8, 9
CONSTANT = 9


def squares_by_cell(squares: Sequence[Corners], cells: int) -> Words:
    """Return for each cell the number of squares through it and which; the last entry is the number of squares."""
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
    """Build the weights; each phase has one entry per player from the mover on, and one for a draw.

    The value of a stone is the change of the weights of the squares through it, after the move: then the mover is the
    last player. Gains and losses of the others count half, if there are two of them.
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
    """Return the weights of live squares by their stones; a finished one weighs as much as one that lacks one."""
    worths = [0.0, *rows[offset][3 * offset : 3 * offset + 3]]
    return [*worths, worths[3]]
