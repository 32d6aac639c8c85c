"""The wheel of the working tree, built from its source distribution and installed where there is no Numba."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmarks.installations import ROOT, pip_cache
from benchmarks.processes import clean_environment

# What a build reads; not the library and the documentation that an editable installation and `make docs` leave there.
PARTS = ("pyproject.toml", ".gitignore", "README.md", "LICENSE", "hatch_build.py", "native", "src")
LEFT_BEHIND = shutil.ignore_patterns("__pycache__", "_library.*", "site")


@dataclass(frozen=True)
class Installed:
    """The wheel, and the virtual environment where it is installed."""

    wheel: Path
    folder: Path

    @property
    def python(self) -> str:
        return str(self.folder / "bin" / "python")


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Installed:
    """Build and install the wheel once, whichever worker is first."""
    own = tmp_path_factory.getbasetemp()
    place = (own if worker_id == "master" else own.parent) / "wheel"
    place.mkdir(exist_ok=True)
    with (place / "lock").open("w") as lock:
        # Also released if the worker that builds is ended.
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (place / "done").exists():
            build_and_install(place)
            (place / "done").touch()
    (wheel,) = (place / "dist").glob("*.whl")
    return Installed(wheel, place / "venv")


def build_and_install(place: Path) -> None:
    source, dist, venv, home = (place / name for name in ("source", "dist", "venv", "home"))
    for left in (source, dist, venv):
        # Another worker may have failed half-way.
        shutil.rmtree(left, ignore_errors=True)
    copy_sources(source)
    run(home, sys.executable, "-m", "build", "--outdir", str(dist), str(source))
    (wheel,) = dist.glob("*.whl")
    run(home, sys.executable, "-m", "venv", str(venv))
    run(home, str(venv / "bin" / "python"), "-m", "pip", "install", str(wheel))


def copy_sources(folder: Path) -> None:
    folder.mkdir()
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, folder / part, ignore=LEFT_BEHIND)
        else:
            shutil.copy(ROOT / part, folder)


def run(home: Path, *command: str) -> None:
    """Run a command of pip or Python with nothing cached but what pip has downloaded."""
    environment = clean_environment(home) | {"PIP_CACHE_DIR": pip_cache()}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
