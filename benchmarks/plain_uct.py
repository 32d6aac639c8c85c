"""Plain UCT as a yardstick: random playouts by the rules alone, without an evaluation.

    from benchmarks.plain_uct import plain_uct_move
    move = plain_uct_move(position, movetime=0.1, seed=7)

With `heavy`, playouts follow the rollout policy of the evaluation instead of random moves: the usual improvement for
hex rows. Each player maximises its own share (max^n); a draw counts as an equal share of a win.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from veier.core.bundles import eval_bundle, rules_bundle
from veier.core.move import Move
from veier.core.position import Position
from veier.kernels.arrays import copy_words
from veier.kernels.bundles import EvalBundle, RulesBundle
from veier.kernels.decorators import kernel
from veier.kernels.reals import log, sqrt
from veier.kernels.signatures import EVAL_BUNDLE, REALS_2D, RULES_BUNDLE, WORDS, WORDS_2D
from veier.kernels.state import MOVER, PASS, RESULT, Reals, Words
from veier.kernels.types import INT, REAL, named_tuple, signature
from veier.search.limits import UNLIMITED, Stop

# Words of a node: its move, the seat to move, visits, its first child (0: none yet) and the number of children.
_MOVE, _SEAT, _VISITS, _FIRST, _COUNT = range(5)
_ROOM = 2_000_000
# Playouts are cut after this many plies and count as drawn.
_LONGEST = 200
# The usual constant for results between 0 and 1; half and twice as much were tried against it.
_EXPLORATION = 0.7


class _Options(NamedTuple):
    limit: int
    players: int
    heavy: int
    exploration: float


class _Memory(NamedTuple):
    nodes: Words
    sums: Reals
    state: Words
    moves: Words
    path: Words
    start: Words
    rng: Words
    stop: Words


_OPTIONS = named_tuple((INT, INT, INT, REAL), _Options)
_MEMORY = named_tuple((WORDS_2D, REALS_2D, WORDS, WORDS, WORDS, WORDS, WORDS, WORDS), _Memory)


@kernel(signature(RULES_BUNDLE, EVAL_BUNDLE, _OPTIONS, _MEMORY))
def _search(game: RulesBundle, evaluation: EvalBundle, options: _Options, memory: _Memory) -> int:
    """Simulate until the limit or the stop word; return the number of simulations."""
    nodes, sums, state, path = memory.nodes, memory.sums, memory.state, memory.path
    start, rng, players = memory.start, memory.rng, options.players
    used = 1
    nodes[0] = 0
    nodes[0, _SEAT] = start[MOVER]
    made = 0
    while made < options.limit and (memory.stop[0] == 0 or made == 0):
        made += 1
        copy_words(start, state)
        node = depth = 0
        path[0] = 0
        while state[RESULT] == 0 and depth < _LONGEST:
            if nodes[node, _FIRST] == 0:
                if (nodes[node, _VISITS] == 0 and node) or used + memory.moves.size >= nodes.shape[0]:
                    break
                n = game.moves(game.tables, state, memory.moves)
                nodes[node, _FIRST], nodes[node, _COUNT] = used, n
                for k in range(n):
                    nodes[used + k] = 0
                    nodes[used + k, _MOVE] = memory.moves[k]
                    sums[used + k] = 0.0
                used += n
            best, most = -1, -1.0
            spread = log(nodes[node, _VISITS] + 1.0)
            for child in range(nodes[node, _FIRST], nodes[node, _FIRST] + nodes[node, _COUNT]):
                tries = nodes[child, _VISITS]
                # Unvisited moves come first, in pseudo-random order.
                worth = 1e6 + (rng[0] ^ child * 0x9E3779B1) % 1024
                if tries:
                    worth = sums[child, nodes[node, _SEAT]] / tries + options.exploration * sqrt(spread / tries)
                if worth > most:
                    best, most = child, worth
            node = best
            depth += 1
            path[depth] = node
            game.push(game.tables, state, nodes[node, _MOVE])
            nodes[node, _SEAT] = state[MOVER]
        if state[RESULT] == 0:
            if options.heavy:
                evaluation.rollout(evaluation.tables, evaluation.eval_tables, state, rng, _LONGEST)
            if state[RESULT] == 0:
                game.playout(game.tables, state, rng, _LONGEST)
        winner = state[RESULT] % 8 - 1
        for k in range(depth + 1):
            nodes[path[k], _VISITS] += 1
            for seat in range(players):
                sums[path[k], seat] += 1.0 / players if winner < 0 else float(winner == seat)
    return made


def plain_uct_move(
    position: Position,
    movetime: float | None = None,
    nodes: int | None = None,
    seed: int = 0,
    *,
    heavy: bool = False,
    exploration: float = _EXPLORATION,
) -> Move:
    """Return the move that plain UCT visits most within a time or a number of simulations."""
    rules = position.game.rules
    room = min(_ROOM, 1000 + 400 * nodes) if nodes and not movetime else _ROOM
    stop = Stop()
    memory = _Memory(
        np.empty((room, 5), np.int64),
        np.empty((room, 3)),
        np.empty(rules.state_size, np.int64),
        np.empty(rules.move_limit + 1, np.int64),
        np.empty(_LONGEST + 2, np.int64),
        position.state,
        np.array([seed], np.int64),
        stop.word,
    )
    options = _Options(nodes or UNLIMITED, position.game.players, int(heavy), exploration)
    with stop.after(movetime):
        _search(rules_bundle(position.game), eval_bundle(position.game), options, memory)
    first, count = memory.nodes[0, _FIRST : _COUNT + 1].tolist()
    children = memory.nodes[first : first + count]
    number = int(children[children[:, _VISITS].argmax(), _MOVE])
    if number == PASS:
        return Move("pass", PASS, "pass")
    return rules.describe_move(position.state, number)
