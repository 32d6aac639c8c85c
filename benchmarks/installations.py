"""Installs a commit into a virtual environment of its own, as a person would who has only Python."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benchmarks.processes import Cost, clean_environment, cost

ROOT = Path(__file__).parent.parent
_SCRIPT = Path(__file__).with_name("first_move.py")
# What makes installations, not what is installed.
_INSTALLERS = ("pip", "setuptools", "pkg_resources", "wheel", "_distutils_hack", "distutils")


@dataclass(frozen=True)
class Installation:
    """A virtual environment with the package, and what `pip install .` cost."""

    commit: str
    folder: Path
    cost: Cost

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.folder / "bin" / "python"

    @property
    def sizes(self) -> dict[str, int]:
        """The bytes of everything in its site-packages, by name."""
        return installed_sizes(self.folder)


def install(commit: str, folder: Path, **variables: str) -> Installation:
    """Clone a commit and install it into a new folder, with empty caches but pip's, and these variables set."""
    source, home, environment = folder / "source", folder / "home", folder / "venv"
    home.mkdir(parents=True)
    for command in (
        ["git", "clone", "--quiet", "--shared", "--no-checkout", str(ROOT), str(source)],
        ["git", "-C", str(source), "checkout", "--quiet", "--detach", resolve(commit)],
        [sys.executable, "-m", "venv", str(environment)],
    ):
        subprocess.run(command, check=True)
    variables = clean_environment(home) | {"PIP_CACHE_DIR": pip_cache()} | variables
    spent = cost([str(environment / "bin" / "python"), "-m", "pip", "install", "--quiet", "."], variables, source)
    return Installation(commit, environment, spent)


def resolve(commit: str) -> str:
    """Return the full hash of a commit of this checkout."""
    command = ["git", "-C", str(ROOT), "rev-parse", "--verify", f"{commit}^{{commit}}"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def first_move(python: Path | str, game: str, strength: str, **variables: str) -> Cost:
    """Return what the first computer move costs in a fresh process with empty caches, and these variables set."""
    with tempfile.TemporaryDirectory() as home:
        environment = clean_environment(Path(home)) | variables
        return cost([str(python), str(_SCRIPT), game, strength], environment, Path(home))


def installed_sizes(environment: Path) -> dict[str, int]:
    """Return the bytes of everything in the site-packages of a virtual environment, by name."""
    (packages,) = environment.glob("lib/python*/site-packages")
    return {entry.name: _size(entry) for entry in packages.iterdir()}


def without_installers(sizes: dict[str, int]) -> dict[str, int]:
    """Leave out pip and what belongs to it."""
    return {name: size for name, size in sizes.items() if name.split("-")[0] not in _INSTALLERS}


def pip_cache() -> str:
    """Return where pip keeps what it has downloaded."""
    command = [sys.executable, "-m", "pip", "cache", "dir"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def _size(path: Path) -> int:
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file())
