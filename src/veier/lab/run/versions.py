"""Versions: results are the same where the package, its sources and the libraries that matter are the same."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib import import_module, metadata
from pathlib import Path

from veier import __version__

_PACKAGE = Path(__file__).parent.parent.parent
# What results depend on: rules, searches and their kernels, proofs, and the tasks. Texts and pictures do not count, so
# that a running job survives a correction there.
_ROOMS = ("core", "datasets", "engine", "games", "kernels", "lab", "record", "search", "proofs.py")
_SUFFIXES = (".py", ".proof")


@dataclass(frozen=True, slots=True)
class Version:
    """The version of the package, a fingerprint of its sources, and the versions of libraries, such as `pyarrow 26.0`.

    Kernels that were compiled ahead of time are used only while they fit the sources, so the sources say all.
    """

    package: str
    sources: str
    libraries: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ", ".join((f"veier {self.package}-{self.sources}", *self.libraries))


@cache
def this_version(task: str, libraries: tuple[str, ...] = ()) -> Version:
    """Return what runs here: this package with a task, which may be of another package, and these libraries."""
    digest = hashlib.sha256(_fingerprint().encode())
    module = task.partition(":")[0]
    if not module.startswith("veier."):
        digest.update(_read(Path(str(import_module(module).__file__))))
    return Version(__version__, digest.hexdigest()[:16], tuple(map(_library, libraries)))


@cache
def _fingerprint() -> str:
    digest = hashlib.sha256()
    for room in _ROOMS:
        place = _PACKAGE / room
        files = [place] if place.is_file() else sorted(place.rglob("*"), key=lambda file: file.as_posix())
        for file in files:
            if file.suffix in _SUFFIXES:
                digest.update(file.relative_to(_PACKAGE).as_posix().encode())
                digest.update(_read(file))
    return digest.hexdigest()


def _read(file: Path) -> bytes:
    """Read a source without line ends, which differ between systems."""
    raw = file.read_bytes()
    return raw.replace(b"\r\n", b"\n") if file.suffix == ".py" else raw


def _library(name: str) -> str:
    try:
        return f"{name} {metadata.version(name)}"
    except metadata.PackageNotFoundError:
        return f"{name} -"
