"""The evaluation kernels of 4EYES: positions, move order, rollouts."""

from __future__ import annotations

import numpy as np

from veier.games.eyes.kernels import lift, list_shifts, make, shift, turned
from veier.games.eyes.layout import FIELD_COUNT, FIELDS, HELD, MOVE_LIMIT, NO_GIFTS, SLIDE, STONES, THREATS, TURN
from veier.games.eyes.placements import empty_fields, kinds_held
from veier.games.eyes.threats import evaluate_attacks
from veier.games.squares.evaluation import (
    add_stone,
    add_stones,
    evaluate_squares,
    evaluate_with_attacks,
    keep_best,
    square_count,
    stone_worths,
)
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
from veier.kernels.decorators import allocating, inner, kernel
from veier.kernels.rng import below
from veier.kernels.scores import ALLOWS, GIVES, WINS
from veier.kernels.signatures import CANDIDATES, EVALUATE, ROLLOUT
from veier.kernels.state import MOVER, PHASE, RESULT, EvalKernels, EvalTables, Reals, Tables, Why, Words

_FIRST_WINS = int(Why.SQUARE) * 8 + 1

# In rollouts, the number of placements tried before the safe ones are listed instead.
_LOOKS = 6


@inner
def _stones(state: Words, colour: int) -> Board:
    return state[STONES + 2 * colour], state[STONES + 2 * colour + 1]


@inner
def _threats(state: Words, colour: int) -> Board:
    return state[THREATS + 2 * colour], state[THREATS + 2 * colour + 1]


@inner
def _free_cells(tables: Tables, state: Words) -> Board:
    """Return the cells of the fields without a tile."""
    low = high = 0
    left = empty_fields(tables, state)
    while left:
        field = lowest_bit(left)
        left = without_lowest(left)
        low |= 15 << (4 * field) if field < 16 else 0
        high |= 15 << (4 * (field & 15)) if field >= 16 else 0
    return low, high


@allocating
def _find_codes(eval_tables: EvalTables, state: Words) -> Words:
    codes = np.zeros(square_count(eval_tables), np.int64)
    mover = state[MOVER]
    add_stones(eval_tables, codes, state[STONES + 2 * mover], state[STONES + 2 * mover + 1], 1)
    add_stones(eval_tables, codes, state[STONES + 2 - 2 * mover], state[STONES + 3 - 2 * mover], 4)
    return codes


@kernel(EVALUATE, allocates=True)
def evaluate(tables: Tables, eval_tables: EvalTables, state: Words, worths: Reals) -> int:
    """Evaluate phase 1 by the attacks of both players, phase 2 by the live squares."""
    if state[PHASE] == 1:
        evaluate_with_attacks(evaluate_attacks, eval_tables, state, worths)
    else:
        evaluate_squares(eval_tables, _find_codes(eval_tables, state), state[PHASE], state[MOVER], 2, worths)
    return 0


# Phase 1: a placement is the mover's cell x and its partner y, the k-th other quadrant of the field.


@inner
def _move_number(tables: Tables, seat: int, x: int, k: int) -> int:
    red = x if seat == 0 else partner(tables, True, x, k)
    return 100 * kind_of(True, seat, k) + red


@inner
def _held_after(state: Words) -> int:
    """Return the number of tiles both players hold after the next placement; with none, phase 2 begins."""
    total = 0
    for k in range(6):
        total += state[HELD + k]
    return total - 1


@inner
def _lets_win(tables: Tables, state: Words, free: Board, x: int, y: int) -> bool:
    """Return whether the other player could win by a placement after this one."""
    mover, other = state[MOVER], 1 - state[MOVER]
    mine, theirs = _stones(state, mover), _stones(state, other)
    threats = union(_threats(state, other), threats_through(tables, y, theirs[0], theirs[1]))
    left = free_after(True, free, x, y)
    if is_empty(common(threats, left)):
        return False
    banned = union(_threats(state, mover), threats_through(tables, x, mine[0], mine[1]))
    return not is_empty(winning_cells(tables, True, other, kinds_held(state, other), (threats, banned), left))


@allocating
def _list_placements(tables: Tables, eval_tables: EvalTables, state: Words, moves: Words, scores: Reals) -> int:
    """Write the legal placements with their scores; one that wins stands alone."""
    mover = state[MOVER]
    free, own, other = _free_cells(tables, state), _threats(state, mover), _threats(state, 1 - mover)
    kinds, codes = kinds_held(state, mover), _find_codes(eval_tables, state)
    cells = 4 * tables.numbers[FIELD_COUNT]
    have, hand, after = np.empty(cells), np.empty(cells), state.copy()
    for cell in range(cells):
        if contains(free, cell):
            have[cell], hand[cell] = stone_worths(eval_tables, codes, cell)
    ends = _held_after(state) == 0
    n = 0
    for x in range(cells):
        if not contains(free, x):
            continue
        for k in range(3):
            y = partner(tables, True, x, k)
            if not (kinds >> kind_of(True, mover, k)) & 1:
                continue
            completes_own, completes_other = contains(own, x), contains(other, y)
            if completes_other and (completes_own or tables.numbers[NO_GIFTS]):
                continue
            moves[n], scores[n] = _move_number(tables, mover, x, k), have[x] + hand[y]
            if completes_own:
                moves[0], scores[0] = moves[n], WINS
                return 1
            if completes_other:
                scores[n] = GIVES
            elif ends:
                copy_words(state, after)
                make(tables, after, moves[n])
                if _winning_shift(tables, after) >= 0:
                    scores[n] = ALLOWS
            elif _lets_win(tables, state, free, x, y):
                scores[n] = ALLOWS
            n += 1
    return n


# Phase 2.


@inner
def _own_target(state: Words, move: int) -> int:
    """Return the cell where a slide or turn brings the stone of the mover's colour."""
    slides = move < TURN
    field = (move - SLIDE) // 25 if slides else (move - TURN) >> 1
    word, bits = STONES + 2 * state[MOVER] + (field >> 4), 4 * (field & 15)
    quadrant = lowest_bit((state[word] >> bits) & 15)
    return 4 * ((move - SLIDE) % 25) + quadrant if slides else 4 * field + turned(quadrant, (move - TURN) & 1)


@inner
def _winning_shift(tables: Tables, state: Words) -> int:
    """Return a slide or turn that wins for the mover, or -1."""
    mover, empty = state[MOVER], empty_fields(tables, state)
    # Lifting a tile takes threats away but adds none.
    low, high = all_threats(tables, state[STONES + 2 * mover], state[STONES + 2 * mover + 1])
    left = state[FIELDS + mover] if low | high else 0
    while left:
        field = lowest_bit(left)
        left = without_lowest(left)
        targets = tables.steps[field, 0] & empty
        move, way = TURN + 2 * field, 0
        while move >= 0:
            if has_bit(low, high, _own_target(state, move)) and shift(tables, state, move, True) == _FIRST_WINS + mover:
                return move
            way += 1
            move = TURN + 2 * field + 1 if way == 1 else -1
            if way > 1 and targets:
                move = SLIDE + 25 * field + lowest_bit(targets)
                targets = without_lowest(targets)
    return -1


@allocating
def _list_shifts(tables: Tables, eval_tables: EvalTables, state: Words, moves: Words, scores: Reals) -> int:
    """Write the legal slides and turns with their scores; one that wins stands alone."""
    win = _winning_shift(tables, state)
    if win >= 0:
        moves[0], scores[0] = win, WINS
        return 1
    mover = state[MOVER]
    codes, after = _find_codes(eval_tables, state), state.copy()
    n = list_shifts(tables, state, moves)
    for i in range(n):
        move = moves[i]
        field = (move - SLIDE) // 25 if move < TURN else (move - TURN) >> 1
        copy_words(state, after)
        red, blue = lift(after, field)
        old_own, old_other = 4 * field + (red, blue)[mover], 4 * field + (blue, red)[mover]
        new_own = _own_target(state, move)
        new_other = (new_own & ~3) + ((new_own + old_other - old_own) & 3)
        add_stone(eval_tables, codes, old_own, -1)
        add_stone(eval_tables, codes, old_other, -4)
        scores[i] = stone_worths(eval_tables, codes, new_own)[0] + stone_worths(eval_tables, codes, new_other)[1]
        scores[i] -= stone_worths(eval_tables, codes, old_own)[0] + stone_worths(eval_tables, codes, old_other)[1]
        add_stone(eval_tables, codes, old_own, 1)
        add_stone(eval_tables, codes, old_other, 4)
        copy_words(state, after)
        make(tables, after, move)
        if after[RESULT]:
            scores[i] = GIVES
        elif _winning_shift(tables, after) >= 0:
            scores[i] = ALLOWS
    return n


@kernel(CANDIDATES)
def candidates(tables: Tables, eval_tables: EvalTables, state: Words, moves: Words, scores: Reals) -> int:
    """Write the safe moves, the most promising first."""
    if state[PHASE] == 1:
        n = _list_placements(tables, eval_tables, state, moves, scores)
    else:
        n = _list_shifts(tables, eval_tables, state, moves, scores)
    return n if n and scores[0] == WINS else keep_best(moves, scores, n)


# Rollouts: win, give nothing away, else play at random. They end where phase 2 begins, which is evaluated.


@inner
def _draw_placement(tables: Tables, state: Words, free: Board, rng: Words) -> int:
    """Draw a placement that neither gives the game away nor lets the other player win; -1 if a few tries found none."""
    mover = state[MOVER]
    own, other, kinds = _threats(state, mover), _threats(state, 1 - mover), kinds_held(state, mover)
    threat = winning_cells(tables, True, 1 - mover, kinds_held(state, 1 - mover), (other, own), free)
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
        if contains(own, x) or contains(other, y) or _lets_win(tables, state, free, x, y):
            continue
        return _move_number(tables, mover, x, k)
    return -1


@kernel(ROLLOUT, allocates=True)
def rollout(tables: Tables, eval_tables: EvalTables, state: Words, rng: Words, plies: int) -> int:
    """Play safe random moves until the game ends, phase 2 begins or `plies` plies are made."""
    made = 0
    moves, scores = np.empty(MOVE_LIMIT + 1, np.int64), np.empty(MOVE_LIMIT + 1)
    while state[RESULT] == 0 and state[PHASE] == 1:
        mover = state[MOVER]
        free, kinds = _free_cells(tables, state), kinds_held(state, mover)
        threats = _threats(state, mover), _threats(state, 1 - mover)
        wins = winning_cells(tables, True, mover, kinds, threats, free)
        if not is_empty(wins):
            state[RESULT] = _FIRST_WINS + mover
            return made + 1
        if made >= plies:
            return made
        move = -1
        if kinds and not is_empty(free) and _held_after(state) > 0:
            move = _draw_placement(tables, state, free, rng)
        if move < 0:
            n = candidates(tables, eval_tables, state, moves, scores)
            if scores[0] <= ALLOWS:
                state[RESULT] = _FIRST_WINS + 1 - mover
                return made + 1
            move = moves[below(rng, n)]
        make(tables, state, move)
        made += 1
    if state[RESULT] == 0 and _winning_shift(tables, state) >= 0:
        state[RESULT] = _FIRST_WINS + state[MOVER]
        made += 1
    return made


EVAL_KERNELS = EvalKernels(evaluate, candidates, rollout)
