"""Forced wins as lines of moves, found by threats alone. For explanations.

A short win is found by trying every attack, so it is the shortest; a longer one by threat search, whose proof is walked
through afterwards. Of the defences the one that holds out longest is shown. So the line's length is how long the win
takes at most, whatever the defender plays.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64

from veier.core.errors import VeierError
from veier.core.position import Position
from veier.explain.replies import natural_reply
from veier.explain.tactics import find_threats, move_outcomes, winning_numbers
from veier.kernels.arrays import copy_words
from veier.kernels.jit import inner, kernel
from veier.kernels.signatures import (
    ESTIMATE_FUNCTION,
    EXPAND_FUNCTION,
    PUSH_FUNCTION,
    TABLES,
    THREAT_TABLES,
    TO_MOVE_FUNCTION,
    WORDS_2D,
)
from veier.kernels.state import MOVER, PASS, Tables, ThreatTables, Words
from veier.search.pn.memory import (
    NODE_LIMIT,
    NODES,
    THREAT_LIMIT,
    THREAT_NODES,
    THREAT_STOP,
    WORKSPACE,
    Workspace,
    make_workspace,
)
from veier.search.pn.numbers import INFINITE, UNKNOWN, plies_of, proof_of, recall
from veier.search.pn.threats import search_threats
from veier.search.solve.solver import require_threat_support

_MEGABYTES = 4
# A short win is an attack that cannot be parried, and at most one attack before it.
_SHORT = 5
# A proof is walked through whole, every defence of it; larger ones have lines that nobody would follow anyway.
_WALK_LIMIT = 20_000
NOT_FOUND = -1

_DOORS = (
    EXPAND_FUNCTION,
    ESTIMATE_FUNCTION,
    TO_MOVE_FUNCTION,
    PUSH_FUNCTION,
    TABLES,
    THREAT_TABLES,
    WORKSPACE,
    WORDS_2D,
)


@inner
def _make(
    to_move: Any, push: Any, tables: Tables, threat_tables: ThreatTables, space: Workspace, ply: int, child: int
) -> int:
    """Make a child's placement and give it as a move."""
    move = to_move(
        threat_tables, space.states[ply], space.lists[ply, child, 0], space.hashes[ply], space.hashes[ply + 1]
    )
    copy_words(space.states[ply], space.states[ply + 1])
    push(tables, space.states[ply + 1], move)
    return move


@inner
def _write(lines: Words, ply: int, move: int, plies: int) -> None:
    """Write a move and what follows it; the last two plies are never written."""
    lines[ply, 0] = move
    copy_words(lines[ply + 1, : plies - 1], lines[ply, 1:plies])


@inner
def _unparried(estimate: Any, threat_tables: ThreatTables, space: Workspace, ply: int, attacker: int, n: int) -> int:
    """Find an attack that cannot be parried among n, just expanded; -1 if there is none."""
    for i in range(n):
        if estimate(threat_tables, space.states[ply], attacker, space.lists[ply, i, 0], space.gains, space.cells) == 0:
            return i
    return -1


@kernel(int64(*_DOORS, int64, int64, int64))
def _find_short_win(
    expand: Any,
    estimate: Any,
    to_move: Any,
    push: Any,
    tables: Tables,
    threat_tables: ThreatTables,
    space: Workspace,
    lines: Words,
    ply: int,
    attacker: int,
    depth: int,
) -> int:
    """Try every attack for a win within so many plies; give the plies and write the line, or give NOT_FOUND.

    The last two plies, a reply that parries nothing and the winning move, are counted but not written.
    """
    control, state, children = space.control, space.states[ply], space.lists[ply]
    control[NODES] += 1
    if control[NODES] > control[NODE_LIMIT]:
        return NOT_FOUND
    n = expand(threat_tables, state, space.hashes[ply], attacker, children, space.gains, space.cells)
    attacks = state[MOVER] == attacker
    if not attacks and n == 0:
        return 2
    if attacks:
        sure = _unparried(estimate, threat_tables, space, ply, attacker, n)
        if sure >= 0:
            lines[ply, 0] = _make(to_move, push, tables, threat_tables, space, ply, sure)
            return 3
    longest = NOT_FOUND
    for i in range(n if depth > 3 else 0):
        move = _make(to_move, push, tables, threat_tables, space, ply, i)
        plies = _find_short_win(
            expand, estimate, to_move, push, tables, threat_tables, space, lines, ply + 1, attacker, depth - 1
        )
        if plies > longest:
            longest = plies
            _write(lines, ply, move, plies)
        # One attack that wins will do; one parry that holds is enough to give up.
        if attacks == (plies != NOT_FOUND):
            return plies + 1 if attacks else NOT_FOUND
    return longest if longest == NOT_FOUND else longest + 1


@kernel(int64(*_DOORS, int64, int64, int64))
def _walk_through_proof(
    expand: Any,
    estimate: Any,
    to_move: Any,
    push: Any,
    tables: Tables,
    threat_tables: ThreatTables,
    space: Workspace,
    lines: Words,
    ply: int,
    attacker: int,
    key: int,
) -> int:
    """Follow a proof that threat search has left in its table; give the plies and write the line as above.

    Gives NOT_FOUND when the limit is reached, or the proof is forgotten and not found again.
    """
    control, state, children, hashes = space.control, space.states[ply], space.lists[ply], space.hashes[ply]
    control[NODES] += 1
    if control[NODES] > control[NODE_LIMIT]:
        return NOT_FOUND
    n = expand(threat_tables, state, hashes, attacker, children, space.gains, space.cells)
    first, last = 0, n
    if state[MOVER] != attacker:
        if n <= 0:
            return 2 if n == 0 else NOT_FOUND
    else:
        chosen = _unparried(estimate, threat_tables, space, ply, attacker, n)
        for attempt in range(2):
            least = INFINITE
            for i in range(n if chosen < 0 else 0):
                numbers = recall(space.threats, children[i, 1] ^ attacker)
                if numbers != UNKNOWN and proof_of(numbers) == 0 and plies_of(numbers) < least:
                    chosen, least = i, plies_of(numbers)
            if chosen >= 0 or attempt == 1:
                break
            control[THREAT_STOP] = 0
            search_threats(
                expand,
                estimate,
                to_move,
                push,
                tables,
                threat_tables,
                space,
                ply,
                attacker,
                key ^ attacker,
                INFINITE,
                INFINITE,
            )
            n = expand(threat_tables, state, hashes, attacker, children, space.gains, space.cells)
        if chosen < 0:
            return NOT_FOUND
        first, last = chosen, chosen + 1
    longest = 0
    for i in range(first, last):
        move = _make(to_move, push, tables, threat_tables, space, ply, i)
        plies = _walk_through_proof(
            expand, estimate, to_move, push, tables, threat_tables, space, lines, ply + 1, attacker, children[i, 1]
        )
        if plies == NOT_FOUND:
            return NOT_FOUND
        if plies > longest:
            longest = plies
            _write(lines, ply, move, plies)
    return longest + 1


def forced_win(position: Position, nodes: int, attacker: int | None = None) -> tuple[str, ...] | None:
    """Find out whether a seat wins by threats alone, and show how: attack, parry, attack, …, the winning move.

    The seat is the mover unless another one is named. None where no win is found within so many nodes, or where threat
    search does not apply and no move wins at once. The line is as long as the longest defence against those moves.
    """
    attacker = position.mover if attacker is None else attacker
    rules = position.game.rules
    wins = winning_numbers(position)
    if wins:
        return (position.game.notation.move_text(wins[0]),) if attacker == position.mover else None
    try:
        support = require_threat_support(position)
    except VeierError:
        return None
    # Threats with the first move of phase 2 count only if the next move brings it.
    held = [sum(pieces.values()) for pieces in position.reserves]
    waits = held[attacker] == 0 and held[position.mover] > 1
    if position.legal_numbers == (PASS,) or waits or nodes <= 0:
        return None
    space, doors, threat_tables = make_workspace(position, _MEGABYTES), support.kernels, support.tables
    control = space.control
    control[NODE_LIMIT] = control[THREAT_LIMIT] = nodes
    key = int(doors.hash_all(threat_tables, space.states[0], space.hashes[0]))
    lines = np.zeros((len(space.states), len(space.states)), np.int64)
    shared = (doors.expand, doors.estimate, doors.to_move, rules.kernels.push, rules.tables, threat_tables, space)
    depth = _SHORT if attacker == position.mover else _SHORT - 1
    plies = int(_find_short_win(*shared, lines, 0, attacker, depth))
    if plies == NOT_FOUND:
        if proof_of(search_threats(*shared, 0, attacker, key ^ attacker, INFINITE, INFINITE)) != 0:
            return None
        control[THREAT_LIMIT] = control[THREAT_NODES] + nodes
        control[NODE_LIMIT] = control[NODES] + _WALK_LIMIT
        plies = int(_walk_through_proof(*shared, lines, 0, attacker, key))
    return None if plies == NOT_FOUND else _finish(position, lines[0, : plies - 2].tolist(), attacker)


def _finish(position: Position, numbers: list[int], attacker: int) -> tuple[str, ...] | None:
    """Add the last reply and the winning move to a line; None if it does not win by the plain rules."""
    texts = [position.game.notation.move_text(number) for number in numbers]
    reached = position.play(*texts)
    last = move_outcomes(reached)
    if not last.is_lost:
        return None
    if last.allows:
        cells = [threat.missing for threat in find_threats(reached, attacker)]
        texts.append(reached.game.notation.move_text(natural_reply(reached, list(last.allows), cells)))
        reached = reached.play(texts[-1])
        texts.append(reached.game.notation.move_text(winning_numbers(reached)[0]))
    else:
        texts.append(reached.game.notation.move_text(last.gives[0]))
    return tuple(texts)
