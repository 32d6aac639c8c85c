"""The ledger owns what is done, and refuses what does not belong to it."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from lab.tasks import hash_number
from veier.core.errors import VeierError
from veier.lab.run import ledger as ledger_module
from veier.lab.run.job import Job
from veier.lab.run.ledger import Ledger
from veier.lab.run.versions import this_version

JOB = Job("lab.tasks:hash_number", {"seed": 1}, 5)
FILES = replace(JOB, file="part-{:03}.bin")


@pytest.mark.parametrize("job", [JOB, FILES], ids=["in the ledger", "as files"])
def test_results_are_there_when_it_is_opened_again(tmp_path: Path, job: Job) -> None:
    with Ledger(tmp_path, job) as ledger:
        assert ledger.missing() == [0, 1, 2, 3, 4]
        assert ledger.add(3, b"three")
        assert ledger.add(1, b"one")
        assert not ledger.add(3, b"three")
    with Ledger(tmp_path, job) as ledger:
        assert ledger.missing() == [0, 2, 4]
        assert ledger.done == 2
        assert list(ledger.results()) == [(1, b"one"), (3, b"three")]


def test_without_a_directory_it_is_in_memory() -> None:
    with Ledger(None, JOB) as ledger:
        ledger.add(0, b"zero")
        assert list(ledger.results()) == [(0, b"zero")]


def test_two_results_of_one_chunk_must_be_equal(tmp_path: Path) -> None:
    with Ledger(tmp_path, JOB) as ledger:
        ledger.add(0, hash_number(0, 1))
        with pytest.raises(RuntimeError, match="chunk 0"):
            ledger.add(0, b"other")


def test_a_job_with_other_parameters_is_refused(tmp_path: Path) -> None:
    Ledger(tmp_path, JOB).close()
    with pytest.raises(VeierError, match=r"there, seed is 1, here 2"):
        Ledger(tmp_path, replace(JOB, params={"seed": 2}))
    with pytest.raises(VeierError, match=r"there, chunks is 5, here 6"):
        Ledger(tmp_path, replace(JOB, size=6))


def test_another_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Ledger(tmp_path, JOB).close()
    here = this_version(JOB.task)
    for other in (replace(here, package="0.0.1"), replace(here, sources="0" * 16)):
        with monkeypatch.context() as patched:
            patched.setattr(ledger_module, "this_version", lambda *_, version=other: version)
            with pytest.raises(VeierError, match=f"was begun with veier {here.package}-{here.sources}"):
                Ledger(tmp_path, JOB)


def test_a_second_process_is_refused(tmp_path: Path) -> None:
    with Ledger(tmp_path, JOB), pytest.raises(VeierError, match="another process works in"):
        Ledger(tmp_path, JOB)
    Ledger(tmp_path, JOB).close()


def test_the_lock_goes_with_a_killed_process(tmp_path: Path) -> None:
    code = (
        "import os, signal, sys; from pathlib import Path; from veier.lab.run.job import Job;"
        "from veier.lab.run.ledger import Ledger;"
        f"ledger = Ledger(Path(sys.argv[1]), Job({JOB.task!r}, {JOB.params!r}, {JOB.size}));"
        "ledger.add(2, b'two'); os.kill(os.getpid(), signal.SIGKILL)"
    )
    path = {"PYTHONPATH": ":".join(sys.path)}
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False, env=path)
    with Ledger(tmp_path, JOB) as ledger:
        assert list(ledger.results()) == [(2, b"two")]


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / ledger_module.FILE).write_bytes(b"no database at all" * 100)
    with pytest.raises(VeierError, match="is damaged"):
        Ledger(tmp_path, JOB)


def test_lost_files_are_made_again_and_changed_ones_noticed(tmp_path: Path) -> None:
    with Ledger(tmp_path, FILES) as ledger:
        for number in range(3):
            ledger.add(number, b"content")
        files = [ledger.file(number) for number in range(3)]
    files[0].unlink()
    files[1].write_bytes(b"cont")
    files[2].write_bytes(b"c0ntent")
    with Ledger(tmp_path, FILES) as ledger:
        assert ledger.missing() == [0, 1, 3, 4]
        with pytest.raises(VeierError, match="is damaged"):
            list(ledger.results())
