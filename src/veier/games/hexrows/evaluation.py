"""The evaluation kernels of hex rows: positions, move order, rollouts.

A window is four cells in a row. It is alive for a player as long as the other has no stone in it and no four on the
same line reaches into it: a four is worth its point once. Evaluations count the live windows by their stones, and
the cells where a point can be made; the score of a move is the sum of the values of the windows through its cell, to
have or to deny.
"""

from __future__ import annotations

import numpy as np

from veier.games.hexrows.kernels import make, points_on, targets, write_cells
from veier.games.hexrows.layout import ALL, CELLS, LINE_BIT, LINES, LOOSE, POINTS, STONES, WORDS_A_DIRECTION
from veier.games.hexrows.windows import (
    LINE_CELLS,
    NOISE,
    NOISE_LENGTH,
    POINT,
    POINT_DENIED,
    SCORES,
    WALLS,
    WINDOWS,
)
from veier.kernels.bits import count_bits, lowest_bit, without_lowest
from veier.kernels.decorators import inner, kernel
from veier.kernels.rng import below
from veier.kernels.scores import NEVER
from veier.kernels.signatures import CANDIDATES, EVALUATE, ROLLOUT
from veier.kernels.state import MOVER, RESULT, EvalKernels, EvalTables, Reals, Tables, Words

_DIRECTIONS = 3
_SEATS = 2
# A cell's scores are kept together, the second player's above these bits; taken cells get a score below all others.
_SEAT_BITS = 20
_SEAT_MASK = (1 << _SEAT_BITS) - 1
_TAKEN = -(1 << 50)
# The number of candidates: as in the prototype that scored .60 against alpha-beta.
_CANDIDATES = 20


@inner
def _free_cells(tables: Tables, state: Words) -> tuple[int, int]:
    low, high = state[STONES] | state[STONES + 2], state[STONES + 1] | state[STONES + 3]
    return tables.numbers[ALL] & ~low, tables.numbers[ALL + 1] & ~high


@inner
def _fours(line: int) -> int:
    """Return the cells of a line's runs of four and more; lines that stand side by side in a word do not mix."""
    starts = line & (line >> 1) & (line >> 2) & (line >> 3)
    return starts | (starts << 1) | (starts << 2) | (starts << 3)


# Evaluation: all windows of four lines at a time, a bit for each that begins there.


@inner
def _count_live(own: int, dead: int, windows: int) -> tuple[int, int, int]:
    """Count the windows without dead cells that hold one and two of the own stones, and the cells that complete one."""
    live = windows & ~(dead | (dead >> 1) | (dead >> 2) | (dead >> 3))
    one, two, three, four = own, own >> 1, own >> 2, own >> 3
    odd = one ^ two ^ three ^ four
    many = (one & two) ^ (three & four) ^ ((one ^ two) & (three ^ four))
    lacking = live & odd & many
    last = (lacking & ~one) | ((lacking & ~two) << 1) | ((lacking & ~three) << 2) | ((lacking & ~four) << 3)
    return count_bits(live & odd & ~many), count_bits(live & many & ~odd), count_bits(last)


@inner
def _live_windows(eval_tables: EvalTables, state: Words, seat: int) -> tuple[int, int, int]:
    """Count a seat's live windows with one and two stones, and the cells that complete one, for each direction."""
    ones = twos = cells = 0
    for place in range(_DIRECTIONS * WORDS_A_DIRECTION):
        own = state[LINES + _DIRECTIONS * WORDS_A_DIRECTION * seat + place]
        other = state[LINES + _DIRECTIONS * WORDS_A_DIRECTION * (1 - seat) + place]
        if own:
            dead = other | _fours(own) | _fours(other)
            more = _count_live(own, dead, eval_tables.windows[WINDOWS, place])
            ones, twos, cells = ones + more[0], twos + more[1], cells + more[2]
    return ones, twos, cells


@kernel(EVALUATE)
def evaluate(tables: Tables, eval_tables: EvalTables, state: Words, worths: Reals) -> int:
    """Evaluate points and live windows, with weights by the stones that are left."""
    mover = state[MOVER]
    loose = min(state[LOOSE], state[LOOSE + 1])
    weights = eval_tables.weights[0 if loose > 32 else 1 if loose > 24 else 2 if loose > 16 else 3 if loose > 8 else 4]
    own, other = _live_windows(eval_tables, state, mover), _live_windows(eval_tables, state, 1 - mover)
    worth = weights[0] * (state[POINTS + mover] - state[POINTS + 1 - mover])
    worth += weights[1] * (own[0] - other[0]) + weights[2] * (own[1] - other[1])
    worth += weights[3] * own[2] - weights[4] * other[2] + weights[5]
    worths[mover], worths[1 - mover], worths[_SEATS] = worth, 0.0, NEVER
    return 0


# Scores of moves: for each cell and direction looked up by the three cells on either side. `lines` holds each line as
# the lookups need it, red's cells below blue's, with walls on both where no window can go.


@inner
def _read_line(eval_tables: EvalTables, state: Words, line: int) -> int:
    word, shift = LINES + (line >> 2), 16 * (line & 3)
    red, blue = (state[word] >> shift) & 0xFFFF, (state[word + _DIRECTIONS * WORDS_A_DIRECTION] >> shift) & 0xFFFF
    walls = eval_tables.windows[WALLS + (line >> 4), line & 15] | ((_fours(red) | _fours(blue)) << 3)
    return (red << 3) | walls | (((blue << 3) | walls) << 32)


@inner
def _score_cell(tables: Tables, eval_tables: EvalTables, lines: Words, cell: int) -> int:
    """Return both seats' scores of a free cell."""
    total = 0
    for direction in range(_DIRECTIONS):
        bit = tables.steps[cell, LINE_BIT + direction]
        around = lines[16 * direction + (bit >> 4)] >> (bit & 15)
        code = (around & 7) | ((around >> 1) & 56) | ((around >> 26) & 448) | ((around >> 27) & 3584)
        total += eval_tables.windows[SCORES + (code >> 4), code & 15]
    return total


@inner
def _score_all(tables: Tables, eval_tables: EvalTables, state: Words, lines: Words, totals: Words) -> None:
    """Compute the scores of all free cells for both seats."""
    for line in range(16 * _DIRECTIONS):
        if eval_tables.windows[WALLS + (line >> 4), line & 15] >= 0:
            lines[line] = _read_line(eval_tables, state, line)
    totals[:] = _TAKEN
    low, high = _free_cells(tables, state)
    while low:
        cell = lowest_bit(low)
        low = without_lowest(low)
        totals[cell] = _score_cell(tables, eval_tables, lines, cell)
    while high:
        cell = 64 + lowest_bit(high)
        high = without_lowest(high)
        totals[cell] = _score_cell(tables, eval_tables, lines, cell)


@inner
def _rescore(tables: Tables, eval_tables: EvalTables, state: Words, cell: int, lines: Words, totals: Words) -> None:
    """Recompute the scores that a new stone changes: those of its neighbours, or of whole lines if it makes a four."""
    totals[cell] = _TAKEN
    for direction in range(_DIRECTIONS):
        bit = tables.steps[cell, LINE_BIT + direction]
        lines[16 * direction + (bit >> 4)] = _read_line(eval_tables, state, 16 * direction + (bit >> 4))
    for direction in range(_DIRECTIONS):
        bit = tables.steps[cell, LINE_BIT + direction]
        line, place = 16 * direction + (bit >> 4), bit & 15
        both = (lines[line] & (lines[line] >> 32)) >> (place + 3)
        first, last = (0, 15) if both & 1 else (max(place - 3, 0), min(place + 3, 15))
        for k in range(first, last + 1):
            other = eval_tables.windows[LINE_CELLS + line, k]
            if other >= 0 and totals[other] >= 0:
                totals[other] = _score_cell(tables, eval_tables, lines, other)


@inner
def _best_cell(eval_tables: EvalTables, totals: Words, cells: int, seat: int, rng: Words) -> int:
    """Return the free cell with the best score plus a little noise."""
    offset, shift = NOISE * 16 + below(rng, NOISE_LENGTH), _SEAT_BITS * seat
    noise = eval_tables.windows.reshape(-1)[offset : offset + cells]
    best = _TAKEN
    for cell in range(cells):
        score = ((totals[cell] >> shift) & _SEAT_MASK) + noise[cell]
        best = max(best, ((score << 7) | cell) if totals[cell] >= 0 else _TAKEN)
    return best & 127


@kernel(CANDIDATES, allocates=True)
def candidates(tables: Tables, eval_tables: EvalTables, state: Words, moves: Words, scores: Reals) -> int:
    """Write the cells with the best scores."""
    cells = tables.numbers[CELLS]
    lines, totals, keys = np.empty(48, np.int64), np.empty(cells, np.int64), np.empty(cells, np.int64)
    _score_all(tables, eval_tables, state, lines, totals)
    low, high = targets(tables, state)
    n = write_cells(low, high, keys)
    mover = state[MOVER]
    for k in range(n):
        cell = keys[k]
        # Windows do not include the points for runs of eight and more.
        points = POINT * points_on(tables, state, mover, cell) + POINT_DENIED * points_on(
            tables, state, 1 - mover, cell
        )
        keys[k] |= max(points, (totals[cell] >> (_SEAT_BITS * mover)) & _SEAT_MASK) << 7
    chosen = min(n, _CANDIDATES)
    for i in range(chosen):
        best = i
        for k in range(i + 1, n):
            best = k if keys[k] > keys[best] else best
        keys[i], keys[best] = keys[best], keys[i]
        moves[i], scores[i] = keys[i] & 127, float(keys[i] >> 7)
    return chosen


@kernel(ROLLOUT, allocates=True)
def rollout(tables: Tables, eval_tables: EvalTables, state: Words, rng: Words, plies: int) -> int:
    """Play what scores best, with a little noise."""
    if state[RESULT]:
        return 0
    cells = tables.numbers[CELLS]
    lines, totals = np.empty(48, np.int64), np.empty(cells, np.int64)
    made = 0
    while (
        made < plies
        and count_bits(state[STONES] | state[STONES + 2]) + count_bits(state[STONES + 1] | state[STONES + 3]) < 2
    ):
        # The first two stones have their own rule.
        low, high = targets(tables, state)
        make(tables, state, totals[below(rng, write_cells(low, high, totals))])
        made += 1
    if made < plies:
        _score_all(tables, eval_tables, state, lines, totals)
    while state[RESULT] == 0 and made < plies:
        cell = _best_cell(eval_tables, totals, cells, state[MOVER], rng)
        make(tables, state, cell)
        _rescore(tables, eval_tables, state, cell, lines, totals)
        made += 1
    return made


EVAL_KERNELS = EvalKernels(evaluate, candidates, rollout)
