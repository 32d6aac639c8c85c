"""Solving a position: who wins by force, and with which move. For the command line and for tests.

The two questions, whether either player wins, are searched in a thread each; the first answer ends both.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Thread
from typing import Any

from numba import int64

from veier.core.errors import VeierError
from veier.core.kernel import kernel
from veier.core.move import Move
from veier.core.position import Position
from veier.core.signatures import ESTIMATE_FUNCTION, EXPAND_FUNCTION, GROUND, SAFE_FUNCTION
from veier.core.state import ThreatKernels, ThreatTables
from veier.locale import message
from veier.search.numbers import INFINITE, UNKNOWN, find_place, is_decided, plies_of, proof_of, recall
from veier.search.proof import prove
from veier.search.workspace import NODE_LIMIT, NODES, STOP, THREAT_NODES, WORKSPACE, Workspace, make_workspace

# So many nodes are searched between two looks at the clock.
_SLICE = 100


@dataclass(frozen=True, slots=True)
class Solution:
    """What is known of a position.

    winner   the seat that wins by force while pieces are placed; None if neither does, or it is not decided
    decided  whether the search came to its end
    move     a move that wins, if the winner is to move
    plies    how many plies the win takes at most; 0 without a winner
    """

    winner: int | None
    decided: bool
    move: Move | None
    plies: int
    nodes: int
    threat_nodes: int
    seconds: float


@kernel(int64(EXPAND_FUNCTION, ESTIMATE_FUNCTION, SAFE_FUNCTION, GROUND, WORKSPACE, int64))
def _proved_placement(
    expand: Any, estimate: Any, safe: Any, ground: ThreatTables, space: Workspace, attacker: int
) -> int:
    """Find a placement at the root of a proof that is proved to win, or -1."""
    row, children = space.rows[0], space.lists[0]
    for i in range(expand(ground, row, space.hashes[0], attacker, children, space.gains, space.cells)):
        numbers = recall(space.threats, children[i, 1] ^ attacker)
        if numbers == UNKNOWN:
            left = estimate(ground, row, attacker, children[i, 0], space.gains, space.cells)
            if left == 0:
                return children[i, 0]
        elif proof_of(numbers) == 0:
            return children[i, 0]
    for i in range(safe(ground, row, space.hashes[0], children, space.gains, space.cells)):
        place = find_place(space.proofs, children[i, 1])
        if space.proofs[place, 1] and proof_of(space.proofs[place, 1]) == 0:
            return children[i, 0]
    return -1


class _Prover:
    """The search for one answer: does this player win?"""

    def __init__(self, position: Position, attacker: int, megabytes: int) -> None:
        self._doors = threat_kernels(position)
        self._rules = position.game.rules
        self._attacker = attacker
        self._ground = self._rules.threat_tables
        self.space = make_workspace(position, megabytes)
        self._key = int(self._doors.hash_all(self._ground, self.space.rows[0], self.space.hashes[0]))
        self.answer: bool | None = None
        self.plies = 0

    def run(self, deadline: float) -> None:
        """Search until there is an answer, no time, or somebody sets the stop."""
        control, doors = self.space.control, self._doors
        while self.answer is None and time.monotonic() < deadline and not control[STOP]:
            control[NODE_LIMIT] = control[NODES] + _SLICE
            numbers = prove(
                doors.expand,
                doors.estimate,
                doors.safe,
                doors.can_win,
                doors.to_move,
                self._rules.kernels.push,
                self._rules.tables,
                self._ground,
                self.space,
                0,
                self._attacker,
                self._key,
                INFINITE,
                INFINITE,
                doors.first_look,
                doors.later_look,
            )
            if is_decided(numbers):
                self.answer = proof_of(numbers) == 0
                self.plies = plies_of(numbers) if self.answer else 0
            elif control[NODES] > control[NODE_LIMIT]:
                control[STOP] = 0

    def winning_number(self) -> int | None:
        """Give the number of a move that is proved to win, if the attacker is to move."""
        doors, ground, space = self._doors, self._ground, self.space
        placement = _proved_placement(doors.expand, doors.estimate, doors.safe, ground, space, self._attacker)
        if placement < 0:
            return None
        return int(doors.to_move(ground, space.rows[0], placement, space.hashes[0], space.hashes[1]))


def threat_kernels(position: Position) -> ThreatKernels:
    """Give the doors for threat search in a position; raise VeierError where it does not apply."""
    doors = position.game.rules.threat_kernels
    if doors is None:
        raise VeierError(message("solve.game", game=position.game.id))
    if position.is_over:
        raise VeierError(message("illegal.over"))
    if position.phase != 1:
        raise VeierError(message("solve.phase"))
    return doors


def solve(
    position: Position, seconds: float, megabytes: int = 256, watch: Callable[[int, int], None] | None = None
) -> Solution:
    """Find out who wins by force while pieces are placed; `watch` is told the nodes of both searches now and then."""
    begun = time.monotonic()
    mover = position.mover
    for move in position.legal_moves:
        outcome = position.play(move).outcome
        if outcome and outcome.winner == mover:
            return Solution(mover, True, move, 1, 0, 0, time.monotonic() - begun)
    provers = {attacker: _Prover(position, attacker, megabytes // 2) for attacker in (mover, 1 - mover)}
    threads = [Thread(target=prover.run, args=(begun + seconds,), daemon=True) for prover in provers.values()]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        for thread in threads:
            thread.join(0.05)
        if watch:
            watch(_sum(provers, NODES), _sum(provers, THREAT_NODES))
        if any(prover.answer for prover in provers.values()):
            for prover in provers.values():
                prover.space.control[STOP] = 1
    winner = next((attacker for attacker, prover in provers.items() if prover.answer), None)
    decided = winner is not None or all(prover.answer is False for prover in provers.values())
    number = provers[mover].winning_number() if winner == mover else None
    chosen = next((move for move in position.legal_moves if move.number == number), None)
    spent = time.monotonic() - begun
    plies = provers[winner].plies if winner is not None else 0
    return Solution(winner, decided, chosen, plies, _sum(provers, NODES), _sum(provers, THREAT_NODES), spent)


def _sum(provers: dict[int, _Prover], word: int) -> int:
    return sum(int(prover.space.control[word]) for prover in provers.values())
