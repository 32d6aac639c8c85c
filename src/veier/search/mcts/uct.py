"""UCT: simulations that try again what went well, for any number of players, over a game's doors of judgement.

Each simulation walks down the tree, adds a node, plays a rollout from there, evaluates its end, and adds the chances of
all seats to the nodes on its way (max^n). Candidates come into play one by one in the order of their scores. What is
certain is kept apart and handed up the tree, so that the search proves wins, losses and draws as it goes.

Among three, who can be trusted to parry a threat decides games: a search that takes it for granted leaves that to the
next player, who overlooks it; one that never does wastes its moves. So each simulation draws who of the others is
careless, as likely as they have shown (`care.py`), and lets those slip; what is certain does not depend on that.
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import Any

from numba import int64

from veier.core.mcts_params import MctsParams
from veier.kernels.arrays import copy_words
from veier.kernels.hashing import digest
from veier.kernels.jit import inner, kernel
from veier.kernels.rng import below
from veier.kernels.scores import ALLOWS, WINS
from veier.kernels.signatures import (
    CANDIDATES_FUNCTION,
    COUNT_FUNCTION,
    EVAL_TABLES,
    EVALUATE_FUNCTION,
    PUSH_FUNCTION,
    ROLLOUT_FUNCTION,
    TABLES,
    WORDS,
)
from veier.kernels.state import MOVER, PHASE, RESULT, EvalTables, Reals, Tables, Words
from veier.search.mcts.tree import (
    BEST,
    CARELESS,
    CHANCES,
    COUNT,
    DEPTH_LIMIT,
    DESK,
    DIGEST,
    DRAW,
    EXPECTED,
    FIRST,
    LEFT_OUT,
    MCTS_PARAMS,
    MOVE,
    NODES,
    OUTCOMES,
    PLAYERS,
    PLIES,
    SEAT,
    SEATS,
    SIMULATION_LIMIT,
    SIMULATIONS,
    SLOTS,
    TREE,
    VISITS,
    Desk,
    Tree,
    add_node,
    gain_bounds,
    is_certain,
    next_seat,
    settle,
    utility,
    write_outcomes,
)
from veier.search.opponent_model import overlooks

# A candidate that was never tried comes before all others, in order.
_UNTRIED, _ORDER = 10.0, 0.001
# What a move promises to its mover if everybody does what is expected.
_LOSS, _OPEN, _WIN = range(3)

_overlooks = inner(overlooks)


@inner
def _winner_bit(result: int) -> int:
    """Turn state[RESULT] of a finished game into outcomes."""
    return 1 << (result % 8 - 1) if result % 8 else 1 << DRAW


@inner
def _stands_again(tree: Tree, desk: Desk, depth: int, seen: Words, code: int) -> bool:
    """Tell whether a position with this digest has stood twice, in the game and on the path down to `depth`."""
    times = 0
    for k in range(seen.size):
        times += seen[k] == code
    for k in range(1, depth + 1):
        times += tree.nodes[desk.path[k], DIGEST] == code
    return times >= 2


@inner
def _look(evaluate: Any, tables: Tables, eval_tables: EvalTables, players: int, state: Words, chances: Reals) -> None:
    """Turn what a running game is worth into chances."""
    evaluate(tables, eval_tables, state, chances)
    chances[DRAW] = chances[players]
    for seat in range(players, SEATS):
        chances[seat] = -1e300
    most = max(max(chances[0], chances[1]), max(chances[2], chances[3]))
    total = 0.0
    for k in range(SEATS + 1):
        chances[k] = exp(chances[k] - most)
        total += chances[k]
    for k in range(SEATS + 1):
        chances[k] /= total


@inner
def _expand(
    count: Any, candidates: Any, tables: Tables, eval_tables: EvalTables, tree: Tree, desk: Desk, node: int
) -> bool:
    """Give a node its slots, and its outcomes if the candidates decide; False if there is no room."""
    nodes, control = tree.nodes, tree.control
    n = candidates(tables, eval_tables, desk.state, desk.moves, desk.scores)
    first = control[SLOTS]
    if first + n > tree.slots.size:
        return False
    control[SLOTS] += n
    for k in range(n):
        tree.slots[first + k] = ~desk.moves[k]
    nodes[node, FIRST], nodes[node, COUNT] = first, n
    nodes[node, LEFT_OUT] = count(tables, desk.state) - n
    if desk.scores[0] == WINS:
        nodes[node, OUTCOMES], nodes[node, PLIES] = 1 << nodes[node, SEAT], 1
    elif desk.scores[0] <= ALLOWS:
        nodes[node, OUTCOMES] = 1 << next_seat(control, nodes[node, SEAT])
        nodes[node, PLIES] = 2 if desk.scores[0] == ALLOWS else 1
    return True


@inner
def _select(tree: Tree, mcts_params: MctsParams, node: int) -> int:
    """Choose a slot: among those that promise most the best mean, with a bonus for what was seldom tried.

    Give -1 where all that is known loses but there may be more.
    """
    nodes, control = tree.nodes, tree.control
    seat, first, count = nodes[node, SEAT], nodes[node, FIRST], nodes[node, COUNT]
    visits = nodes[node, VISITS]
    usable = int(mcts_params.width + mcts_params.growth * sqrt(float(visits)))
    spread = log(visits + 1.0)
    best, most, highest = -1, -1e300, _LOSS
    for k in range(count):
        if k >= usable and highest > _LOSS:
            break
        child = tree.slots[first + k]
        promise, worth = _OPEN, _UNTRIED - _ORDER * k
        if child >= 0:
            if nodes[child, EXPECTED]:
                low, high = gain_bounds(control, nodes[child, EXPECTED], seat)
                promise = _WIN if low == 1.0 else _LOSS if high == 0.0 else _OPEN
                worth = high
            if promise < highest:
                continue
            if not is_certain(nodes[child, OUTCOMES]):
                tries = nodes[child, VISITS]
                worth = utility(control, tree.sums[child], seat) / tries
                if mcts_params.minimax_weight > 0:
                    worth += mcts_params.minimax_weight * (utility(control, tree.looks[child], seat) - worth)
                worth += mcts_params.exploration * sqrt(spread / tries)
        if promise > highest or (promise == highest and worth > most):
            best, most, highest = first + k, worth, promise
    return best if highest > _LOSS or mcts_params.candidates_suffice else -1


@inner
def _draw_careless(control: Words, rng: Words) -> int:
    """Draw who is careless, as bits."""
    careless = 0
    for seat in range(control[PLAYERS]):
        if control[CARELESS + seat] and below(rng, CHANCES) < control[CARELESS + seat]:
            careless |= 1 << seat
    return careless


@inner
def _slips(nodes: Words, node: int, rng: Words) -> bool:
    """Draw whether a careless mover lets the next player win at once, given how many of its moves do."""
    losing = nodes[node, LEFT_OUT]
    return losing > 0 and below(rng, CHANCES) < CHANCES * _overlooks(losing / (losing + nodes[node, COUNT]))


@inner
def _look_below(tree: Tree, node: int, child: int) -> None:
    """Let a node look like the child that looks best to its mover, after the look of one of them has changed."""
    nodes, looks, control = tree.nodes, tree.looks, tree.control
    seat, best = nodes[node, SEAT], nodes[node, BEST]
    most = utility(control, looks[child], seat)
    before = utility(control, looks[node], seat) if best else -1e300
    if most >= before:
        best = child
    elif child == best:
        # The best one looks worse than before: another may be better now.
        first = nodes[node, FIRST]
        for slot in range(first, first + nodes[node, COUNT]):
            other = tree.slots[slot]
            if other >= 0:
                worth = utility(control, looks[other], seat)
                if worth > most:
                    best, most = other, worth
    else:
        return
    nodes[node, BEST] = best
    for k in range(SEATS + 1):
        looks[node, k] = looks[best, k]


@inner
def _back_up(tree: Tree, mcts_params: MctsParams, path: Words, depth: int, chances: Reals, news: bool) -> None:
    """Add the chances to the nodes of a path, the lowest first, and hand up news of what is certain or expected."""
    nodes = tree.nodes
    for k in range(depth, -1, -1):
        node = path[k]
        nodes[node, VISITS] += 1
        for j in range(SEATS + 1):
            tree.sums[node, j] += chances[j]
        if k < depth and news:
            news = settle(tree, node, mcts_params.candidates_suffice)
        if mcts_params.minimax_weight > 0:
            if nodes[node, OUTCOMES]:
                write_outcomes(nodes[node, OUTCOMES], tree.looks[node])
            elif k < depth:
                _look_below(tree, node, path[k + 1])


@kernel(
    int64(
        *(COUNT_FUNCTION, PUSH_FUNCTION, EVALUATE_FUNCTION, CANDIDATES_FUNCTION, ROLLOUT_FUNCTION),
        *(TABLES, EVAL_TABLES, MCTS_PARAMS, TREE, DESK, WORDS, WORDS, WORDS, WORDS),
    )
)
def search_tree(
    count: Any,
    push: Any,
    evaluate: Any,
    candidates: Any,
    rollout: Any,
    tables: Tables,
    eval_tables: EvalTables,
    mcts_params: MctsParams,
    tree: Tree,
    desk: Desk,
    start: Words,
    seen: Words,
    rng: Words,
    stop: Words,
) -> int:
    """Simulate from `start` until the limit, the stop word, or certainty about the root; give the simulations made.

    An empty tree gets its root, another one is searched further. `seen` are digests of positions that have stood.
    """
    nodes, control, state, path, chances = tree.nodes, tree.control, desk.state, desk.path, desk.chances
    players = control[PLAYERS]
    if control[NODES] == 0:
        add_node(tree, -1, start[MOVER])
    while control[SIMULATIONS] < control[SIMULATION_LIMIT] and not is_certain(nodes[0, OUTCOMES]):
        if stop[0] and control[SIMULATIONS]:
            break
        control[SIMULATIONS] += 1
        copy_words(start, state)
        careless = _draw_careless(control, rng)
        node = depth = 0
        news = False
        path[0] = 0
        while True:
            # 1. Go on from a node that is known, unless the search must not go deeper or has no room.
            open_here = not is_certain(nodes[node, OUTCOMES]) and depth < control[DEPTH_LIMIT]
            if open_here and nodes[node, FIRST] < 0:
                open_here = _expand(count, candidates, tables, eval_tables, tree, desk, node)
                news = nodes[node, OUTCOMES] != 0
                nodes[node, EXPECTED] = nodes[node, OUTCOMES]
            open_here = open_here and not is_certain(nodes[node, OUTCOMES])
            slipped = open_here and (careless >> nodes[node, SEAT]) & 1 and _slips(nodes, node, rng)
            slot = _select(tree, mcts_params, node) if open_here and not slipped else -1
            if slot < 0:
                break
            child = tree.slots[slot]
            fresh = child < 0
            if fresh:
                child = add_node(tree, ~child, 0)
                if child < 0:
                    break
                tree.slots[slot] = child
            node = child
            depth += 1
            path[depth] = node
            result = push(tables, state, nodes[node, MOVE])
            # 2. A new node: is the game over there?
            if fresh:
                nodes[node, SEAT] = state[MOVER]
                if result:
                    nodes[node, OUTCOMES] = _winner_bit(result)
                elif state[PHASE] == 2:
                    nodes[node, DIGEST] = digest(tables, state)
                    if _stands_again(tree, desk, depth - 1, seen, nodes[node, DIGEST]):
                        nodes[node, OUTCOMES] = 1 << DRAW
                news = nodes[node, OUTCOMES] != 0
                nodes[node, EXPECTED] = nodes[node, OUTCOMES]
                if mcts_params.minimax_weight > 0:
                    if nodes[node, OUTCOMES]:
                        write_outcomes(nodes[node, OUTCOMES], tree.looks[node])
                    else:
                        _look(evaluate, tables, eval_tables, players, state, tree.looks[node])
                break
        # 3. What is certain counts as it is; else play on from here and judge where that leads.
        if slipped:
            write_outcomes(1 << next_seat(control, nodes[node, SEAT]), chances)
        elif is_certain(nodes[node, OUTCOMES]):
            write_outcomes(nodes[node, OUTCOMES], chances)
        else:
            rollout(tables, eval_tables, state, rng, mcts_params.plies)
            if state[RESULT]:
                write_outcomes(_winner_bit(state[RESULT]), chances)
            else:
                _look(evaluate, tables, eval_tables, players, state, chances)
        _back_up(tree, mcts_params, path, depth, chances, news)
    return control[SIMULATIONS]
