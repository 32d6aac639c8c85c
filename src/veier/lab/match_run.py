"""A match from its first opening to its last: blocks are chunks of a job, so that it runs anywhere and can go on."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from veier.core.position import Position
from veier.lab.match import Block, Match, read_block
from veier.lab.results import block_scores
from veier.lab.run.executor import Executor
from veier.lab.run.job import Job
from veier.lab.run.ledger import Ledger
from veier.lab.run.running import Progress, run_job
from veier.lab.sequential import SequentialTest, Verdict
from veier.record.position_string import format_position


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of a running match: the blocks that are done, by the order of their openings.

    verdict  of the sequential test; "open" without one
    """

    blocks: Sequence[Block]
    progress: Progress
    verdict: Verdict = "open"


def play_match(
    match: Match,
    openings: Iterable[Position],
    executor: Executor,
    directory: Path | None = None,
    test: SequentialTest | None = None,
) -> Generator[Standing, None, None]:
    """Play openings until all are done or a test is decided; return the standing at the beginning and after each block.

    With a directory, what is done is kept there, and the same match goes on. A test looks at the blocks in the order of
    their openings, whenever they were done: otherwise short games would count first.
    """
    texts = [format_position(opening) for opening in openings]
    job = Job("veier.lab.match:play_chunk", {"match": match.to_data(), "openings": texts}, len(texts))
    with Ledger(directory, job) as ledger:
        blocks = {number: read_block(result) for number, result in ledger.results()}
        tested = _Tested(test)
        running = run_job(ledger, executor)
        with closing(running):
            for progress in running:
                if progress.last is not None:
                    number = progress.last.number
                    blocks[number] = read_block(ledger.result(number))
                verdict = tested.look_at(blocks)
                if verdict != "open":
                    yield Standing([blocks[number] for number in range(tested.n)], progress, verdict)
                    return
                yield Standing([blocks[number] for number in sorted(blocks)], progress)


class _Tested:
    """A sequential test that is asked after each block, in the order of openings; `n` blocks were looked at."""

    def __init__(self, test: SequentialTest | None) -> None:
        self._test = test
        self._scores: list[float] = []

    @property
    def n(self) -> int:
        return len(self._scores)

    def look_at(self, blocks: Mapping[int, Block]) -> Verdict:
        """Look at the blocks that have come in order, until one decides."""
        if self._test is None:
            return "open"
        for number in count(self.n):
            if number not in blocks:
                return "open"
            self._scores += block_scores([blocks[number]])
            verdict = self._test.verdict(self._scores)
            if verdict != "open":
                return verdict
        raise AssertionError
