"""A real cluster of two nodes: worker, node, driver and head are killed, and the dataset has the same bytes."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import pytest
from documentation.test_commands import understand

import veier
from lab.documents import blocks
from lab.ray_cluster import Cluster, kill
from veier.datasets.reader import Dataset
from veier.datasets.schema import CHECKSUMS, FILES

# Looked for, not imported: that takes seconds.
pytestmark = [
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: pip install 'veier[cluster]'"),
    pytest.mark.skipif(find_spec("pyarrow") is None, reason="pyarrow is not installed: pip install 'veier[lab]'"),
    pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc"),
]

# 16 chunks of about half a second.
SELFPLAY = ("lab", "selfplay", "4eyes-beginners", "-n", "160", "--level", "3", "--seed", "8")


class Driver:
    """A process that plays into a directory; it is watched by the files that it writes."""

    def __init__(self, cluster: Cluster, out: Path, *where: str) -> None:
        self.out = out
        command = [sys.executable, "-m", "veier", *SELFPLAY, "--out", str(out), *where]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, env=cluster.environment, stdout=pipe, stderr=pipe, text=True)

    def wait_for_chunks(self, more: int) -> None:
        """Wait until so many more chunks are done."""
        wanted = chunks(self.out) + more
        wait_until(lambda: chunks(self.out) >= wanted or self.process.poll() is not None)
        assert self.process.poll() is None, self.process.communicate()

    def end(self) -> tuple[int, str]:
        """Wait for its end; return its exit code and what it wrote to standard error."""
        _, problem = self.process.communicate(timeout=120)
        return self.process.returncode, problem


def chunks(directory: Path) -> int:
    return len(list(directory.glob(FILES)))


def wait_until(condition: Callable[[], bool], seconds: float = 90) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_whatever_is_killed_the_dataset_has_the_same_bytes(tmp_path: Path) -> None:
    out, undisturbed = tmp_path / "games", tmp_path / "undisturbed"
    with closing(Cluster()) as cluster:
        cluster.start_head()
        node = cluster.start_node()
        prove_a_win(cluster, tmp_path)
        # A worker, then a whole node, then the driver.
        driver = Driver(cluster, out, "--cluster", cluster.address)
        driver.wait_for_chunks(1)
        wait_until(lambda: bool(cluster.processes("ray::answer")))
        kill(max(cluster.processes("ray::answer")))
        driver.wait_for_chunks(2)
        kill(*(node & cluster.processes("raylet/raylet")))
        driver.wait_for_chunks(2)
        driver.process.kill()
        driver.end()
        assert 5 <= chunks(out) < 16
        # A node with other sources is refused.
        wrong = cluster.start_node(PYTHONPATH=str(other_version(tmp_path)))
        code, problem = Driver(cluster, out, "--cluster", cluster.address).end()
        assert code == 2
        assert "has veier 0.0.1-" in problem
        assert "install the same version everywhere" in problem
        kill(*wrong)
        # The head: the driver ends with it, and what is done stays.
        driver = Driver(cluster, out, "--cluster", cluster.address)
        driver.wait_for_chunks(2)
        kill(*cluster.processes("gcs/gcs_server"))
        assert driver.end()[0] != 0
    # It goes on without a cluster.
    before = {file.name: file.stat().st_mtime_ns for file in out.glob(FILES)}
    assert Driver(cluster, out).end()[0] == 0
    assert Driver(cluster, undisturbed).end()[0] == 0
    assert (out / CHECKSUMS).read_bytes() == (undisturbed / CHECKSUMS).read_bytes()
    assert len(Dataset(out)) == 160
    assert all((out / name).stat().st_mtime_ns == written for name, written in before.items())


def test_ray_knows_the_commands_of_the_guide() -> None:
    from ray.scripts.scripts import cli

    (block,) = blocks("lab.md", "sh")
    commands = [shlex.split(line)[1:] for line in block.splitlines() if line.startswith("ray ")]
    assert [command[0] for command in commands] == ["get-auth-token", "start", "start"]
    for command in commands:
        understand(cli, command)


def prove_a_win(cluster: Cluster, folder: Path) -> None:
    """Proofs opening by opening run on both nodes, too."""
    proof = folder / "small.proof"
    solve = ["solve", "4eyes-pencil-2p?side=5", "--cluster", cluster.address, "--memory", "64", "--proof", str(proof)]
    for command, told in ((solve, "Red wins by force"), (["check-proof", str(proof)], "Red wins")):
        veier_command = [sys.executable, "-m", "veier", *command]
        done = subprocess.run(veier_command, env=cluster.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert told in done.stdout


def other_version(folder: Path) -> Path:
    """Copy the package with another version and return the place to import it from."""
    package = Path(veier.__file__).parent
    shutil.copytree(package, folder / "other/veier", ignore=shutil.ignore_patterns("web", "puzzles", "__pycache__"))
    init = folder / "other/veier/__init__.py"
    init.write_text(init.read_text(encoding="utf-8").replace(veier.__version__, "0.0.1"), encoding="utf-8")
    return folder / "other"
