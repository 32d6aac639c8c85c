"""The division of the solver's work: workers, one per thread, and the openings that they share."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from threading import Lock

from veier.core.position import Position
from veier.search.pn.numbers import is_refuted, plies_of_proof
from veier.search.pn.proof_search import Opening, ProofSearch
from veier.search.solve.gather import StrategyGatherer


def read_answer(numbers: int) -> int | None:
    """Return the most plies in which an attacker wins, 0 if it does not; None: not known yet."""
    return 0 if is_refuted(numbers) else plies_of_proof(numbers) or None


class Worker:
    """The proof search of one thread, for one attacker.

    deadline  when the main thread should interrupt it
    finished  whether it was interrupted for good
    """

    def __init__(self, position: Position, attacker: int, megabytes: int, within: int) -> None:
        self.attacker = attacker
        self.search = ProofSearch(position, megabytes, within)
        self.gatherer = StrategyGatherer(position.game, self.search, attacker, megabytes)
        self.deadline = math.inf
        self.finished = False

    def begin(self) -> None:
        """Forget earlier interruptions."""
        self.finished = self.gatherer.incomplete = False

    def interrupt(self, for_good: bool = False) -> None:
        """Make a running search return what it knows."""
        self.finished |= for_good
        self.search.interrupt()

    def prove(self, opening: Opening | None = None) -> int | None:
        """Return the most plies in which the attacker wins, 0 if it does not; None: interrupted."""
        self._resume()
        return read_answer(self.search.prove(self.attacker, opening))

    def gather(self, opening: Opening | None = None) -> None:
        """Add the winning moves of a position that was proved to be won to the strategy."""
        self._resume()
        self.gatherer.gather(opening)

    def _resume(self) -> None:
        if not self.finished:
            self.search.resume()


@dataclass
class OpeningState:
    """The search of an opening.

    opening  None stands for the position itself, where every move loses at once
    worker   who works on it or has done so
    answer   as `Worker.prove` returns it, but the opening counts as a ply too
    """

    opening: Opening | None
    worker: Worker | None = None
    busy: bool = False
    seconds: float = 0.0
    answer: int | None = None


@dataclass
class OpeningQueue:
    """The openings that the player who does not move must win against, all of them."""

    all: list[OpeningState]
    _lock: Lock = field(default_factory=Lock)

    @property
    def answer(self) -> int | None:
        """The most plies that the win takes; 0 where one opening is not lost; None if it is not known."""
        answers = [state.answer for state in self.all]
        if 0 in answers:
            return 0
        return None if None in answers else max(answer or 0 for answer in answers)

    def take(self, worker: Worker) -> OpeningState | None:
        """Return the opening that had the least time, preferably one that no other worker has begun."""
        with self._lock:
            left = [state for state in self.all if state.answer is None and not state.busy]
            mine = [state for state in left if state.worker in (None, worker)]
            if self.answer is not None or not left:
                return None
            chosen = min(mine or left, key=lambda state: state.seconds)
            chosen.busy, chosen.worker = True, worker
            return chosen
