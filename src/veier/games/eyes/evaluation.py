"""What moves and positions of 4EYES are worth at a glance: the doors of judgement."""

from __future__ import annotations

import numpy as np

from veier.core.mcts_params import ALLOWS, GIVES, WINS
from veier.games.eyes.kernels import empty_fields, kinds_held, lift, list_shifts, make, shift, turned
from veier.games.eyes.layout import FIELD_COUNT, FIELDS, HELD, MOVE_LIMIT, SLIDE, STONES, THREATS, TURN
from veier.games.eyes.threats import outlook
from veier.games.squares.evaluation import add_stone, add_stones, judge, keep_best, square_count, stone_worths, weigh
from veier.games.squares.kernels import all_threats, threats_through
from veier.games.squares.placements import (
    Board,
    common,
    contains,
    free_after,
    is_empty,
    kind_of,
    partner,
    union,
    winning_cells,
)
from veier.kernels.arrays import copy_words
from veier.kernels.bits import has_bit, lowest_bit, without_lowest
from veier.kernels.jit import allocating, inner, kernel
from veier.kernels.rng import below
from veier.kernels.signatures import CANDIDATES, EVALUATE, ROLLOUT
from veier.kernels.state import MOVER, PHASE, RESULT, GuideKernels, GuideTables, Reals, Tables, Why, Words

_FIRST_WINS = int(Why.SQUARE) * 8 + 1

# In rollouts so many placements are looked at before the safe ones are listed instead.
_LOOKS = 6


@inner
def _stones(row: Words, colour: int) -> Board:
    return row[STONES + 2 * colour], row[STONES + 2 * colour + 1]


@inner
def _threats(row: Words, colour: int) -> Board:
    return row[THREATS + 2 * colour], row[THREATS + 2 * colour + 1]


@inner
def _free_cells(tables: Tables, row: Words) -> Board:
    """Give the cells of the fields without a tile."""
    low = high = 0
    left = empty_fields(tables, row)
    while left:
        field = lowest_bit(left)
        left = without_lowest(left)
        low |= 15 << (4 * field) if field < 16 else 0
        high |= 15 << (4 * (field & 15)) if field >= 16 else 0
    return low, high


@allocating
def _find_codes(guide: GuideTables, row: Words) -> Words:
    codes = np.zeros(square_count(guide), np.int64)
    mover = row[MOVER]
    add_stones(guide, codes, row[STONES + 2 * mover], row[STONES + 2 * mover + 1], 1)
    add_stones(guide, codes, row[STONES + 2 - 2 * mover], row[STONES + 3 - 2 * mover], 4)
    return codes


@kernel(EVALUATE, allocates=True)
def evaluate(tables: Tables, guide: GuideTables, row: Words, worths: Reals) -> int:
    """Judge placements by the attacks that both players have; when tiles are moved, weigh the live squares."""
    if row[PHASE] == 1:
        judge(outlook, guide, row, worths)
    else:
        weigh(guide, _find_codes(guide, row), row[PHASE], row[MOVER], 2, worths)
    return 0


# Phase 1: a placement is the mover's cell x and its partner y, the k-th other quadrant of the field.


@inner
def _move_number(tables: Tables, seat: int, x: int, k: int) -> int:
    red = x if seat == 0 else partner(tables, True, x, k)
    return 100 * kind_of(True, seat, k) + red


@inner
def _held_after(row: Words) -> int:
    """Give how many tiles both players hold after the next placement; with none, phase 2 begins."""
    total = 0
    for k in range(6):
        total += row[HELD + k]
    return total - 1


@inner
def _lets_win(tables: Tables, row: Words, free: Board, x: int, y: int) -> bool:
    """Tell whether the other player could win by a placement after this one."""
    mover, other = row[MOVER], 1 - row[MOVER]
    mine, theirs = _stones(row, mover), _stones(row, other)
    threats = union(_threats(row, other), threats_through(tables, y, theirs[0], theirs[1]))
    left = free_after(True, free, x, y)
    if is_empty(common(threats, left)):
        return False
    banned = union(_threats(row, mover), threats_through(tables, x, mine[0], mine[1]))
    return not is_empty(winning_cells(tables, True, other, kinds_held(row, other), threats, banned, left))


@allocating
def _list_placements(tables: Tables, guide: GuideTables, row: Words, moves: Words, scores: Reals) -> int:
    """Write the legal placements with their scores; one that wins stands alone."""
    mover = row[MOVER]
    free, own, other = _free_cells(tables, row), _threats(row, mover), _threats(row, 1 - mover)
    kinds, codes = kinds_held(row, mover), _find_codes(guide, row)
    cells = 4 * tables.numbers[FIELD_COUNT]
    have, hand, after = np.empty(cells), np.empty(cells), row.copy()
    for cell in range(cells):
        if contains(free, cell):
            have[cell], hand[cell] = stone_worths(guide, codes, cell)
    ends = _held_after(row) == 0
    n = 0
    for x in range(cells):
        if not contains(free, x):
            continue
        for k in range(3):
            y = partner(tables, True, x, k)
            if not (kinds >> kind_of(True, mover, k)) & 1:
                continue
            completes_own, completes_other = contains(own, x), contains(other, y)
            if completes_own and completes_other:
                continue
            moves[n], scores[n] = _move_number(tables, mover, x, k), have[x] + hand[y]
            if completes_own:
                moves[0], scores[0] = moves[n], WINS
                return 1
            if completes_other:
                scores[n] = GIVES
            elif ends:
                copy_words(row, after)
                make(tables, after, moves[n])
                if _winning_shift(tables, after) >= 0:
                    scores[n] = ALLOWS
            elif _lets_win(tables, row, free, x, y):
                scores[n] = ALLOWS
            n += 1
    return n


# Phase 2.


@inner
def _own_target(row: Words, move: int) -> int:
    """Give the cell where a slide or turn brings the stone of the mover's colour."""
    slides = move < TURN
    field = (move - SLIDE) // 25 if slides else (move - TURN) >> 1
    word, bits = STONES + 2 * row[MOVER] + (field >> 4), 4 * (field & 15)
    quadrant = lowest_bit((row[word] >> bits) & 15)
    return 4 * ((move - SLIDE) % 25) + quadrant if slides else 4 * field + turned(quadrant, (move - TURN) & 1)


@inner
def _winning_shift(tables: Tables, row: Words) -> int:
    """Give a slide or turn that wins for the mover, or -1."""
    mover, empty = row[MOVER], empty_fields(tables, row)
    # Lifting a tile takes threats away but adds none.
    low, high = all_threats(tables, row[STONES + 2 * mover], row[STONES + 2 * mover + 1])
    left = row[FIELDS + mover] if low | high else 0
    while left:
        field = lowest_bit(left)
        left = without_lowest(left)
        targets = tables.steps[field, 0] & empty
        move, way = TURN + 2 * field, 0
        while move >= 0:
            if has_bit(low, high, _own_target(row, move)) and shift(tables, row, move, True) == _FIRST_WINS + mover:
                return move
            way += 1
            move = TURN + 2 * field + 1 if way == 1 else -1
            if way > 1 and targets:
                move = SLIDE + 25 * field + lowest_bit(targets)
                targets = without_lowest(targets)
    return -1


@allocating
def _list_shifts(tables: Tables, guide: GuideTables, row: Words, moves: Words, scores: Reals) -> int:
    """Write the legal slides and turns with their scores; one that wins stands alone."""
    win = _winning_shift(tables, row)
    if win >= 0:
        moves[0], scores[0] = win, WINS
        return 1
    mover = row[MOVER]
    codes, after = _find_codes(guide, row), row.copy()
    n = list_shifts(tables, row, moves)
    for i in range(n):
        move = moves[i]
        field = (move - SLIDE) // 25 if move < TURN else (move - TURN) >> 1
        copy_words(row, after)
        red, blue = lift(after, field)
        old_own, old_other = 4 * field + (red, blue)[mover], 4 * field + (blue, red)[mover]
        new_own = _own_target(row, move)
        new_other = (new_own & ~3) + ((new_own + old_other - old_own) & 3)
        add_stone(guide, codes, old_own, -1)
        add_stone(guide, codes, old_other, -4)
        scores[i] = stone_worths(guide, codes, new_own)[0] + stone_worths(guide, codes, new_other)[1]
        scores[i] -= stone_worths(guide, codes, old_own)[0] + stone_worths(guide, codes, old_other)[1]
        add_stone(guide, codes, old_own, 1)
        add_stone(guide, codes, old_other, 4)
        copy_words(row, after)
        make(tables, after, move)
        if after[RESULT]:
            scores[i] = GIVES
        elif _winning_shift(tables, after) >= 0:
            scores[i] = ALLOWS
    return n


@kernel(CANDIDATES)
def candidates(tables: Tables, guide: GuideTables, row: Words, moves: Words, scores: Reals) -> int:
    """Write the safe moves, the most promising first."""
    if row[PHASE] == 1:
        n = _list_placements(tables, guide, row, moves, scores)
    else:
        n = _list_shifts(tables, guide, row, moves, scores)
    return n if n and scores[0] == WINS else keep_best(moves, scores, n)


# Rollouts: win, give nothing away; else chance. They end where phase 2 begins, which is judged by evaluation.


@inner
def _draw_placement(tables: Tables, row: Words, free: Board, rng: Words) -> int:
    """Draw a placement that neither gives the game away nor lets the other player win; -1 if none was found soon."""
    mover = row[MOVER]
    own, other, kinds = _threats(row, mover), _threats(row, 1 - mover), kinds_held(row, mover)
    threat = winning_cells(tables, True, 1 - mover, kinds_held(row, 1 - mover), other, own, free)
    target = -1
    if not is_empty(threat):
        target = (lowest_bit(threat[0]) if threat[0] else 64 + lowest_bit(threat[1])) >> 2
    looks = 0
    while looks < _LOOKS:
        field = target if target >= 0 else below(rng, tables.numbers[FIELD_COUNT])
        x, k = 4 * field + below(rng, 4), below(rng, 3)
        if not contains(free, x) or not (kinds >> kind_of(True, mover, k)) & 1:
            continue
        looks += 1
        y = partner(tables, True, x, k)
        if contains(own, x) or contains(other, y) or _lets_win(tables, row, free, x, y):
            continue
        return _move_number(tables, mover, x, k)
    return -1


@kernel(ROLLOUT, allocates=True)
def rollout(tables: Tables, guide: GuideTables, row: Words, rng: Words, plies: int) -> int:
    """Play on with care, until the game ends, phase 2 begins or so many plies are made."""
    made = 0
    moves, scores = np.empty(MOVE_LIMIT + 1, np.int64), np.empty(MOVE_LIMIT + 1)
    while row[RESULT] == 0 and row[PHASE] == 1:
        mover = row[MOVER]
        free, kinds = _free_cells(tables, row), kinds_held(row, mover)
        wins = winning_cells(tables, True, mover, kinds, _threats(row, mover), _threats(row, 1 - mover), free)
        if not is_empty(wins):
            row[RESULT] = _FIRST_WINS + mover
            return made + 1
        if made >= plies:
            return made
        move = -1
        if kinds and not is_empty(free) and _held_after(row) > 0:
            move = _draw_placement(tables, row, free, rng)
        if move < 0:
            n = candidates(tables, guide, row, moves, scores)
            if scores[0] <= ALLOWS:
                row[RESULT] = _FIRST_WINS + 1 - mover
                return made + 1
            move = moves[below(rng, n)]
        make(tables, row, move)
        made += 1
    if row[RESULT] == 0 and _winning_shift(tables, row) >= 0:
        row[RESULT] = _FIRST_WINS + row[MOVER]
        made += 1
    return made


GUIDE_KERNELS = GuideKernels(evaluate, candidates, rollout)
