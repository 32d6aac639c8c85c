"""Solving a position: who wins by force, and with which move. For the command line and for tests.

Whether the player to move wins is searched in one thread, from the position itself. Whether the other player wins is
searched opening by opening, in all the other threads, with slices of time that grow: some openings fall in a second,
and what they teach helps with the others. The first answer ends the whole.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock, Thread

import numpy as np

from veier.core.errors import VeierError
from veier.core.evaluation import ThreatSupport
from veier.core.move import Move
from veier.core.position import Position
from veier.kernels.state import Words
from veier.messages import message
from veier.search.limits import Stop
from veier.search.pn.prover import Prover
from veier.search.solve.book import look_up
from veier.search.solve.check import Verdict, check
from veier.search.solve.strategy import Strategy

# An opening gets so many seconds at first, and later as many again as it has had.
_FIRST_SLICE = 5.0
# How often the clock is looked at, in seconds.
_LOOK = 0.05


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


@dataclass
class _Opening:
    """An opening, and how far it is: who works or has worked on it, for how long, and its answer.

    place   as `Prover.openings` gives it; None stands for the position itself, where every move loses at once
    answer  as `Prover.ask` gives it, but the opening counts as a ply too
    """

    place: tuple[int, int] | None
    prover: Prover | None = None
    busy: bool = False
    seconds: float = 0.0
    answer: int | None = None


@dataclass
class _Openings:
    """The openings that the player who does not move must win against, all of them."""

    all: list[_Opening]
    _lock: Lock = field(default_factory=Lock)

    @property
    def answer(self) -> int | None:
        """How many plies the win takes at most; 0 where one opening is not lost; None if it is not known."""
        answers = [opening.answer for opening in self.all]
        if 0 in answers:
            return 0
        return None if None in answers else max(answer or 0 for answer in answers)

    def take(self, prover: Prover) -> _Opening | None:
        """Choose the opening that had the least time, rather one that nobody else has begun."""
        with self._lock:
            left = [opening for opening in self.all if opening.answer is None and not opening.busy]
            mine = [opening for opening in left if opening.prover in (None, prover)]
            if self.answer is not None or not left:
                return None
            chosen = min(mine or left, key=lambda opening: opening.seconds)
            chosen.busy, chosen.prover = True, prover
            return chosen


class Solver:
    """The work on a position, which can be interrupted and go on: call `run` until it is decided."""

    def __init__(
        self, position: Position, megabytes: int = 256, *, keep_strategy: bool = False, within: int = 0
    ) -> None:
        """Ask for wins within so many plies, two at least, or with 0 for any."""
        require_threat_support(position)
        lanes = max(1, (os.cpu_count() or 2) - 1)
        self.position, self.within = position, within
        self._keep = keep_strategy
        self._mover = Prover(position, position.mover, megabytes // 2, within)
        self._others = [Prover(position, 1 - position.mover, megabytes // 2 // lanes, within) for _ in range(lanes)]
        self._openings = _Openings([_Opening(place) for place in self._mover.openings()] or [_Opening(None)])
        self._won_at_once = _winning_move(position)
        self._answer: int | None = None
        self._seconds = 0.0

    @property
    def openings(self) -> tuple[int, int]:
        """How many openings are lost for the player to move, and how many there are but for symmetry."""
        return sum(bool(opening.answer) for opening in self._openings.all), len(self._openings.all)

    @property
    def nodes(self) -> tuple[int, int]:
        """How many positions were searched, and how many in threat search."""
        return sum(one.nodes for one in self._provers), sum(one.threat_nodes for one in self._provers)

    def run(
        self, seconds: float, watch: Callable[[int, int], None] | None = None, stop: Stop | None = None
    ) -> Solution:
        """Search for so long; `watch` is told the nodes of both searches now and then."""
        begun = time.monotonic()
        for prover in self._provers:
            prover.begin()
        if not self._won_at_once:
            work = [Thread(target=self._ask_for_mover, daemon=True)]
            work += [Thread(target=self._ask_for_other, args=(prover,), daemon=True) for prover in self._others]
            for thread in work:
                thread.start()
            while any(thread.is_alive() for thread in work):
                for thread in work:
                    thread.join(_LOOK)
                self._interrupt(begun + seconds, bool(stop and stop.is_set))
                if watch:
                    watch(*self.nodes)
        self._seconds += time.monotonic() - begun
        return self._solution()

    def strategy(
        self, game: str, moves: tuple[str, ...], watch: Callable[[int, int], None] | None = None
    ) -> tuple[Strategy, Verdict] | None:
        """Give the winner's strategy and what checking it says; None where the memory was too small to keep it."""
        winner = self._winner
        provers = [self._mover] if winner == self.position.mover else self._others
        if winner is None or any(prover.incomplete for prover in provers):
            return None
        # Where two threads chose a move for the same position, either will do.
        entries = np.concatenate([prover.strategy() for prover in provers])
        keys, first = np.unique(entries[:, 0], return_index=True)
        chosen = entries[first, 1].astype(np.uint16)
        loose = Strategy(game, moves, winner, keys, chosen, np.full(keys.size, 255, np.uint8))
        verdict = check(loose, self.position, watch)
        plies = verdict.by_entry
        met = plies > 0
        return Strategy(game, moves, winner, keys[met], chosen[met], plies[met].astype(np.uint8)), verdict

    def found(self) -> dict[int, Words]:
        """Give what was found out so far, by attacker."""
        others = np.concatenate([prover.found() for prover in self._others])
        return {self._mover.attacker: self._mover.found(), 1 - self._mover.attacker: others}

    def learn(self, found: dict[int, Words], seconds: float) -> None:
        """Take over what was found out before, and how long that took."""
        self._seconds += seconds
        for prover in self._provers:
            prover.learn(found[prover.attacker])

    @property
    def _provers(self) -> list[Prover]:
        return [self._mover, *self._others]

    @property
    def _winner(self) -> int | None:
        if self._won_at_once or self._answer:
            return self.position.mover
        return 1 - self.position.mover if self._openings.answer else None

    @property
    def _is_decided(self) -> bool:
        return self._winner is not None or (self._answer == 0 and self._openings.answer == 0)

    def _interrupt(self, deadline: float, stopped: bool) -> None:
        """Interrupt whoever has no more time, or nothing to do; the winner may finish its strategy."""
        now, winner = time.monotonic(), self._winner
        over = self._is_decided or now > deadline
        for prover in self._provers:
            if stopped or (over and (winner is None or prover.attacker != winner)):
                prover.interrupt(for_good=True)
            elif now > prover.deadline:
                prover.interrupt()

    def _ask_for_mover(self) -> None:
        self._answer = self._mover.ask()
        if self._answer and self._keep:
            self._mover.gather()

    def _ask_for_other(self, prover: Prover) -> None:
        while not prover.is_full and (opening := self._openings.take(prover)):
            begun = time.monotonic()
            prover.deadline = begun + max(_FIRST_SLICE, opening.seconds)
            answer = prover.ask(opening.place)
            opening.answer = answer + 1 if answer and opening.place else answer
            prover.deadline = math.inf
            opening.seconds += time.monotonic() - begun
            if opening.answer and self._keep:
                prover.gather(opening.place)
            opening.busy = False
            if prover.is_stopped:
                return

    def _solution(self) -> Solution:
        winner, mover = self._winner, self.position.mover
        plies = 0
        if winner is not None:
            plies = 1 if self._won_at_once else (self._answer if winner == mover else self._openings.answer) or 0
        move = self._won_at_once
        if winner == mover and not move:
            number = self._mover.winning_move()
            move = next((move for move in self.position.legal_moves if move.number == number), None)
        return Solution(winner, self._is_decided, move, plies, *self.nodes, self._seconds)


def read_solution(strategy: Strategy, position: Position) -> Solution:
    """Tell what a strategy from a position on proves; raise LookupError where it gives its winner no legal move."""
    move = _first_move(strategy, position) if strategy.winner == position.mover else None
    return Solution(strategy.winner, True, move, strategy.longest(position.mover), 0, 0, 0.0)


def _first_move(strategy: Strategy, position: Position) -> Move:
    if at_once := _winning_move(position):
        return at_once
    try:
        found = look_up(strategy, position)
    except StopIteration:
        found = None
    if found is None:
        raise LookupError("the strategy does not begin here")
    return found.move


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


def solve(
    position: Position,
    seconds: float,
    megabytes: int = 256,
    watch: Callable[[int, int], None] | None = None,
    *,
    within: int = 0,
) -> Solution:
    """Find out who wins by force while pieces are placed, within so many plies if they are given.

    `watch` is told the nodes of both searches now and then.
    """
    return Solver(position, megabytes, within=within).run(seconds, watch)


def _winning_move(position: Position) -> Move | None:
    """Give a move that wins at once."""
    for move in position.legal_moves:
        outcome = position.play(move).outcome
        if outcome and outcome.winner == position.mover:
            return move
    return None
