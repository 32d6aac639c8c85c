"""Alpha-beta for two players: how a position stands if both play their best for so many plies.

Written against the doors of `Kernels` and `GuideKernels`: `candidates` says which moves to look at and in which order,
`evaluate` what a position is worth where the search ends. Wins are counted from the root, so that the quickest win and
the longest resistance are worth the most.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64, types

from veier.core.position import Position
from veier.kernels.arrays import copy_words, count_equal
from veier.kernels.bits import shift_right
from veier.kernels.hashing import digest
from veier.kernels.jit import allocating, inner, kernel
from veier.kernels.signatures import (
    CANDIDATES_FUNCTION,
    EVAL_TABLES,
    EVALUATE_FUNCTION,
    PUSH_FUNCTION,
    REALS,
    REALS_2D,
    TABLES,
    WORDS,
    WORDS_2D,
)
from veier.kernels.state import MOVER, PHASE, EvalTables, Reals, Tables, Words

# A win at the root's next ply is worth WIN - 1, one after three plies WIN - 3; evaluations stay below WON.
WIN, WON = 1_000_000, 900_000
_SCALE = 1000

# Words of `control`: nodes looked at, how many there may be, whether to stop at once, and how many positions were
# judged by an evaluation: as long as there are none, values are exact.
NODES, NODE_LIMIT, STOP, JUDGED = range(4)
_EXACT, _AT_LEAST, _AT_MOST = range(3)


class Notebook(NamedTuple):
    """What an alpha-beta search works with.

    states      [ply]: the line that is being looked at
    digests   the positions that stood before, and then those of the line; with `before`, how many stood before
    moves     [ply, k]: the candidates of each ply
    scores    [ply, k]: how promising they look
    worths    room for an evaluation
    table     [place]: what is remembered: digest, and packed bound, depth, move and value
    control   see above
    stop      a word that somebody else may set to end the search
    """

    states: Words
    digests: Words
    moves: Words
    scores: Reals
    worths: Reals
    table: Words
    control: Words
    stop: Words


NOTEBOOK = types.NamedTuple(  # type: ignore[no-untyped-call]
    (WORDS_2D, WORDS, WORDS_2D, REALS_2D, REALS, WORDS_2D, WORDS, WORDS), Notebook
)


def make_notebook(position: Position, depth: int, megabytes: int, stop: Words) -> Notebook:
    """Set aside memory for a search from a position, at most so many plies deep."""
    rules = position.game.rules
    states = np.zeros((depth + 1, rules.state_size), np.int64)
    states[0] = position.state
    seen = np.array(position.seen, np.uint64).astype(np.int64)
    places = 1 << (megabytes * 2**20 // 16).bit_length() - 1
    return Notebook(
        states,
        np.concatenate([seen, np.zeros(depth + 1, np.int64)]),
        np.zeros((depth + 1, rules.move_limit), np.int64),
        np.zeros((depth + 1, rules.move_limit)),
        np.zeros(rules.players + 1),
        np.zeros((places, 2), np.int64),
        np.zeros(JUDGED + 1, np.int64),
        stop,
    )


@inner
def _pack(move: int, value: int, depth: int, bound: int) -> int:
    return (value + WIN) << 26 | move << 10 | depth << 2 | bound


@inner
def _value_for(mover: int, result: int, ply: int) -> int:
    """Give what the end of a game after `ply` plies is worth to the player who made the last move."""
    winner = result % 8 - 1
    if winner < 0:
        return 0
    return WIN - ply if winner == mover else ply - WIN


@inner
def _ahead(worths: Reals, seat: int) -> int:
    """Give how far a seat is ahead by an evaluation."""
    return int(max(min(_SCALE * (worths[seat] - worths[1 - seat]), WON - 1), 1 - WON))


@inner
def _repeats(notebook: Notebook, known: int, ply: int, code: int) -> bool:
    """Tell whether the position at `ply` stood before on this line, or twice before in the game: then nobody wins."""
    before = count_equal(notebook.digests, known, code)
    return before >= 2 or count_equal(notebook.digests, known + ply, code) > before


@inner
def _bring_forward(moves: Words, n: int, move: int) -> None:
    """Put a move that was good before at the head of the list."""
    for i in range(1, n):
        if moves[i] == move:
            while i > 0:
                moves[i] = moves[i - 1]
                i -= 1
            moves[0] = move
            return


@kernel(
    int64(
        *(CANDIDATES_FUNCTION, PUSH_FUNCTION, EVALUATE_FUNCTION, TABLES, EVAL_TABLES, NOTEBOOK),
        *(int64, int64, int64, int64, int64),
    )
)
def alpha_beta(
    candidates: Any,
    push: Any,
    evaluate: Any,
    tables: Tables,
    eval_tables: EvalTables,
    notebook: Notebook,
    known: int,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """Give what states[ply] is worth to its mover, exactly if that lies between alpha and beta, else as a bound.

    `known` positions stood before the root. When the search is stopped the value means nothing.
    """
    control, state = notebook.control, notebook.states[ply]
    control[NODES] += 1
    mover = state[MOVER]
    if depth == 0:
        control[JUDGED] += 1
        evaluate(tables, eval_tables, state, notebook.worths)
        return _ahead(notebook.worths, mover)
    # 1. What is known: a repetition, or an earlier search of this position.
    code = digest(tables, state)
    notebook.digests[known + ply] = code
    if ply and state[PHASE] == 2 and _repeats(notebook, known, ply, code):
        return 0
    place = shift_right(code, 8) & (notebook.table.shape[0] - 1)
    remembered = -1
    if notebook.table[place, 0] == code and notebook.table[place, 1]:
        entry = notebook.table[place, 1]
        remembered = (entry >> 10) & 0xFFFF
        value = (entry >> 26) - WIN
        if value > WON:
            value -= ply
        elif value < -WON:
            value += ply
        if ply and (entry >> 2) & 0xFF == depth:
            bound = entry & 3
            if bound == _EXACT or (bound == _AT_LEAST and value >= beta) or (bound == _AT_MOST and value <= alpha):
                return value
    # 2. Each candidate, the one that was good before first.
    moves = notebook.moves[ply]
    n = candidates(tables, eval_tables, state, moves, notebook.scores[ply])
    if remembered >= 0:
        _bring_forward(moves, n, remembered)
    best, chosen, least = -WIN, moves[0], alpha
    after = notebook.states[ply + 1]
    for i in range(n):
        copy_words(state, after)
        result = push(tables, after, moves[i])
        if result:
            control[NODES] += 1
            value = _value_for(mover, result, ply + 1)
        elif depth == 1:
            # As the call below would, without its costs: most positions are of this kind.
            control[NODES] += 1
            control[JUDGED] += 1
            evaluate(tables, eval_tables, after, notebook.worths)
            value = _ahead(notebook.worths, mover)
        else:
            value = -alpha_beta(
                candidates, push, evaluate, tables, eval_tables, notebook, known, ply + 1, depth - 1, -beta, -least
            )
        if control[STOP] or notebook.stop[0] or control[NODES] > control[NODE_LIMIT]:
            control[STOP] = 1
            return 0
        if value > best:
            best, chosen = value, moves[i]
        least = max(least, value)
        if least >= beta:
            break
    # 3. Remember; the length of a win is counted from here.
    bound = _AT_MOST if best <= alpha else _AT_LEAST if best >= beta else _EXACT
    counted = best + ply if best > WON else best - ply if best < -WON else best
    notebook.table[place, 0] = code
    notebook.table[place, 1] = _pack(chosen, counted, depth, bound)
    return best


@kernel(
    int64(
        *(CANDIDATES_FUNCTION, PUSH_FUNCTION, EVALUATE_FUNCTION, TABLES, EVAL_TABLES, NOTEBOOK),
        *(int64, int64, WORDS, WORDS, int64),
    )
)
def weigh(
    candidates: Any,
    push: Any,
    evaluate: Any,
    tables: Tables,
    eval_tables: EvalTables,
    notebook: Notebook,
    known: int,
    depth: int,
    moves: Words,
    values: Words,
    margin: int,
) -> int:
    """Search each of some moves at the root; write their values and give how many were searched to the end.

    What is worse than the best by more than the margin gets an upper bound.
    """
    state, after = notebook.states[0], notebook.states[1]
    notebook.digests[known] = digest(tables, state)
    best = -WIN
    for i in range(moves.size):
        copy_words(state, after)
        result = push(tables, after, moves[i])
        if result:
            value = _value_for(state[MOVER], result, 1)
        else:
            alpha = max(best - margin, -WIN)
            value = -alpha_beta(
                candidates, push, evaluate, tables, eval_tables, notebook, known, 1, depth - 1, -WIN, -alpha
            )
        if notebook.control[STOP]:
            return i
        values[i] = value
        best = max(best, value)
    return moves.size


@allocating
def _write_variation(push: Any, tables: Tables, notebook: Notebook, first: int, out: Words) -> int:
    """Write how the game may go on after a move at the root, as far as it is remembered; give how many moves.

    It ends where a position would stand again.
    """
    state = notebook.states[0].copy()
    codes = np.empty(out.size + 1, np.int64)
    codes[0] = digest(tables, state)
    move, n = first, 0
    while n < out.size:
        out[n] = move
        n += 1
        if push(tables, state, move):
            break
        code = codes[n] = digest(tables, state)
        if count_equal(codes, n, code):
            break
        place = shift_right(code, 8) & (notebook.table.shape[0] - 1)
        if notebook.table[place, 0] != code or notebook.table[place, 1] == 0:
            break
        move = (notebook.table[place, 1] >> 10) & 0xFFFF
    return n


@kernel(int64(PUSH_FUNCTION, TABLES, NOTEBOOK, WORDS, WORDS, WORDS_2D))
def write_variations(push: Any, tables: Tables, notebook: Notebook, moves: Words, lengths: Words, out: Words) -> int:
    """Write a variation for each of some moves at the root, as long as its length allows, and how long it is.

    All at once, since a call from Python takes longer than a variation.
    """
    for i in range(moves.size):
        lengths[i] = _write_variation(push, tables, notebook, moves[i], out[i][: lengths[i]])
    return moves.size
