"""The local executor: the same results whatever is killed, and no process is left over."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from lab.tasks import hash_number
from veier.core.errors import VeierError
from veier.lab.run.job import Job
from veier.lab.run.ledger import Ledger
from veier.lab.run.local import LocalExecutor
from veier.lab.run.running import run_job

HASHES = Job("lab.tasks:hash_number", {"seed": 7}, 12)
# A driver that works on a job of logging chunks until it is done.
DRIVER = """
import sys
from pathlib import Path
from veier.lab.run.job import Job
from veier.lab.run.ledger import Ledger
from veier.lab.run.local import LocalExecutor
from veier.lab.run.running import run_job
job = Job("lab.tasks:write_log", {"log": sys.argv[2], "seconds": 0.15}, 24)
with Ledger(Path(sys.argv[1]), job) as ledger:
    for progress in run_job(ledger, LocalExecutor(3)):
        print(progress.done, flush=True)
"""


def test_a_job_runs_in_other_processes(tmp_path: Path) -> None:
    with Ledger(tmp_path, HASHES) as ledger:
        steps = list(run_job(ledger, LocalExecutor(2)))
        assert [step.done for step in steps] == list(range(13))
        assert steps[-1].rate
        assert steps[-1].seconds_left == 0
        assert [result for _, result in ledger.results()] == [hash_number(number, 7) for number in range(12)]
        assert [step.done for step in run_job(ledger, LocalExecutor(2))] == [12]


def test_a_killed_worker_is_replaced(tmp_path: Path) -> None:
    with Ledger(None, Job("lab.tasks:die_once", {"marks": str(tmp_path)}, 6)) as ledger:
        list(run_job(ledger, LocalExecutor(2)))
        assert [result for _, result in ledger.results()] == [b"0", b"1", b"2", b"3", b"4", b"5"]


@pytest.mark.parametrize(
    ("task", "sentence"),
    [
        ("always_die", "chunk 0 of lab.tasks:always_die was begun 5 times"),
        ("refuse", "another process works in here"),
        ("stumble", "chunk 0 of lab.tasks:stumble failed: LookupError: no such thing"),
    ],
)
def test_a_chunk_that_cannot_be_done_ends_the_job(task: str, sentence: str) -> None:
    with Ledger(None, Job(f"lab.tasks:{task}", {}, 1)) as ledger, pytest.raises(VeierError, match=sentence):
        list(run_job(ledger, LocalExecutor(1)))


def test_a_worker_of_another_version_is_refused() -> None:
    with Ledger(None, HASHES) as ledger:
        ledger.version = replace(ledger.version, sources="0" * 16)
        with pytest.raises(VeierError, match="install the same version everywhere"):
            list(run_job(ledger, LocalExecutor(1)))


def test_what_was_not_taken_ends_with_the_iterator(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Ledger(None, Job("lab.tasks:write_log", {"log": str(log), "seconds": 0.2}, 1000)) as ledger:
        steps = run_job(ledger, LocalExecutor(2))
        while next(steps).done < 2:
            pass
        steps.close()
    assert_gone(log)


def test_a_driver_that_is_killed_again_and_again_comes_to_its_end(tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = [sys.executable, "-c", DRIVER, str(tmp_path / "run"), str(log)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    kills = 0
    for done in (2, 7, 11, 24):
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as driver:
            assert driver.stdout
            for line in driver.stdout:
                if int(line) >= done and done < 24:
                    # In the middle of other chunks: each of three workers has one.
                    time.sleep(0.05 * kills)
                    driver.send_signal(signal.SIGKILL)
                    kills += 1
                    break
        assert_gone(log)
    with Ledger(tmp_path / "run", Job("lab.tasks:write_log", {"log": str(log), "seconds": 0.15}, 24)) as ledger:
        assert [result.decode() for _, result in ledger.results()] == [str(number) for number in range(24)]
    # At most the running chunks were lost: three workers, and the answers on their way.
    ends = Counter(line.split()[1] for line in log.read_text().splitlines() if line.startswith("end"))
    assert sum(ends.values()) - 24 <= 3 * kills
    assert kills == 3


def assert_gone(log: Path) -> None:
    """Wait until no process lives that has written to the log; a worker ends in the middle of its chunk."""
    workers = {int(line.split()[2]) for line in log.read_text().splitlines()} if log.exists() else set()
    end = time.monotonic() + 5
    while alive := [worker for worker in workers if _is_alive(worker)]:
        assert time.monotonic() < end, f"left over: {alive}"
        time.sleep(0.01)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
