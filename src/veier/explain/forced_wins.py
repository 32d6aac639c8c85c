"""Forced wins as lines of moves, found by threats alone. For explanations.

A short win is found by trying every attack, so it is the shortest; a longer one by threat search, whose proof is then
walked through. Of the defences the one that holds out longest is shown. So the length of the line is the most plies
that the win takes, whatever the defender plays.
"""

from __future__ import annotations

import numpy as np

from veier.core.bundles import threat_bundle
from veier.core.errors import VeierError
from veier.core.position import Position
from veier.explain.replies import natural_reply
from veier.explain.tactics import find_threats, move_outcomes
from veier.kernels.arrays import copy_words
from veier.kernels.bundles import ThreatBundle
from veier.kernels.decorators import inner, kernel
from veier.kernels.signatures import THREAT_BUNDLE, WORDS_2D
from veier.kernels.state import MOVER, PASS, Words
from veier.kernels.types import INT, signature
from veier.search.one_ply import winning_numbers
from veier.search.pn.memory import (
    NODE_LIMIT,
    NODES,
    PROOF_MEMORY,
    THREAT_LIMIT,
    THREAT_NODES,
    THREAT_STOP,
    ProofMemory,
    estimate_child,
    list_attacks_or_parries,
    make_memory,
    make_placement,
)
from veier.search.pn.numbers import INFINITE, NO_LIMITS, plies_of, proof_of
from veier.search.pn.table import UNKNOWN, recall
from veier.search.pn.threats import search_threats
from veier.search.solve.solver import require_threat_support

_MEGABYTES = 4
# A short win is an attack that cannot be parried, and at most one attack before it.
_SHORT = 5
# A proof is walked through whole, every defence of it; larger ones have lines that nobody would follow anyway.
_WALK_LIMIT = 20_000
NOT_FOUND = -1


@inner
def _write(lines: Words, ply: int, move: int, plies: int) -> None:
    """Write a move and what follows it; the last two plies are never written."""
    lines[ply, 0] = move
    copy_words(lines[ply + 1, : plies - 1], lines[ply, 1:plies])


@inner
def _find_unparried(game: ThreatBundle, memory: ProofMemory, ply: int, attacker: int, n: int) -> int:
    """Return an attack that cannot be parried among n that were just listed; -1 if there is none."""
    for i in range(n):
        if estimate_child(game, memory, ply, attacker, i) == 0:
            return i
    return -1


@inner
def _find_proved(memory: ProofMemory, ply: int, attacker: int, n: int) -> int:
    """Return the attack among n with the shortest win that threat search has proved; -1 if there is none."""
    chosen, least = -1, INFINITE
    for i in range(n):
        numbers = recall(memory.threats, memory.lists[ply, i, 1] ^ attacker)
        if numbers != UNKNOWN and proof_of(numbers) == 0 and plies_of(numbers) < least:
            chosen, least = i, plies_of(numbers)
    return chosen


@kernel(signature(THREAT_BUNDLE, PROOF_MEMORY, WORDS_2D, INT, INT, INT))
def _find_short_win(game: ThreatBundle, memory: ProofMemory, lines: Words, ply: int, attacker: int, depth: int) -> int:
    """Try every attack for a win within `depth` plies; return the plies and write the line, or return NOT_FOUND.

    The last two plies, a reply that parries nothing and the winning move, are counted but not written.
    """
    control, children = memory.control, memory.lists[ply]
    control[NODES] += 1
    if control[NODES] > control[NODE_LIMIT]:
        return NOT_FOUND
    n = list_attacks_or_parries(game, memory, ply, attacker)
    attacks = memory.states[ply, MOVER] == attacker
    if not attacks and n == 0:
        return 2
    if attacks:
        sure = _find_unparried(game, memory, ply, attacker, n)
        if sure >= 0:
            lines[ply, 0] = make_placement(game, memory, ply, children[sure, 0])
            return 3
    longest = NOT_FOUND
    for i in range(n if depth > 3 else 0):
        move = make_placement(game, memory, ply, children[i, 0])
        plies = _find_short_win(game, memory, lines, ply + 1, attacker, depth - 1)
        if plies > longest:
            longest = plies
            _write(lines, ply, move, plies)
        # One attack that wins is enough; one parry that holds refutes.
        if attacks == (plies != NOT_FOUND):
            return plies + 1 if attacks else NOT_FOUND
    return longest if longest == NOT_FOUND else longest + 1


@kernel(signature(THREAT_BUNDLE, PROOF_MEMORY, WORDS_2D, INT, INT, INT))
def _walk_through_proof(
    game: ThreatBundle, memory: ProofMemory, lines: Words, ply: int, attacker: int, key: int
) -> int:
    """Follow a proof that threat search has left in its table; return the plies and write the line as above.

    Return NOT_FOUND when the limit is reached, or the proof is forgotten and not found again.
    """
    control, children = memory.control, memory.lists[ply]
    control[NODES] += 1
    if control[NODES] > control[NODE_LIMIT]:
        return NOT_FOUND
    n = list_attacks_or_parries(game, memory, ply, attacker)
    first, last = 0, n
    if memory.states[ply, MOVER] != attacker:
        if n <= 0:
            return 2 if n == 0 else NOT_FOUND
    else:
        chosen = _find_unparried(game, memory, ply, attacker, n)
        if chosen < 0:
            chosen = _find_proved(memory, ply, attacker, n)
        if chosen < 0:
            control[THREAT_STOP] = 0
            search_threats(game, memory, ply, attacker, key ^ attacker, NO_LIMITS)
            n = list_attacks_or_parries(game, memory, ply, attacker)
            chosen = _find_proved(memory, ply, attacker, n)
        if chosen < 0:
            return NOT_FOUND
        first, last = chosen, chosen + 1
    longest = 0
    for i in range(first, last):
        move = make_placement(game, memory, ply, children[i, 0])
        plies = _walk_through_proof(game, memory, lines, ply + 1, attacker, children[i, 1])
        if plies == NOT_FOUND:
            return NOT_FOUND
        if plies > longest:
            longest = plies
            _write(lines, ply, move, plies)
    return longest + 1


def forced_win(position: Position, nodes: int, attacker: int | None = None) -> tuple[str, ...] | None:
    """Return the line by which a seat wins by threats alone: attack, parry, attack, …, the winning move.

    The seat is the mover unless another one is given. None where no win is found within `nodes` nodes, or where threat
    search does not apply and no move wins at once. The line is as long as the longest defence against those moves.
    """
    attacker = position.mover if attacker is None else attacker
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
    bundle, memory = threat_bundle(position.game), make_memory(position, _MEGABYTES)
    control = memory.control
    control[NODE_LIMIT] = control[THREAT_LIMIT] = nodes
    key = int(support.kernels.hash_all(support.tables, memory.states[0], memory.hashes[0]))
    lines = np.zeros((len(memory.states), len(memory.states)), np.int64)
    depth = _SHORT if attacker == position.mover else _SHORT - 1
    plies = int(_find_short_win(bundle, memory, lines, 0, attacker, depth))
    if plies == NOT_FOUND:
        if proof_of(search_threats(bundle, memory, 0, attacker, key ^ attacker, NO_LIMITS)) != 0:
            return None
        control[THREAT_LIMIT] = control[THREAT_NODES] + nodes
        control[NODE_LIMIT] = control[NODES] + _WALK_LIMIT
        plies = int(_walk_through_proof(bundle, memory, lines, 0, attacker, key))
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
