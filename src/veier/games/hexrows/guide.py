"""What moves and positions of hex rows are worth at a glance: the doors of judgement.

A window is four cells in a row. It is alive for a player as long as the other has no stone in it and no four on the
same line reaches into it: a four is worth its point once. Evaluations count the live windows by their stones; the
score of a move adds up what the windows through its cell are worth, to have or to deny.
"""

from __future__ import annotations

import numpy as np

from veier.core.bits import count_bits
from veier.core.kernel import inner, kernel
from veier.core.manner import NEVER
from veier.core.random import below
from veier.core.signatures import CANDIDATES, EVALUATE, ROLLOUT
from veier.core.state import MOVER, RESULT, GuideKernels, GuideTables, Reals, Tables, Words
from veier.games.hexrows.kernels import make, targets, write_cells
from veier.games.hexrows.layout import CELLS, LINE_BIT, LINES, LOOSE, POINTS, STONES, WORDS_A_DIRECTION
from veier.games.hexrows.windows import LINE_CELLS, NOISE, NOISE_LENGTH, SCORES, WALLS, WINDOWS

_DIRECTIONS = 3
_SEATS = 2
# A cell's scores are kept together, the second player's above these bits; taken cells get a score below all others.
_SEAT_BITS = 20
_SEAT_MASK = (1 << _SEAT_BITS) - 1
_TAKEN = -(1 << 50)
# So many candidates are worth looking at: as in the prototype that scored .60 against alpha-beta.
_CANDIDATES = 20


@inner
def _fours(line: int) -> int:
    """Give the cells of a line's runs of four and more; lines that stand side by side in a word do not mix."""
    starts = line & (line >> 1) & (line >> 2) & (line >> 3)
    return starts | (starts << 1) | (starts << 2) | (starts << 3)


# Evaluation: all windows of four lines at a time, a bit for each that begins there.


@inner
def _count_live(own: int, dead: int, windows: int) -> tuple[int, int, int]:
    """Count among these windows those without dead cells that hold one, two and three of the own stones."""
    live = windows & ~(dead | (dead >> 1) | (dead >> 2) | (dead >> 3))
    one, two, three, four = own, own >> 1, own >> 2, own >> 3
    odd = one ^ two ^ three ^ four
    many = (one & two) ^ (three & four) ^ ((one ^ two) & (three ^ four))
    return count_bits(live & odd & ~many), count_bits(live & many & ~odd), count_bits(live & odd & many)


@inner
def _live_windows(guide: GuideTables, row: Words, seat: int) -> tuple[int, int, int]:
    """Count a seat's live windows with one, two and three stones."""
    ones = twos = threes = 0
    for place in range(_DIRECTIONS * WORDS_A_DIRECTION):
        own = row[LINES + _DIRECTIONS * WORDS_A_DIRECTION * seat + place]
        other = row[LINES + _DIRECTIONS * WORDS_A_DIRECTION * (1 - seat) + place]
        if own:
            dead = other | _fours(own) | _fours(other)
            more = _count_live(own, dead, guide.windows[WINDOWS, place])
            ones, twos, threes = ones + more[0], twos + more[1], threes + more[2]
    return ones, twos, threes


@kernel(EVALUATE)
def evaluate(tables: Tables, guide: GuideTables, row: Words, worths: Reals) -> int:
    """Weigh points and live windows, by how long the game still goes."""
    mover = row[MOVER]
    loose = min(row[LOOSE], row[LOOSE + 1])
    weights = guide.weights[0 if loose > 32 else 1 if loose > 24 else 2 if loose > 16 else 3 if loose > 8 else 4]
    own, other = _live_windows(guide, row, mover), _live_windows(guide, row, 1 - mover)
    worth = weights[0] * (row[POINTS + mover] - row[POINTS + 1 - mover])
    worth += weights[1] * (own[0] - other[0]) + weights[2] * (own[1] - other[1])
    worth += weights[3] * own[2] - weights[4] * other[2] + weights[5]
    worths[mover], worths[1 - mover], worths[_SEATS] = worth, 0.0, NEVER
    return 0


# Scores of moves: for each cell and direction looked up by the three cells on either side.


@inner
def _score_line(guide: GuideTables, row: Words, line: int, parts: Words, totals: Words, first: int, last: int) -> None:
    """Find anew the scores of the cells `first` to `last` of a line."""
    word, shift = LINES + (line >> 2), 16 * (line & 3)
    red, blue = (row[word] >> shift) & 0xFFFF, (row[word + _DIRECTIONS * WORDS_A_DIRECTION] >> shift) & 0xFFFF
    walls = guide.windows[WALLS + (line >> 4), line & 15] | ((_fours(red) | _fours(blue)) << 3)
    red, blue = (red << 3) | walls, (blue << 3) | walls
    for place in range(first, last + 1):
        cell = guide.windows[LINE_CELLS + line, place]
        if cell >= 0:
            around_red, around_blue = red >> place, blue >> place
            code = (around_red & 7) | ((around_red >> 1) & 56)
            code |= ((around_blue & 7) | ((around_blue >> 1) & 56)) << 6
            score = guide.windows[SCORES + (code >> 4), code & 15]
            totals[cell] += score - parts[3 * cell + (line >> 4)]
            parts[3 * cell + (line >> 4)] = score


@inner
def _score_all(tables: Tables, guide: GuideTables, row: Words, parts: Words, totals: Words) -> None:
    """Find the scores of all cells for both seats."""
    for cell in range(tables.numbers[CELLS]):
        totals[cell] = 0
        for direction in range(_DIRECTIONS):
            parts[3 * cell + direction] = 0
    for line in range(16 * _DIRECTIONS):
        if guide.windows[WALLS + (line >> 4), line & 15] >= 0:
            _score_line(guide, row, line, parts, totals, 0, 15)
    for seat in range(_SEATS):
        for k in range(2):
            left = row[STONES + 2 * seat + k]
            cell = 64 * k
            while left:
                if left & 1:
                    totals[cell] = _TAKEN
                left = (left >> 1) & 0x7FFFFFFFFFFFFFFF
                cell += 1


@inner
def _rescore(tables: Tables, guide: GuideTables, row: Words, cell: int, parts: Words, totals: Words) -> None:
    """Find anew the scores that a new stone changes: those of its neighbours, or of whole lines if it makes a four."""
    mover = 1 - row[MOVER]
    totals[cell] = _TAKEN
    for direction in range(_DIRECTIONS):
        bit = tables.steps[cell, LINE_BIT + direction]
        line, place = 16 * direction + (bit >> 4), bit & 15
        word = LINES + WORDS_A_DIRECTION * (3 * mover + direction) + (bit >> 6)
        four = (_fours((row[word] >> (bit & 48)) & 0xFFFF) >> place) & 1
        first, last = (0, 15) if four else (max(place - 3, 0), min(place + 3, 15))
        _score_line(guide, row, line, parts, totals, first, last)


@inner
def _best_cell(guide: GuideTables, totals: Words, cells: int, seat: int, rng: Words) -> int:
    """Give the free cell with the best score after a little chance."""
    offset, shift = NOISE * 16 + below(rng, NOISE_LENGTH), _SEAT_BITS * seat
    noise = guide.windows.reshape(-1)[offset : offset + cells]
    best = _TAKEN
    for cell in range(cells):
        score = ((totals[cell] >> shift) & _SEAT_MASK) + noise[cell]
        best = max(best, ((score << 7) | cell) if totals[cell] >= 0 else _TAKEN)
    return best & 127


@kernel(CANDIDATES)
def candidates(tables: Tables, guide: GuideTables, row: Words, moves: Words, scores: Reals) -> int:
    """Write the cells with the best scores."""
    cells = tables.numbers[CELLS]
    parts, totals = np.empty(3 * cells, np.int64), np.empty(cells, np.int64)
    _score_all(tables, guide, row, parts, totals)
    low, high = targets(tables, row)
    n = write_cells(low, high, parts)
    shift = _SEAT_BITS * row[MOVER]
    for k in range(n):
        parts[k] |= ((totals[parts[k]] >> shift) & _SEAT_MASK) << 7
    chosen = min(n, _CANDIDATES)
    for i in range(chosen):
        best = i
        for k in range(i + 1, n):
            best = k if parts[k] > parts[best] else best
        parts[i], parts[best] = parts[best], parts[i]
        moves[i], scores[i] = parts[i] & 127, float(parts[i] >> 7)
    return chosen


@kernel(ROLLOUT)
def rollout(tables: Tables, guide: GuideTables, row: Words, rng: Words, plies: int) -> int:
    """Play what scores best, with a little chance."""
    if row[RESULT]:
        return 0
    cells = tables.numbers[CELLS]
    made = 0
    low, high = row[STONES] | row[STONES + 2], row[STONES + 1] | row[STONES + 3]
    parts, totals = np.empty(3 * cells, np.int64), np.empty(cells, np.int64)
    while count_bits(low) + count_bits(high) < 2 and made < plies:
        # The first two stones have their own rule.
        low, high = targets(tables, row)
        make(tables, row, parts[below(rng, write_cells(low, high, parts))])
        low, high = row[STONES] | row[STONES + 2], row[STONES + 1] | row[STONES + 3]
        made += 1
    _score_all(tables, guide, row, parts, totals)
    while row[RESULT] == 0 and made < plies:
        cell = _best_cell(guide, totals, cells, row[MOVER], rng)
        make(tables, row, cell)
        _rescore(tables, guide, row, cell, parts, totals)
        made += 1
    return made


GUIDE_KERNELS = GuideKernels(evaluate, candidates, rollout)
