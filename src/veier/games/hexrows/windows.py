"""The evaluation tables of hex rows: lines, windows of four, scores of moves, and weights of positions."""

from __future__ import annotations

import numpy as np

from veier.core.level_scale import LevelScale
from veier.games.hexrows.layout import LINE_BIT, make_tables
from veier.kernels.mcts_params import MctsParams
from veier.kernels.state import EvalTables

# Indices into `windows`, 16 words each. LINE_CELLS: for line `16 * direction + k` its cells by place, or -1. WALLS: one
# per direction, for each line the cells off the board, as bits from three before its first place; -1 where there is
# no line. WINDOWS: for each word of lines, as in the state, a bit where a window begins. SCORES: of both seats, by
# the three cells on either side of a cell. NOISE: random numbers to play a little differently each time.
LINE_CELLS, WALLS, WINDOWS, SCORES = 0, 48, 51, 52
NOISE, NOISE_LENGTH = SCORES + 4096 // 16, 4096
_ROWS = NOISE + (NOISE_LENGTH + 128) // 16
_NOISE_SEED = 6
# A wall from end to end.
NO_CELLS = (1 << 22) - 1

# The value of a window through a cell to the player who takes it, by the stones in it: to have the own, to deny the
# other's. From the prototype's matches of one-ply players.
_HAVE, _DENY = (2, 7, 22, 200), (0, 7, 20, 190)
POINT, POINT_DENIED = _HAVE[3], _DENY[3]

# The noise added to scores in rollouts: the prototype's best of 2, 10 and 30.
_CHANCE = 10

# Weights of positions for the mover, by the smaller number of loose stones: over 32, over 24, over 16, over 8, fewer.
# Terms: difference of points, of live ones, of live twos; own cells that complete a four, the other's; the move. From a
# logistic regression on 80,800 positions of 1,099 games of this search against itself, 500 simulations a move, one move
# in twelve drawn among the best four.
_WEIGHTS = (
    (1.47, 0.10, 0.19, 0.43, 0.42, 0.58),
    (1.74, 0.11, 0.24, 0.59, 0.55, 0.54),
    (2.01, 0.11, 0.28, 0.70, 0.66, 0.51),
    (2.30, 0.08, 0.29, 0.91, 0.83, 0.45),
    (3.09, 0.04, 0.26, 1.34, 1.04, 0.27),
)

# As in the prototype, but for growth and plies, which were 1.0 and 10: each alone .53 and .51 of 140 games, 1,500
# simulations a move, both .56 of 100 others, 0.05 s a move. Minimax weight 0.5 .50, plies 16 .48, exploration 0.2 .44.
MCTS_PARAMS = MctsParams(exploration=0.1, width=4.0, growth=0.6, plies=6, minimax_weight=0.3, candidates_suffice=0)

# Found by matches, see docs/levels.md.
LEVEL_SCALE = LevelScale(
    warmest=60.0, coolest=5.0, nodes=100, strengths=(0.25, 0.41, 0.6, 0.78, 0.99, 1.3, 1.65, 2.02, 2.85)
)


def make_eval_tables(side: int) -> EvalTables:
    """Build the evaluation tables for a hexagon."""
    bits = make_tables(side).steps[:, LINE_BIT : LINE_BIT + 3].tolist()
    table = np.zeros((_ROWS, 16), np.int64)
    table[LINE_CELLS : LINE_CELLS + 48] = -1
    for cell, places in enumerate(bits):
        for direction, bit in enumerate(places):
            table[LINE_CELLS + 16 * direction + bit // 16, bit % 16] = cell
    table[WALLS : WALLS + 3] = -1
    for line in range(48):
        on_board = [place for place in range(16) if table[LINE_CELLS + line, place] >= 0]
        if on_board:
            table[WALLS + line // 16, line % 16] = NO_CELLS - sum(8 << place for place in on_board)
            starts = sum(1 << place for place in on_board if place + 3 <= on_board[-1])
            table[WINDOWS, line // 4] |= starts << 16 * (line % 4)
    table[SCORES:NOISE] = np.reshape([_score(code) for code in range(4096)], (-1, 16))
    random = np.random.default_rng(_NOISE_SEED)
    table[NOISE:] = random.integers(0, _CHANCE, table[NOISE:].shape)
    return EvalTables(np.array(_WEIGHTS), table)


def _score(code: int) -> int:
    """Score a cell in one direction for red, and above it for blue."""
    red, blue = ([code >> shift + k & 1 for k in range(6)] for shift in (0, 6))
    return _score_for(red, blue) | _score_for(blue, red) << 20


def _score_for(own: list[int], other: list[int]) -> int:
    """Add up the windows through the cell between the third and fourth of these six; what is set for both is dead."""
    total = 0
    for first in range(4):
        cells = range(first, first + 3)
        mine, theirs = sum(own[k] for k in cells), sum(other[k] for k in cells)
        if any(own[k] and other[k] for k in cells):
            continue
        if not theirs:
            total += _HAVE[mine]
        elif not mine:
            total += _DENY[theirs]
    return total
