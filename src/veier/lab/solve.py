"""Proofs on many nodes: who wins after each opening of a position, as the chunks of a job, and one proof at the end.

The chunks of the first round search each opening with few nodes, those of each later round with four times as many;
they begin from nothing, so that a chunk depends on its number alone. A round has the openings that are still open.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Generator, Iterator
from dataclasses import asdict, dataclass
from typing import NamedTuple

import numpy as np

from veier.core.position import Position
from veier.kernels.state import Words
from veier.lab.run.executor import Executor
from veier.lab.run.job import Job
from veier.lab.run.ledger import Ledger
from veier.lab.run.running import run_job
from veier.record.input_formats import read_line
from veier.search.limits import Stop
from veier.search.pn.proof_search import Opening, ProofSearch
from veier.search.solve.check import CheckResult, trim_strategy
from veier.search.solve.openings import Worker, read_answer
from veier.search.solve.solver import Solution
from veier.search.solve.strategy import Strategy
from veier.search.solve.symmetry import find_symmetry_maps

# Threat search nodes of the first round, for each player: about a second; and how often they are multiplied.
_FIRST_NODES, _GROWTH, _ROUNDS = 1_000_000, 4, 12


@dataclass(frozen=True, slots=True)
class ProofPlan:
    """What is to be proved: the position after moves from a game or a position string.

    memory  megabytes of each process
    within  the plies in which the win must come; 0 for any
    keep    whether the winner's moves are kept
    """

    start: str
    moves: tuple[str, ...]
    memory: int
    within: int = 0
    keep: bool = True

    @property
    def position(self) -> Position:
        """The position."""
        return read_line(self.start, self.moves)[-1]

    def job(self, openings: int) -> Job:
        """Return the job for a position with so many openings."""
        return Job(f"{__name__}:prove_opening", asdict(self) | {"moves": list(self.moves)}, openings * _ROUNDS)


class OpeningResult(NamedTuple):
    """What a chunk found.

    winner   the seat that wins after the opening; None if neither does, or it is not decided
    plies    the most plies that the win takes, the opening counted
    is_full  whether the memory was too small to go on
    entries  key and chosen move of each position of the winner's strategy; None where the memory was too small for it
    """

    winner: int | None
    decided: bool
    plies: int
    nodes: int
    threat_nodes: int
    is_full: bool
    entries: Words | None

    def encode(self) -> bytes:
        """Return it as bytes."""
        header = self._asdict() | {"entries": self.entries is not None}
        entries = b"" if self.entries is None else lzma.compress(self.entries.astype("<i8").tobytes(), preset=1)
        return json.dumps(header).encode("ascii") + b"\n" + entries

    @classmethod
    def decode(cls, raw: bytes) -> OpeningResult:
        """Read such bytes."""
        header, _, body = raw.partition(b"\n")
        values, entries = json.loads(header), None
        if values["entries"]:
            entries = np.frombuffer(lzma.decompress(body), "<i8").reshape(-1, 2).astype(np.int64)
        return cls(**values | {"entries": entries})


def list_openings(position: Position) -> list[Opening]:
    """List the moves of a position that do not lose at once, but for symmetry."""
    return ProofSearch(position, 1).openings


def prove_opening(number: int, **plan: object) -> bytes:
    """Search who wins after an opening, with the nodes of a round: the task of the job."""
    plan["moves"] = tuple(plan["moves"])  # type: ignore[arg-type]
    return _search_opening(number, ProofPlan(**plan)).encode()  # type: ignore[arg-type]


def _search_opening(number: int, plan: ProofPlan) -> OpeningResult:
    position = plan.position
    openings = list_openings(position)
    opening, nodes = openings[number % len(openings)], _FIRST_NODES * _GROWTH ** (number // len(openings))
    # The other player comes first: most moves lose.
    seats, half = (1 - position.mover, position.mover), max(plan.memory // 2, 1)
    workers = [Worker(position, seat, half, plan.within) for seat in seats]
    answers: list[int | None] = []
    for worker in workers:
        with worker.search.until(Stop(), None, nodes):
            answers.append(read_answer(worker.search.prove(worker.attacker, opening)))
        if answers[-1]:
            break
    searched = sum(worker.search.nodes for worker in workers), sum(worker.search.threat_nodes for worker in workers)
    is_full = any(worker.search.is_full(worker.attacker) for worker in workers)
    if not answers[-1]:
        return OpeningResult(None, answers == [0, 0], 0, *searched, is_full, None)
    winner = workers[len(answers) - 1]
    entries = _gather(position, winner, opening) if plan.keep else None
    return OpeningResult(winner.attacker, True, answers[-1] + 1, *searched, False, entries)


def _gather(position: Position, worker: Worker, opening: Opening) -> Words | None:
    """Return the winner's moves after an opening, and the opening if it is the winner's own; None without room."""
    with worker.search.until(Stop(), None, None):
        worker.gather(opening)
    if worker.gatherer.incomplete:
        return None
    entries = worker.gatherer.entries()
    if worker.attacker == position.mover:
        hashes = worker.search.memory.hashes[0]
        symmetry = int(hashes.argmin())
        move = find_symmetry_maps(position.game).images[symmetry, worker.search.to_move(opening[0])]
        entries = np.concatenate([np.array([[hashes[symmetry], move]], np.int64), entries])
    return entries[entries[:, 0].argsort()]


class OpeningProofs:
    """The work on a position with a ledger: call `run` until it is over, then ask for the solution."""

    def __init__(self, plan: ProofPlan, ledger: Ledger, openings: list[Opening]) -> None:
        self._plan, self._ledger, self._openings = plan, ledger, openings
        self._position = plan.position
        # What the last round of each opening found.
        self._found: dict[int, OpeningResult] = {}
        for number, raw in ledger.results():
            self._add(number, raw)

    @property
    def decided(self) -> tuple[int, int]:
        """How many openings are decided, and how many there are."""
        return sum(found.decided for found in self._found.values()), len(self._openings)

    def run(self, executor: Executor) -> Generator[None, None, None]:
        """Run round after round until the winner is known; returns after each chunk."""
        for round_ in range(_ROUNDS):
            numbers = [round_ * len(self._openings) + opening for opening in self._open()]
            if self._is_over or not numbers:
                return
            yield from self._run(executor, numbers)

    def solution(self, seconds: float) -> Solution:
        """Return what is known."""
        found = self._found.values()
        counts = sum(each.nodes for each in found), sum(each.threat_nodes for each in found), seconds
        winning = self._winning()
        if winning is not None:
            move = self._position.describe(ProofSearch(self._position, 1).to_move(self._openings[winning][0]))
            return Solution(self._position.mover, True, move, self._found[winning].plies, *counts)
        if not all(each.decided for each in found) or len(found) < len(self._openings):
            return Solution(None, False, None, 0, *counts)
        if all(each.winner is not None for each in found):
            return Solution(1 - self._position.mover, True, None, max(each.plies for each in found), *counts)
        return Solution(None, True, None, 0, *counts)

    def strategy(self, winner: int) -> tuple[Strategy, CheckResult] | None:
        """Return the winner's strategy, put together and checked; None where the memory was too small for it."""
        winning = self._winning()
        chosen = [self._found[winning]] if winning is not None else [self._found[k] for k in sorted(self._found)]
        parts = [found.entries for found in chosen if found.entries is not None]
        if len(parts) < len(chosen):
            return None
        # Where two chunks chose a move for the same position, either will do.
        keys, first = np.unique(np.concatenate([part[:, 0] for part in parts]), return_index=True)
        moves = np.concatenate([part[:, 1] for part in parts])[first].astype(np.uint16)
        begin = self._plan.start, self._plan.moves
        return trim_strategy(Strategy(*begin, winner, keys, moves, np.zeros(keys.size, np.uint8)), self._position)

    def _run(self, executor: Executor, numbers: list[int]) -> Iterator[None]:
        steps = run_job(self._ledger, executor, numbers)
        try:
            for progress in steps:
                if progress.last:
                    self._add(progress.last.number, self._ledger.result(progress.last.number))
                yield
                if self._is_over:
                    return
        finally:
            steps.close()

    def _add(self, number: int, raw: bytes) -> None:
        self._found[number % len(self._openings)] = OpeningResult.decode(raw)

    def _open(self) -> list[int]:
        """List the openings that are worth more nodes."""
        found = [self._found.get(opening) for opening in range(len(self._openings))]
        return [k for k, each in enumerate(found) if each is None or not (each.decided or each.is_full)]

    @property
    def _is_over(self) -> bool:
        return self._winning() is not None or not self._open()

    def _winning(self) -> int | None:
        """Return an opening with which the mover wins."""
        mover = self._position.mover
        return min((k for k, found in self._found.items() if found.winner == mover), default=None)
