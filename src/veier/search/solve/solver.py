"""Solving a position: who wins by force, and with which move. For the command line and for tests.

One thread searches whether the player to move wins, from the position itself. All other threads search whether the
other player wins, opening by opening, with growing slices of time: some openings fall in a second, and what is found
there helps with the others. The first answer ends the whole. A single thread does both in turns.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Thread

import numpy as np

from veier.core.errors import VeierError
from veier.core.evaluation import ThreatSupport
from veier.core.move import Move
from veier.core.position import Position
from veier.kernels.state import PASS, Words
from veier.messages import message
from veier.search.limits import Stop
from veier.search.one_ply import winning_move
from veier.search.pn.proof_search import Opening
from veier.search.solve.book import look_up
from veier.search.solve.check import CheckResult, trim_strategy
from veier.search.solve.openings import OpeningQueue, OpeningState, Worker
from veier.search.solve.strategy import Strategy

# Seconds of an opening's first slice; each later one doubles its time.
_FIRST_SLICE = 5.0
# Seconds for each player in the first turn of a single thread; each later turn doubles them.
_FIRST_TURN = 0.1
# Seconds between two looks at the clock.
_TICK = 0.05


@dataclass(frozen=True, slots=True)
class Solution:
    """What solving a position has found.

    winner   the seat that wins by force while pieces are placed; None if neither does, or it is not decided
    decided  whether the search came to its end
    move     a move that wins, if the winner is to move
    plies    the most plies that the win takes; 0 without a winner
    strategy the winner's moves, checked by the rules alone; None without a winner, or where it was not asked for, not
             finished, or too large for the memory
    """

    winner: int | None
    decided: bool
    move: Move | None
    plies: int
    nodes: int
    threat_nodes: int
    seconds: float
    strategy: Strategy | None = field(default=None, repr=False, compare=False)


class Solver:
    """The work on a position, which can be interrupted and resumed: call `run` until it is decided."""

    def __init__(
        self,
        position: Position,
        megabytes: int = 256,
        *,
        keep_strategy: bool = False,
        within: int = 0,
        threads: int = 0,
    ) -> None:
        """Ask for wins within a number of plies, or with 0 for any; use a number of threads, or with 0 every core."""
        require_threat_support(position)
        self._threads = threads or os.cpu_count() or 2
        lanes = max(1, self._threads - 1)
        self.position, self.within = position, within
        self._keep = keep_strategy
        half, share = max(megabytes // 2, 1), max(megabytes // 2 // lanes, 1)
        self._mover = Worker(position, position.mover, half, within)
        self._others = [Worker(position, 1 - position.mover, share, within) for _ in range(lanes)]
        openings: list[Opening | None] = [*self._mover.search.openings]
        self._openings = OpeningQueue([OpeningState(opening) for opening in openings or [None]])
        self._won_at_once = winning_move(position)
        self._answer: int | None = None
        self._seconds = 0.0

    @property
    def openings(self) -> tuple[int, int]:
        """The number of openings that are lost for the player to move, and the number of all but for symmetry."""
        return sum(bool(state.answer) for state in self._openings.all), len(self._openings.all)

    @property
    def nodes(self) -> tuple[int, int]:
        """The nodes of the proof searches, and those of their threat searches."""
        searches = [worker.search for worker in self._workers]
        return sum(search.nodes for search in searches), sum(search.threat_nodes for search in searches)

    def run(
        self,
        seconds: float | None,
        watch: Callable[[int, int], None] | None = None,
        stop: Stop | None = None,
        nodes: int | None = None,
    ) -> Solution:
        """Search for about a number of seconds or nodes; call `watch` with the nodes of both searches now and then."""
        begun = time.monotonic()
        deadline = math.inf if seconds is None else begun + seconds
        for worker in self._workers:
            worker.begin()
        if not self._won_at_once and self.within != 1:
            work = self._begin()
            while any(thread.is_alive() for thread in work):
                for thread in work:
                    thread.join(_TICK)
                over = time.monotonic() > deadline or (nodes is not None and sum(self.nodes) >= nodes)
                self._interrupt(over, bool(stop and stop.is_set))
                if watch:
                    watch(*self.nodes)
        self._seconds += time.monotonic() - begun
        return self._solution()

    def strategy(
        self,
        game: str,
        moves: tuple[str, ...],
        watch: Callable[[int, int], None] | None = None,
        stop: Stop | None = None,
    ) -> tuple[Strategy, CheckResult] | None:
        """Return the winner's strategy and the result of its check; None where the memory was too small to keep it."""
        winner = self._winner
        workers = [self._mover] if winner == self.position.mover else self._others
        if winner is None or any(worker.gatherer.incomplete for worker in workers):
            return None
        # Where two threads chose a move for the same position, either will do.
        entries = np.concatenate([worker.gatherer.entries() for worker in workers])
        keys, first = np.unique(entries[:, 0], return_index=True)
        chosen = entries[first, 1].astype(np.uint16)
        strategy = Strategy(game, moves, winner, keys, chosen, np.zeros(keys.size, np.uint8))
        return trim_strategy(strategy, self.position, watch, stop)

    def known_proofs(self) -> dict[int, Words]:
        """Return the keys and numbers found so far, by attacker."""
        mover = self._mover.attacker
        others = np.concatenate([worker.search.known_proofs(worker.attacker) for worker in self._others])
        return {mover: self._mover.search.known_proofs(mover), 1 - mover: others}

    def add_proofs(self, found: dict[int, Words], seconds: float) -> None:
        """Add the keys and numbers of an earlier search, and the time that it took."""
        self._seconds += seconds
        for worker in self._workers:
            worker.search.add_proofs(worker.attacker, found[worker.attacker])

    @property
    def _workers(self) -> list[Worker]:
        return [self._mover, *self._others]

    @property
    def _winner(self) -> int | None:
        if self._won_at_once or self._answer:
            return self.position.mover
        return 1 - self.position.mover if self._openings.answer else None

    @property
    def _is_decided(self) -> bool:
        # Within one ply there is nothing but a win at once.
        return self._winner is not None or self.within == 1 or (self._answer == 0 and self._openings.answer == 0)

    def _begin(self) -> list[Thread]:
        """Start the threads."""
        work = [Thread(target=self._prove_in_turns, daemon=True)]
        if self._threads > 1:
            work = [Thread(target=self._prove_for_mover, daemon=True)]
            work += [Thread(target=self._prove_for_other, args=(worker,), daemon=True) for worker in self._others]
        for thread in work:
            thread.start()
        return work

    def _interrupt(self, over: bool, stopped: bool) -> None:
        """Interrupt workers that have no more time, or nothing to do; the winner may finish its strategy."""
        now, winner = time.monotonic(), self._winner
        over |= self._is_decided
        for worker in self._workers:
            if stopped or (over and (winner is None or worker.attacker != winner)):
                worker.interrupt(for_good=True)
            elif now > worker.deadline:
                worker.interrupt()

    def _prove_in_turns(self) -> None:
        mover, other, turn = self._mover, self._others[0], _FIRST_TURN
        while True:
            if self._answer is None:
                self._prove_for_mover(time.monotonic() + turn)
            self._prove_for_other(other, time.monotonic() + turn)
            mover_ended = self._answer is not None or mover.search.is_full(mover.attacker)
            other_ended = self._openings.answer is not None or other.search.is_full(other.attacker)
            if self._is_decided or mover.finished or other.finished or (mover_ended and other_ended):
                return
            turn *= 2

    def _prove_for_mover(self, until: float = math.inf) -> None:
        self._mover.deadline = until
        self._answer = self._mover.prove()
        self._mover.deadline = math.inf
        if self._answer and self._keep:
            self._mover.gather()

    def _prove_for_other(self, worker: Worker, until: float = math.inf) -> None:
        while not worker.search.is_full(worker.attacker) and (state := self._openings.take(worker)):
            begun = time.monotonic()
            worker.deadline = min(until, begun + max(_FIRST_SLICE, state.seconds))
            answer = worker.prove(state.opening)
            state.answer = answer + 1 if answer and state.opening else answer
            worker.deadline = math.inf
            state.seconds += time.monotonic() - begun
            if state.answer and self._keep:
                worker.gather(state.opening)
            state.busy = False
            if worker.finished or time.monotonic() > until:
                return

    def _solution(self) -> Solution:
        winner, mover = self._winner, self.position.mover
        plies = 0
        if winner is not None:
            plies = 1 if self._won_at_once else (self._answer if winner == mover else self._openings.answer) or 0
        move = self._won_at_once
        if winner == mover and not move:
            number = self._mover.gatherer.winning_move()
            move = only_pass(self.position) if number is None else self.position.describe(number)
        return Solution(winner, self._is_decided, move, plies, *self.nodes, self._seconds)


def read_solution(strategy: Strategy, position: Position) -> Solution:
    """Return what a strategy from a position on proves; raise LookupError where it has no legal move for its winner."""
    move = _first_move(strategy, position) if strategy.winner == position.mover else None
    return Solution(strategy.winner, True, move, strategy.longest(position.mover), 0, 0, 0.0)


def _first_move(strategy: Strategy, position: Position) -> Move:
    if known := winning_move(position) or only_pass(position):
        return known
    found = look_up(strategy, position)
    if found is None:
        raise LookupError("the strategy does not begin here")
    return found.move


def only_pass(position: Position) -> Move | None:
    """Return the pass of a player who has no placement; None where there is another move."""
    return position.describe(PASS) if position.legal_numbers == (PASS,) else None


def require_threat_support(position: Position) -> ThreatSupport:
    """Return what threat search needs in a position; raise VeierError where it does not apply."""
    support = position.game.threat_support
    if support is None:
        raise VeierError(message("solve.game", game=position.game.id))
    if position.is_over:
        raise VeierError(message("illegal.over"))
    if position.phase != 1:
        raise VeierError(message("solve.phase"))
    return support
