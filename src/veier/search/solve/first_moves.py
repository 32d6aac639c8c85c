"""First moves: who wins after each safe move of a position, up to symmetry, and the strategy against those that lose.

The solver stops at the first winning move; here every move is solved, for one player after the other, with growing
slices of time: what is found after one move helps with the others.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from veier.core.move import Move
from veier.core.position import Position
from veier.search.limits import Stop
from veier.search.pn.proof_search import Opening
from veier.search.solve.check import CheckResult, trim_strategy
from veier.search.solve.openings import Worker, read_answer
from veier.search.solve.solver import require_threat_support
from veier.search.solve.strategy import FROM_THE_POSITION, Strategy

# Seconds of a move's first slice, where nothing else is asked for; each later one takes twice as long.
_FIRST_SLICE = 5.0


@dataclass(frozen=True, slots=True)
class FirstMove:
    """What is known of a move.

    move     one of those that are equivalent by symmetry
    winner   the seat that wins by force while pieces are placed; None if neither does, or it is not decided
    decided  whether the search came to its end
    plies    the most plies that the win takes, the move counted; 0 without a winner
    """

    move: Move
    winner: int | None
    decided: bool
    plies: int


class FirstMoves:
    """The work on the moves of a position, which can be interrupted and resumed: call `run` until all are decided."""

    def __init__(
        self, position: Position, megabytes: int = 256, *, within: int = 0, first_slice: float = _FIRST_SLICE
    ) -> None:
        """Ask for wins within a number of plies of the position, or with 0 for any.

        Who has little time gets more decided with a short first slice.
        """
        require_threat_support(position)
        self._slice = first_slice
        self._position, self._other = position, 1 - position.mover
        # The other player comes first: most moves lose.
        self._workers = [Worker(position, seat, megabytes // 2, within) for seat in (self._other, position.mover)]
        self._openings = self._workers[0].search.openings
        # By opening, for each worker the plies in which its player wins, 0 for none, None while it is not known.
        self._answers: list[list[int | None]] = [[None, None] for _ in self._openings]

    def run(
        self, seconds: float, watch: Callable[[FirstMove], None] | None = None, stop: Stop | None = None
    ) -> list[FirstMove]:
        """Search for a number of seconds; call `watch` with each move that is decided."""
        end, share, stop = time.monotonic() + seconds, self._slice, stop or Stop()
        while not all(first.decided for first in self._found()):
            for index, opening in enumerate(self._openings):
                if time.monotonic() > end or stop.is_set:
                    return self._found()
                if not self._first_move(index).decided:
                    self._search(index, opening, min(share, end - time.monotonic()), stop)
                    if watch and self._first_move(index).decided:
                        watch(self._first_move(index))
            share *= 2
        return self._found()

    def strategy(self, game: str, moves: tuple[str, ...]) -> tuple[Strategy, CheckResult] | None:
        """Return the other player's strategy against the moves that lose, and the result of its check.

        None where no move loses, or the memory is too small.
        """
        worker, lost = self._workers[0], [first for first in self._found() if first.winner == self._other]
        worker.begin()
        for opening, answers in zip(self._openings, self._answers, strict=True):
            if answers[0]:
                worker.gather(opening)
        if not lost or worker.gatherer.incomplete:
            return None
        entries = worker.gatherer.entries()
        entries = entries[entries[:, 0].argsort()]
        keys, chosen = entries[:, 0].copy(), entries[:, 1].astype(np.uint16)
        every = len(lost) == len(self._openings)
        lines = FROM_THE_POSITION if every else tuple((first.move.text,) for first in lost)
        strategy = Strategy(game, moves, self._other, keys, chosen, np.zeros(keys.size, np.uint8), lines)
        return trim_strategy(strategy, self._position)

    def _search(self, index: int, opening: Opening, seconds: float, stop: Stop) -> None:
        """Search what is not known after a move for so many seconds, until a player wins."""
        for number, worker in enumerate(self._workers):
            if self._answers[index][number] is None and not any(self._answers[index]):
                with worker.search.until(stop, time.monotonic() + seconds / 2, None):
                    self._answers[index][number] = read_answer(worker.search.prove(worker.attacker, opening))

    def _first_move(self, index: int) -> FirstMove:
        placement, answers = self._openings[index][0], self._answers[index]
        move = self._position.describe(self._workers[0].search.to_move(placement))
        for worker, plies in zip(self._workers, answers, strict=True):
            if plies:
                return FirstMove(move, worker.attacker, True, plies + 1)
        return FirstMove(move, None, None not in answers, 0)

    def _found(self) -> list[FirstMove]:
        return [self._first_move(index) for index in range(len(self._openings))]
