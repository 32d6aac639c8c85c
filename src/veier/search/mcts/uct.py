"""UCT for any number of players, over a game's evaluation kernels.

Each simulation walks down the tree, adds a node, plays a rollout from there, evaluates its end, and adds the chances of
all seats to the nodes on its way (max^n). Candidates come into play one by one in the order of their scores
(progressive widening). Certain outcomes are backed up separately, so that the search proves wins, losses and draws
as it goes.

Among three, games are decided by who can be trusted to parry a threat: a search that takes it for granted leaves that
to the next player, who overlooks it; one that never does wastes its moves. So each simulation samples which opponents
blunder, from their estimated rate (`opponent_model.py`); certain outcomes do not depend on that.
"""

from __future__ import annotations

from veier.kernels.arrays import copy_words
from veier.kernels.bundles import EvalBundle
from veier.kernels.decorators import inner, kernel
from veier.kernels.hashing import digest
from veier.kernels.mcts_params import MctsParams
from veier.kernels.reals import exp, log, sqrt
from veier.kernels.rng import below
from veier.kernels.scores import ALLOWS, WINS
from veier.kernels.signatures import EVAL_BUNDLE
from veier.kernels.state import MOVER, PHASE, RESULT, Reals, Words
from veier.kernels.types import signature
from veier.search.mcts.outcomes import gain_bounds, is_certain, outcomes_of, update_outcomes, write_outcomes
from veier.search.mcts.tree import (
    BEST,
    BLUNDER_RATES,
    COUNT,
    DEPTH_LIMIT,
    DIGEST,
    DRAW,
    EXPECTED,
    FIRST,
    LEFT_OUT,
    MCTS_MEMORY,
    MCTS_PARAMS,
    MOVE,
    NODES,
    OUTCOMES,
    PLAYERS,
    PLIES,
    PROBABILITY_STEPS,
    SEAT,
    SEATS,
    SIMULATION_LIMIT,
    SIMULATIONS,
    SLOTS,
    TREE,
    VISITS,
    MctsMemory,
    Tree,
    add_node,
    next_seat,
    utility,
)
from veier.search.opponent_model import blunder_probability

# A candidate that was never tried comes before all others, in order.
_UNTRIED, _ORDER = 10.0, 0.001
# What a move promises to its mover if everybody does what is expected.
_LOSS, _OPEN, _WIN = range(3)

_blunder_probability = inner(blunder_probability)


@inner
def _repeats(tree: Tree, memory: MctsMemory, depth: int, code: int) -> bool:
    """Return whether a position with this digest has stood twice, in the game and on the path down to `depth`."""
    times = 0
    for k in range(memory.seen.size):
        times += memory.seen[k] == code
    for k in range(1, depth + 1):
        times += tree.nodes[memory.path[k], DIGEST] == code
    return times >= 2


@inner
def _evaluate(game: EvalBundle, players: int, state: Words, chances: Reals) -> None:
    """Write the evaluation of a running game as chances."""
    game.evaluate(game.tables, game.eval_tables, state, chances)
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
def _expand(game: EvalBundle, tree: Tree, memory: MctsMemory, node: int) -> bool:
    """Add the slots of a node, and its outcomes if the candidates decide; return False if there is no room."""
    nodes, control = tree.nodes, tree.control
    n = game.candidates(game.tables, game.eval_tables, memory.state, memory.moves, memory.scores)
    first = control[SLOTS]
    if first + n > tree.slots.size:
        return False
    control[SLOTS] += n
    for k in range(n):
        tree.slots[first + k] = ~memory.moves[k]
    nodes[node, FIRST], nodes[node, COUNT] = first, n
    nodes[node, LEFT_OUT] = game.count(game.tables, memory.state) - n
    if memory.scores[0] == WINS:
        nodes[node, OUTCOMES], nodes[node, PLIES] = 1 << nodes[node, SEAT], 1
    elif memory.scores[0] <= ALLOWS:
        nodes[node, OUTCOMES] = 1 << next_seat(control, nodes[node, SEAT])
        nodes[node, PLIES] = 2 if memory.scores[0] == ALLOWS else 1
    return True


@inner
def _select(tree: Tree, params: MctsParams, node: int) -> int:
    """Return a slot: among those that promise most the one with the best mean plus exploration bonus.

    Return -1 where all that is known loses but there may be more.
    """
    nodes, control = tree.nodes, tree.control
    seat, first, count = nodes[node, SEAT], nodes[node, FIRST], nodes[node, COUNT]
    visits = nodes[node, VISITS]
    usable = int(params.width + params.growth * sqrt(float(visits)))
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
                if params.minimax_weight > 0:
                    worth += params.minimax_weight * (utility(control, tree.evaluations[child], seat) - worth)
                worth += params.exploration * sqrt(spread / tries)
        if promise > highest or (promise == highest and worth > most):
            best, most, highest = first + k, worth, promise
    return best if highest > _LOSS or params.candidates_suffice else -1


@inner
def _sample_blunderers(control: Words, rng: Words) -> int:
    """Sample the seats that blunder in this simulation, as bits."""
    blunderers = 0
    for seat in range(control[PLAYERS]):
        if control[BLUNDER_RATES + seat] and below(rng, PROBABILITY_STEPS) < control[BLUNDER_RATES + seat]:
            blunderers |= 1 << seat
    return blunderers


@inner
def _blunders(nodes: Words, node: int, rng: Words) -> bool:
    """Sample whether a mover that blunders lets the next player win at once, given how many of its moves do."""
    losing = nodes[node, LEFT_OUT]
    share = losing / (losing + nodes[node, COUNT])
    return losing > 0 and below(rng, PROBABILITY_STEPS) < PROBABILITY_STEPS * _blunder_probability(share)


@inner
def _back_up_evaluation(tree: Tree, node: int, child: int) -> None:
    """Update a node's evaluation to that of the mover's best child, after one of these has changed."""
    nodes, evaluations, control = tree.nodes, tree.evaluations, tree.control
    seat, best = nodes[node, SEAT], nodes[node, BEST]
    most = utility(control, evaluations[child], seat)
    before = utility(control, evaluations[node], seat) if best else -1e300
    if most >= before:
        best = child
    elif child == best:
        # The best one is worse than before: another may be better now.
        first = nodes[node, FIRST]
        for slot in range(first, first + nodes[node, COUNT]):
            other = tree.slots[slot]
            if other >= 0:
                worth = utility(control, evaluations[other], seat)
                if worth > most:
                    best, most = other, worth
    else:
        return
    nodes[node, BEST] = best
    for k in range(SEATS + 1):
        evaluations[node, k] = evaluations[best, k]


@inner
def _back_up(tree: Tree, params: MctsParams, memory: MctsMemory, depth: int, news: bool) -> None:
    """Add the chances to the nodes of the path, the lowest first; back up outcomes as far as they are `news`."""
    nodes, path = tree.nodes, memory.path
    for k in range(depth, -1, -1):
        node = path[k]
        nodes[node, VISITS] += 1
        for j in range(SEATS + 1):
            tree.sums[node, j] += memory.chances[j]
        if k < depth and news:
            news = update_outcomes(tree, node, params.candidates_suffice)
        if params.minimax_weight > 0:
            if nodes[node, OUTCOMES]:
                write_outcomes(nodes[node, OUTCOMES], tree.evaluations[node])
            elif k < depth:
                _back_up_evaluation(tree, node, path[k + 1])


@kernel(signature(EVAL_BUNDLE, MCTS_PARAMS, TREE, MCTS_MEMORY))
def search_tree(game: EvalBundle, params: MctsParams, tree: Tree, memory: MctsMemory) -> int:
    """Simulate until the limit, the stop word, or certainty about the root; return the number of simulations.

    An empty tree gets its root, another one is searched further.
    """
    nodes, control, state, path, rng = tree.nodes, tree.control, memory.state, memory.path, memory.rng
    players = control[PLAYERS]
    if control[NODES] == 0:
        add_node(tree, -1, memory.start[MOVER])
    while control[SIMULATIONS] < control[SIMULATION_LIMIT] and not is_certain(nodes[0, OUTCOMES]):
        if memory.stop[0] and control[SIMULATIONS]:
            break
        control[SIMULATIONS] += 1
        copy_words(memory.start, state)
        blunderers = _sample_blunderers(control, rng)
        node = depth = 0
        news = False
        path[0] = 0
        while True:
            # 1. Expand and select, unless the node is certain, the depth limit is reached or there is no room.
            open_here = not is_certain(nodes[node, OUTCOMES]) and depth < control[DEPTH_LIMIT]
            if open_here and nodes[node, FIRST] < 0:
                open_here = _expand(game, tree, memory, node)
                news = nodes[node, OUTCOMES] != 0
                nodes[node, EXPECTED] = nodes[node, OUTCOMES]
            open_here = open_here and not is_certain(nodes[node, OUTCOMES])
            blundered = open_here and (blunderers >> nodes[node, SEAT]) & 1 and _blunders(nodes, node, rng)
            slot = _select(tree, params, node) if open_here and not blundered else -1
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
            result = game.push(game.tables, state, nodes[node, MOVE])
            # 2. A new node: is the game over there?
            if fresh:
                nodes[node, SEAT] = state[MOVER]
                if result:
                    nodes[node, OUTCOMES] = outcomes_of(result)
                elif state[PHASE] == 2:
                    nodes[node, DIGEST] = digest(game.tables, state)
                    if _repeats(tree, memory, depth - 1, nodes[node, DIGEST]):
                        nodes[node, OUTCOMES] = 1 << DRAW
                news = nodes[node, OUTCOMES] != 0
                nodes[node, EXPECTED] = nodes[node, OUTCOMES]
                if params.minimax_weight > 0:
                    if nodes[node, OUTCOMES]:
                        write_outcomes(nodes[node, OUTCOMES], tree.evaluations[node])
                    else:
                        _evaluate(game, players, state, tree.evaluations[node])
                break
        # 3. The chances of this simulation: a certain outcome, or the evaluation at the end of a rollout.
        if blundered:
            write_outcomes(1 << next_seat(control, nodes[node, SEAT]), memory.chances)
        elif is_certain(nodes[node, OUTCOMES]):
            write_outcomes(nodes[node, OUTCOMES], memory.chances)
        else:
            game.rollout(game.tables, game.eval_tables, state, rng, params.plies)
            if state[RESULT]:
                write_outcomes(outcomes_of(state[RESULT]), memory.chances)
            else:
                _evaluate(game, players, state, memory.chances)
        # 4. Back up.
        _back_up(tree, params, memory, depth, news)
    return control[SIMULATIONS]
