"""The evaluation kernels of 4EYES+ and its pencil version: positions, move order, rollouts."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from veier.games.plus.kernels import make
from veier.games.plus.layout import (
    ALL,
    CELLS,
    ELSEWHERE,
    FROM,
    HEADS,
    HELD,
    NO_GIFTS,
    NOT_LAST,
    PENCIL,
    PLAYERS,
    SIDE,
    STONES,
    UNLIMITED,
)
from veier.games.plus.placements import (
    Spots,
    all_threats_of,
    free_cells,
    lay,
    may_place,
    next_seat,
    spots_of_lifted,
    threat_cells,
    way_of,
)
from veier.games.plus.threats import evaluate_attacks
from veier.games.squares.evaluation import (
    add_stone,
    add_stones,
    evaluate_squares,
    evaluate_with_attacks,
    keep_best,
    square_count,
    stone_worths,
)
from veier.games.squares.kernels import completes, threats_through
from veier.games.squares.placements import (
    Board,
    common,
    contains,
    first_cell,
    is_empty,
    rest_of,
    single,
    union,
    without,
)
from veier.kernels.bits import shift_right
from veier.kernels.decorators import allocating, inner, kernel
from veier.kernels.rng import below
from veier.kernels.scores import ALLOWS, GIVES, WINS
from veier.kernels.signatures import CANDIDATES, EVALUATE, ROLLOUT
from veier.kernels.state import MOVER, PHASE, RESULT, EvalKernels, EvalTables, Reals, Tables, Why, Words

_FIRST_WINS = int(Why.SQUARE) * 8 + 1

# In rollouts, the number of cells drawn and of placements tried before the safe ones are listed instead.
_DRAWS, _LOOKS = 100, 6


# What a player wins with.


@inner
def _next_to(tables: Tables, cells: Board) -> Board:
    """Return the cells that share an edge with one of these."""
    low, high = cells
    up, down = tables.numbers[SIDE], 64 - tables.numbers[SIDE]
    step_low, step_high = low & tables.numbers[NOT_LAST], high & tables.numbers[NOT_LAST + 1]
    found_low = (step_low << 1) | ((shift_right(low, 1) | (high << 63)) & tables.numbers[NOT_LAST])
    found_high = (step_high << 1) | shift_right(step_low, 63) | (shift_right(high, 1) & tables.numbers[NOT_LAST + 1])
    found_low |= (low << up) | shift_right(low, up) | (high << down)
    found_high |= (high << up) | shift_right(low, down) | shift_right(high, up)
    return found_low & tables.numbers[ALL], found_high & tables.numbers[ALL + 1]


@inner
def _winning_heads(tables: Tables, free: Board, own: Board, other: Board) -> Board:
    """Return the heads of placements that win: beside a free cell that does not complete the next player's square."""
    heads = common(own, free)
    return heads if is_empty(heads) else common(heads, _next_to(tables, without(free, other)))


@inner
def _tail_way(tables: Tables, free: Board, other: Board, head: int) -> int:
    """Return a way from a winning head to a cell that may take its tail."""
    for way in range(4):
        tail = tables.steps[head, way]
        if tail >= 0 and contains(free, tail) and not contains(other, tail):
            return way
    return -1


@inner
def _stones(state: Words, colour: int) -> Board:
    return state[STONES + 2 * colour], state[STONES + 2 * colour + 1]


@inner
def _winning_shift(tables: Tables, state: Words, seat: int) -> int:
    """Return a move of phase 2 that wins for a seat, or -1."""
    after = next_seat(tables, seat)
    everywhere, free_now = all_threats_of(tables, state, seat), free_cells(tables, state)
    heads = state[HEADS + 2 * seat], state[HEADS + 2 * seat + 1]
    if is_empty(everywhere):
        return -1
    while not is_empty(heads):
        head = first_cell(heads)
        heads = rest_of(heads)
        tail = tables.steps[head, way_of(state, head)]
        free = free_now if tables.numbers[ELSEWHERE] else union(free_now, union(single(head), single(tail)))
        # Lifting a domino takes threats away but adds none.
        targets = common(everywhere, free)
        if is_empty(targets):
            continue
        own, other = without(_stones(state, seat), single(head)), without(_stones(state, after), single(tail))
        while not is_empty(targets):
            new_head = first_cell(targets)
            targets = rest_of(targets)
            if not completes(tables, new_head, own[0], own[1]):
                continue
            for way in range(4):
                new_tail = tables.steps[new_head, way]
                if new_tail >= 0 and contains(free, new_tail) and not completes(tables, new_tail, other[0], other[1]):
                    return FROM * (1 + head) + 4 * new_head + way
    return -1


# Codes of squares, seen from the mover.


@allocating
def _find_codes(tables: Tables, eval_tables: EvalTables, state: Words) -> Words:
    codes = np.zeros(square_count(eval_tables), np.int64)
    players, mover = tables.numbers[PLAYERS], state[MOVER]
    for offset in range(players):
        seat = mover + offset if mover + offset < players else mover + offset - players
        add_stones(eval_tables, codes, state[STONES + 2 * seat], state[STONES + 2 * seat + 1], 1 << (2 * offset))
    return codes


@inner
def _drop_unreachable(tables: Tables, state: Words, codes: Words) -> None:
    """Leave out the squares that lack more stones than can still be drawn, where turns are limited.

    A stone of a colour is drawn by its player or by the one before.
    """
    players, before = tables.numbers[PLAYERS], state[MOVER]
    for _ in range(1, players):
        before = next_seat(tables, before)
    seat = state[MOVER]
    for offset in range(players):
        for lacking in range(1 + state[HELD + before] + state[HELD + seat], 4):
            for k in range(codes.size):
                codes[k] = 0 if codes[k] == (4 - lacking) << (2 * offset) else codes[k]
        before, seat = seat, next_seat(tables, seat)


@kernel(EVALUATE, allocates=True)
def evaluate(tables: Tables, eval_tables: EvalTables, state: Words, worths: Reals) -> int:
    """Evaluate phase 1 of two players by the attacks of both, all else by the live squares."""
    if state[PHASE] == 1 and tables.numbers[PLAYERS] == 2:
        evaluate_with_attacks(evaluate_attacks, eval_tables, state, worths)
    else:
        codes = _find_codes(tables, eval_tables, state)
        if tables.numbers[PENCIL] and not tables.numbers[UNLIMITED]:
            _drop_unreachable(tables, state, codes)
        evaluate_squares(eval_tables, codes, state[PHASE], state[MOVER], tables.numbers[PLAYERS], worths)
    return 0


# Candidates.


class _Placing(NamedTuple):
    """What placements are listed from.

    codes   the codes of all squares
    spots   the free cells and threats
    lifted  4 * head + way of the domino that is being moved, which has been lifted; -1 in phase 1
    """

    codes: Words
    spots: Spots
    lifted: int


@allocating
def _list_placements(
    tables: Tables, eval_tables: EvalTables, state: Words, placing: _Placing, moves: Words, scores: Reals
) -> int:
    """Write the placements that are not banned, with their scores; return the number.

    None of them wins. The scores distinguish what is safe from what lets the next player win, or makes its square.
    """
    codes, lifted = placing.codes, placing.lifted
    free, own, other = placing.spots.free, placing.spots.own, placing.spots.other
    base, n = FROM * (1 + (lifted >> 2)), 0
    cells, players = tables.numbers[CELLS], tables.numbers[PLAYERS]
    mover, after = state[MOVER], next_seat(tables, state[MOVER])
    last = next_seat(tables, after)
    moving = state[PHASE] == 2
    held = state[HELD] + state[HELD + 1] + state[HELD + 2]
    # With the last domino placed, the next player moves one.
    then_moving = moving or (held == 1 and tables.numbers[PENCIL] == 0)
    then_places = tables.numbers[UNLIMITED] != 0 or state[HELD + after] > 0
    stones, mine = _stones(state, after), _stones(state, mover)
    lasts = threat_cells(state, last) if players == 3 else own
    have, hand = np.empty(cells), np.empty(cells)
    gains = np.empty((cells, 2), np.int64)
    # What the next player can reach: also the cells of the lifted domino, and of its own.
    reach = free_cells(tables, state)
    if then_moving:
        heads = state[HEADS + 2 * after], state[HEADS + 2 * after + 1]
        while not is_empty(heads):
            head = first_cell(heads)
            heads = rest_of(heads)
            reach = union(reach, single(tables.steps[head, way_of(state, head)]))
    left = free
    while not is_empty(left):
        cell = first_cell(left)
        left = rest_of(left)
        have[cell], hand[cell] = stone_worths(eval_tables, codes, cell)
        gains[cell, 0], gains[cell, 1] = threats_through(tables, cell, stones[0], stones[1])
    past = 0.0
    if moving:
        head, way = lifted >> 2, lifted & 3
        past = stone_worths(eval_tables, codes, head)[0] + stone_worths(eval_tables, codes, tables.steps[head, way])[1]
    left = without(free, own)
    while not is_empty(left):
        head = first_cell(left)
        left = rest_of(left)
        banned = lasts
        if players == 2 and not then_moving:
            banned = union(own, threats_through(tables, head, mine[0], mine[1]))
        for way in range(4):
            tail = tables.steps[head, way]
            if tail < 0 or not contains(free, tail) or 4 * head + way == lifted:
                continue
            gives = contains(other, tail)
            if gives and tables.numbers[NO_GIFTS]:
                continue
            moves[n], scores[n] = base + 4 * head + way, have[head] + hand[tail] - past
            n += 1
            if gives:
                scores[n - 1] = GIVES
                continue
            threats = union(other, (gains[tail, 0], gains[tail, 1]))
            covered = union(single(head), single(tail))
            if then_moving:
                if is_empty(common(threats, without(reach, covered))):
                    continue
                lay(state, head, tail, after)
                if _winning_shift(tables, state, after) >= 0:
                    scores[n - 1] = ALLOWS
                lay(state, head, tail, after)
            elif then_places and not is_empty(_winning_heads(tables, without(free, covered), threats, banned)):
                scores[n - 1] = ALLOWS
    return n


@allocating
def _placement_candidates(tables: Tables, eval_tables: EvalTables, state: Words, moves: Words, scores: Reals) -> int:
    n = 0
    if may_place(tables, state):
        free = free_cells(tables, state)
        own, other = threat_cells(state, state[MOVER]), threat_cells(state, next_seat(tables, state[MOVER]))
        wins = _winning_heads(tables, free, own, other)
        if not is_empty(wins):
            head = first_cell(wins)
            moves[0], scores[0] = 4 * head + _tail_way(tables, free, other, head), WINS
            return 1
        placing = _Placing(_find_codes(tables, eval_tables, state), Spots(free, own, other), -1)
        n = _list_placements(tables, eval_tables, state, placing, moves, scores)
    return keep_best(moves, scores, n)


@allocating
def _shift_candidates(tables: Tables, eval_tables: EvalTables, state: Words, moves: Words, scores: Reals) -> int:
    mover, after = state[MOVER], next_seat(tables, state[MOVER])
    win = _winning_shift(tables, state, mover)
    if win >= 0:
        moves[0], scores[0] = win, WINS
        return 1
    codes = _find_codes(tables, eval_tables, state)
    n = 0
    heads = state[HEADS + 2 * mover], state[HEADS + 2 * mover + 1]
    while not is_empty(heads):
        head = first_cell(heads)
        heads = rest_of(heads)
        way = way_of(state, head)
        tail = tables.steps[head, way]
        lay(state, head, tail, after)
        add_stone(eval_tables, codes, head, -1)
        add_stone(eval_tables, codes, tail, -4)
        placing = _Placing(codes, spots_of_lifted(tables, state, head, tail), 4 * head + way)
        n += _list_placements(tables, eval_tables, state, placing, moves[n:], scores[n:])
        add_stone(eval_tables, codes, head, 1)
        add_stone(eval_tables, codes, tail, 4)
        lay(state, head, tail, after)
    return keep_best(moves, scores, n)


@kernel(CANDIDATES)
def candidates(tables: Tables, eval_tables: EvalTables, state: Words, moves: Words, scores: Reals) -> int:
    """Write the safe moves, the most promising first."""
    if state[PHASE] == 1:
        return _placement_candidates(tables, eval_tables, state, moves, scores)
    return _shift_candidates(tables, eval_tables, state, moves, scores)


# Rollouts: win, parry, give nothing away, else play at random. They end where phase 2 begins, which is evaluated.


@inner
def _draw_placement(tables: Tables, state: Words, free: Board, own: Board, other: Board, rng: Words) -> int:
    """Draw a placement that neither gives the game away nor lets the next player win; -1 if a few tries found none."""
    after = next_seat(tables, state[MOVER])
    lasts = threat_cells(state, next_seat(tables, after))
    two = tables.numbers[PLAYERS] == 2
    then_places = tables.numbers[UNLIMITED] != 0 or state[HELD + after] > 0
    threat = _winning_heads(tables, free, other, lasts)
    target = -1
    if then_places and not is_empty(threat):
        rest = rest_of(threat)
        target = first_cell(rest if not is_empty(rest) and below(rng, 2) else threat)
    looks = 0
    for _ in range(_DRAWS):
        choice = below(rng, 4 * tables.numbers[CELLS])
        head, way = choice >> 2, choice & 3
        if target >= 0:
            head = target
        tail = tables.steps[head, way]
        if tail < 0 or not contains(free, head) or not contains(free, tail):
            continue
        looks += 1
        if looks > _LOOKS:
            break
        if contains(own, head) or contains(other, tail):
            continue
        low, high = threats_through(tables, tail, state[STONES + 2 * after], state[STONES + 2 * after + 1])
        banned = lasts
        if two:
            mine = _stones(state, state[MOVER])
            banned = union(lasts, threats_through(tables, head, mine[0], mine[1]))
        still = without(free, union(single(head), single(tail)))
        if not then_places or is_empty(_winning_heads(tables, still, union(other, (low, high)), banned)):
            return 4 * head + way
    return -1


@kernel(ROLLOUT, allocates=True)
def rollout(tables: Tables, eval_tables: EvalTables, state: Words, rng: Words, plies: int) -> int:
    """Play safe random moves until the game ends, phase 2 begins or `plies` plies are made."""
    made = 0
    room = 1 + 4 * tables.numbers[CELLS]
    moves, scores = np.empty(room, np.int64), np.empty(room)
    while state[RESULT] == 0 and state[PHASE] == 1:
        mover, after = state[MOVER], next_seat(tables, state[MOVER])
        free, own, other = free_cells(tables, state), threat_cells(state, mover), threat_cells(state, after)
        can_place = may_place(tables, state)
        if can_place and not is_empty(_winning_heads(tables, free, own, other)):
            state[RESULT] = _FIRST_WINS + mover
            return made + 1
        if made >= plies:
            return made
        held = state[HELD] + state[HELD + 1] + state[HELD + 2]
        move = -1
        if can_place and (held > 1 or tables.numbers[PENCIL]):
            move = _draw_placement(tables, state, free, own, other, rng)
        if move < 0:
            n = candidates(tables, eval_tables, state, moves, scores)
            if scores[0] <= ALLOWS:
                state[RESULT] = _FIRST_WINS + after
                return made + 1
            move = moves[below(rng, n)]
        make(tables, state, move)
        made += 1
    if state[RESULT] == 0 and _winning_shift(tables, state, state[MOVER]) >= 0:
        state[RESULT] = _FIRST_WINS + state[MOVER]
        made += 1
    return made


EVAL_KERNELS = EvalKernels(evaluate, candidates, rollout)
