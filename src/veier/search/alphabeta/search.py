"""Alpha-beta for two players: the value of a position if both play their best for a number of plies.

Written against `EvalBundle`: `candidates` lists the moves to search and their order, `evaluate` values a position where
the search ends. Wins are counted from the root, so that quick wins and long resistance have better values.
"""

from __future__ import annotations

from veier.kernels.arrays import copy_words, count_equal
from veier.kernels.bits import shift_right
from veier.kernels.bundles import EvalBundle
from veier.kernels.decorators import inner, kernel
from veier.kernels.hashing import digest
from veier.kernels.signatures import EVAL_BUNDLE
from veier.kernels.state import MOVER, PHASE, Reals, Words
from veier.kernels.types import INT, signature
from veier.search.alphabeta.memory import (
    ALPHABETA_MEMORY,
    EVALUATED,
    NODE_LIMIT,
    NODES,
    SEEN,
    STOP,
    AlphaBetaMemory,
)

# A win at the root's next ply has the value WIN - 1, one after three plies WIN - 3; evaluations stay below WON.
WIN, WON = 1_000_000, 900_000
_SCALE = 1000

_EXACT, _AT_LEAST, _AT_MOST = range(3)


@inner
def _pack(move: int, value: int, depth: int, bound: int) -> int:
    return (value + WIN) << 26 | move << 10 | depth << 2 | bound


@inner
def find_entry(memory: AlphaBetaMemory, code: int) -> int:
    """Return the place of a digest in the transposition table."""
    return shift_right(code, 8) & (memory.table.shape[0] - 1)


@inner
def move_of(entry: int) -> int:
    """Return the move of a packed entry."""
    return (entry >> 10) & 0xFFFF


@inner
def value_of_result(mover: int, result: int, ply: int) -> int:
    """Return the value of the end of a game after `ply` plies to the player who made the last move."""
    winner = result % 8 - 1
    if winner < 0:
        return 0
    return WIN - ply if winner == mover else ply - WIN


@inner
def _advantage(worths: Reals, seat: int) -> int:
    """Return a seat's advantage by an evaluation."""
    return int(max(min(_SCALE * (worths[seat] - worths[1 - seat]), WON - 1), 1 - WON))


@inner
def _repeats(memory: AlphaBetaMemory, ply: int, code: int) -> bool:
    """Return whether the position at `ply` stood before on this line, or twice before in the game: then nobody wins."""
    seen = memory.control[SEEN]
    before = count_equal(memory.digests, seen, code)
    return before >= 2 or count_equal(memory.digests, seen + ply, code) > before


@inner
def _bring_forward(moves: Words, n: int, move: int) -> None:
    """Move a move to the head of the list."""
    for i in range(1, n):
        if moves[i] == move:
            while i > 0:
                moves[i] = moves[i - 1]
                i -= 1
            moves[0] = move
            return


@kernel(signature(EVAL_BUNDLE, ALPHABETA_MEMORY, INT, INT, INT, INT))
def alpha_beta(game: EvalBundle, memory: AlphaBetaMemory, ply: int, depth: int, alpha: int, beta: int) -> int:
    """Return the value of states[ply] to its mover, exactly if it lies between alpha and beta, else as a bound.

    When the search is stopped the value means nothing.
    """
    control, state = memory.control, memory.states[ply]
    control[NODES] += 1
    mover = state[MOVER]
    if depth == 0:
        control[EVALUATED] += 1
        game.evaluate(game.tables, game.eval_tables, state, memory.worths)
        return _advantage(memory.worths, mover)
    # 1. A repetition is drawn.
    code = digest(game.tables, state)
    memory.digests[control[SEEN] + ply] = code
    if ply and state[PHASE] == 2 and _repeats(memory, ply, code):
        return 0
    # 2. Transposition table: an earlier search of this position.
    place = find_entry(memory, code)
    remembered = -1
    if memory.table[place, 0] == code and memory.table[place, 1]:
        entry = memory.table[place, 1]
        remembered = move_of(entry)
        value = (entry >> 26) - WIN
        if value > WON:
            value -= ply
        elif value < -WON:
            value += ply
        if ply and (entry >> 2) & 0xFF == depth:
            bound = entry & 3
            if bound == _EXACT or (bound == _AT_LEAST and value >= beta) or (bound == _AT_MOST and value <= alpha):
                return value
    # 3. Search each candidate, the remembered move first.
    moves = memory.moves[ply]
    n = game.candidates(game.tables, game.eval_tables, state, moves, memory.scores[ply])
    if remembered >= 0:
        _bring_forward(moves, n, remembered)
    best, chosen, least = -WIN, moves[0], alpha
    after = memory.states[ply + 1]
    for i in range(n):
        copy_words(state, after)
        result = game.push(game.tables, after, moves[i])
        if result:
            control[NODES] += 1
            value = value_of_result(mover, result, ply + 1)
        elif depth == 1:
            # As the call below would, without its costs: most positions are of this kind.
            control[NODES] += 1
            control[EVALUATED] += 1
            game.evaluate(game.tables, game.eval_tables, after, memory.worths)
            value = _advantage(memory.worths, mover)
        else:
            value = -alpha_beta(game, memory, ply + 1, depth - 1, -beta, -least)
        if control[STOP] or memory.stop[0] or control[NODES] > control[NODE_LIMIT]:
            control[STOP] = 1
            return 0
        if value > best:
            best, chosen = value, moves[i]
        least = max(least, value)
        if least >= beta:
            break
    # 4. Store the result; the length of a win is counted from here.
    bound = _AT_MOST if best <= alpha else _AT_LEAST if best >= beta else _EXACT
    counted = best + ply if best > WON else best - ply if best < -WON else best
    memory.table[place, 0] = code
    memory.table[place, 1] = _pack(chosen, counted, depth, bound)
    return best
