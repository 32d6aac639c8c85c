"""The kernels' cache: compiled once, never where others could write, and never needed."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest

import veier
from veier.kernels import fingerprints
from veier.kernels.cache import kernel_cache_dir
from veier.kernels.fingerprints import fingerprint

posix = pytest.mark.skipif(not hasattr(os, "getuid"), reason="permissions are those of POSIX")

MODULE = "veier.kernels.perft"

# What a process says that plays a move: the moves after it, the cache, and how many kernels came from it or not.
SCRIPT = """
import veier
from veier.kernels.cache import kernel_cache_dir
position = veier.game("hexrows").start().play("f6")
kernels = [kernel.compile() for kernel in position.game.rules.kernels]
hits = sum(sum(kernel.stats.cache_hits.values()) for kernel in kernels)
misses = sum(sum(kernel.stats.cache_misses.values()) for kernel in kernels)
print(len(position.legal_moves), kernel_cache_dir("veier.games.hexrows.kernels"), hits, misses)
"""


def run(**environment: str) -> list[str]:
    """Run the script in a process with nothing but this environment."""
    needed = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env=needed | environment | {"VEIER_KERNELS": "numba"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.fixture
def nowhere(tmp_path: Path) -> str:
    """Return a path that cannot be made, not even by root: it would lie in a file."""
    file = tmp_path / "file"
    file.touch()
    return str(file / "place")


@pytest.fixture(autouse=True)
def _look_again() -> Iterator[None]:
    """Forget where the cache is, before a test and after it."""
    kernel_cache_dir.cache_clear()
    yield
    kernel_cache_dir.cache_clear()


def test_without_any_place_to_write_games_are_played_all_the_same(nowhere: str) -> None:
    package = Path(veier.__file__).parent
    before = set(package.rglob("*.nb[ic]"))
    legal, place, hits, _ = run(VEIER_CACHE_DIR=nowhere, HOME=nowhere, XDG_CACHE_HOME=nowhere, TMPDIR=nowhere)
    assert (legal, place, hits) == ("6", "None", "0")
    assert set(package.rglob("*.nb[ic]")) == before


def test_the_second_start_loads_what_the_first_compiled(tmp_path: Path) -> None:
    legal, place, hits, misses = run(VEIER_CACHE_DIR=str(tmp_path))
    assert legal == "6"
    assert Path(place).is_relative_to(tmp_path)
    assert int(hits) == 0
    assert int(misses) > 0
    again = run(VEIER_CACHE_DIR=str(tmp_path))
    assert again == [legal, place, misses, "0"]


def test_the_place_is_that_which_is_asked_for_and_named_by_the_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VEIER_CACHE_DIR", str(tmp_path))
    place = kernel_cache_dir(MODULE)
    assert place == tmp_path / "kernels" / fingerprint(MODULE)
    assert place.is_dir()


@posix
def test_the_place_is_for_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VEIER_CACHE_DIR", str(tmp_path))
    place = kernel_cache_dir(MODULE)
    assert place is not None
    assert place.stat().st_mode & 0o077 == 0
    assert place.parent.stat().st_mode & 0o077 == 0


@posix
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_a_place_that_others_may_write_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int) -> None:
    monkeypatch.setenv("VEIER_CACHE_DIR", str(tmp_path))
    shared = tmp_path / "kernels"
    shared.mkdir()
    shared.chmod(mode)
    assert kernel_cache_dir(MODULE) is None
    shared.chmod(0o700)
    kernel_cache_dir.cache_clear()
    inside = shared / fingerprint(MODULE)
    inside.mkdir()
    inside.chmod(mode)
    assert kernel_cache_dir(MODULE) is None


@posix
def test_a_place_of_somebody_else_or_behind_a_link_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VEIER_CACHE_DIR", str(tmp_path))
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / "kernels").symlink_to(tmp_path / "elsewhere")
    assert kernel_cache_dir(MODULE) is None
    (tmp_path / "kernels").unlink()
    (tmp_path / "kernels").mkdir(mode=0o700)
    kernel_cache_dir.cache_clear()
    monkeypatch.setattr(os, "getuid", lambda: (tmp_path / "kernels").stat().st_uid + 1)
    assert kernel_cache_dir(MODULE) is None


def test_without_a_home_the_temporary_directory_is_used(
    tmp_path: Path, nowhere: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VEIER_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", nowhere)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    place = kernel_cache_dir(MODULE)
    assert place is not None
    assert place.is_relative_to(tmp_path)
    assert not place.is_relative_to(nowhere)


def test_where_not_even_the_places_can_be_found_there_is_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without a home directory, on a machine without a place for temporary files."""

    def no_home(*_: object) -> Path:
        raise RuntimeError("Could not determine home directory.")

    def no_temporary_directory() -> str:
        raise FileNotFoundError("No usable temporary directory found")

    monkeypatch.delenv("VEIER_CACHE_DIR", raising=False)
    monkeypatch.setattr(platformdirs, "user_cache_path", no_home)
    monkeypatch.setattr(tempfile, "gettempdir", no_temporary_directory)
    assert kernel_cache_dir(MODULE) is None


@posix
def test_a_place_where_others_could_swap_the_directory_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    monkeypatch.setenv("VEIER_CACHE_DIR", str(shared))
    for mode, safe in ((0o777, False), (0o1777, True), (0o755, True)):
        shared.chmod(mode)
        kernel_cache_dir.cache_clear()
        assert (kernel_cache_dir(MODULE) is not None) == safe
    kernel_cache_dir.cache_clear()


def test_kernels_are_made_again_when_something_that_they_import_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    eyes, plus = "veier.games.eyes.kernels", "veier.games.plus.kernels"
    read = fingerprints._source
    before = fingerprint(eyes), fingerprint(plus)

    def changed(name: str) -> bytes:
        return read(name) + b"# changed" if name == "veier.games.eyes.layout" else read(name)

    monkeypatch.setattr(fingerprints, "_source", changed)
    fingerprint.cache_clear()
    assert fingerprint(eyes) != before[0]
    assert fingerprint(plus) == before[1]
    fingerprint.cache_clear()
