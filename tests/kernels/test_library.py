"""The library of compiled kernels: it answers as Numba and plain Python do, and is refused where it does not fit."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import veier
from veier.kernels import library
from veier.kernels.library import MANIFEST, UnfitLibrary

ANSWERS = Path(__file__).with_name("answers.py")
ROOT = Path(__file__).parent.parent.parent
PACKAGE = Path(veier.__file__).parent

# A move by the person and one by the computer.
PLAY = """
import veier
position = veier.game("hexrows").start().play("f6")
print(len(position.play(veier.think_at_level(position, 1).best.move).stones))
"""

# The modules whose kernels the library does not provide, after the kernels of all games have been imported.
IMPORT = """
import json, sys
import veier
from veier.kernels.decorators import declared
from veier.loading import is_search_compiled
compiled = [is_search_compiled(game) for game in veier.all_games()]
print(json.dumps([sorted({kernel.module for kernel in declared()}), "numba" in sys.modules]))
"""


def run(*arguments: str, package: Path = PACKAGE, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python with a copy of the package."""
    variables = os.environ | environment | {"PYTHONPATH": os.pathsep.join([str(package.parent), str(ROOT)])}
    done = subprocess.run([sys.executable, *arguments], env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done


@cache
def answers(kernels: str, *arguments: str) -> dict[str, str]:
    """Return the hashes of what kernels of one kind answer, by game and task; none may be of another kind."""
    found = json.loads(run("-W", "error", str(ANSWERS), *arguments, VEIER_KERNELS=kernels).stdout)
    assert found["run by"] == [kernels]
    hashes: dict[str, str] = found["answers"]
    return hashes


def best_variant() -> str:
    variant = library.variant()
    assert variant, "there is no library: build it with pip install -e . or python -m native.build"
    return variant


def test_all_variants_answer_alike() -> None:
    if "x86-64-v2" not in library.variants():
        pytest.skip("this processor has no x86-64-v2")
    expected = answers(best_variant())
    assert {name.split()[0] for name in expected} == {game.id for game in veier.all_games()}
    assert answers("x86-64-v2") == expected


@pytest.mark.parametrize("games", [("hexrows",), pytest.param((), marks=pytest.mark.long)], ids=["hexrows", "all"])
@pytest.mark.usefixtures("numba_cache")
def test_kernels_by_numba_answer_alike(games: tuple[str, ...]) -> None:
    assert answers("numba", *games) == answers(best_variant(), *games)


def test_plain_python_follows_the_same_rules() -> None:
    assert answers("python", "--quick") == answers(best_variant(), "--quick")


# Libraries that do not fit.


@pytest.fixture
def manifest(tmp_path: Path) -> Path:
    """Copy the library and its manifest; return the manifest's copy."""
    for file in MANIFEST.parent.glob("_library.*"):
        shutil.copy(file, tmp_path)
    return tmp_path / MANIFEST.name


def library_file(manifest: Path) -> Path:
    return manifest.with_name(json.loads(manifest.read_text())["file"])


def change(manifest: Path, **facts: str) -> None:
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | facts))


def refusal(manifest: Path) -> str:
    with pytest.raises(UnfitLibrary) as caught:
        library._open(manifest)
    return str(caught.value)


def test_a_sound_copy_is_accepted(manifest: Path) -> None:
    assert library._open(manifest).variant == library.variant()


@pytest.mark.parametrize("share", [0.0, 0.5, 0.999])
def test_a_truncated_library_is_refused(manifest: Path, share: float) -> None:
    data = library_file(manifest).read_bytes()
    library_file(manifest).write_bytes(data[: int(share * len(data))])
    assert refusal(manifest) == "its file is damaged"


@pytest.mark.parametrize("share", [0.0, 0.5, 0.999])
def test_a_library_with_a_flipped_bit_is_refused(manifest: Path, share: float) -> None:
    data = bytearray(library_file(manifest).read_bytes())
    data[int(share * len(data))] ^= 1
    library_file(manifest).write_bytes(data)
    assert refusal(manifest) == "its file is damaged"


def test_a_library_that_is_missing_is_refused(manifest: Path) -> None:
    library_file(manifest).unlink()
    assert refusal(manifest) == "its file cannot be read"


@pytest.mark.parametrize("system", ["cpython-amiga-m68k", f"{library.host_system()}-free-threaded"])
def test_a_library_of_another_system_is_refused(manifest: Path, system: str) -> None:
    change(manifest, system=system)
    assert refusal(manifest) == f"it is for {system}, and this is {library.host_system()}"


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"file": "_library.abi3.so"}', "\ufffd"])
def test_a_manifest_that_is_broken_is_refused(manifest: Path, text: str) -> None:
    manifest.write_text(text, encoding="utf-8")
    assert refusal(manifest) == "its manifest cannot be read"


def test_what_is_no_library_is_refused_even_with_the_right_checksum(manifest: Path) -> None:
    file = library_file(manifest)
    # Another name: the system may remember what it has loaded.
    text = file.with_name(f"text-{file.name}")
    text.write_text("This is no library.\n" * 100)
    change(manifest, file=text.name, sha256=hashlib.sha256(text.read_bytes()).hexdigest())
    assert refusal(manifest).startswith("the system does not load it (")


# Whole packages.


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Copy the package with its library."""
    return Path(shutil.copytree(PACKAGE, tmp_path / "veier", ignore=shutil.ignore_patterns("__pycache__")))


def test_with_a_damaged_library_games_are_played_and_one_warning_says_why(package: Path) -> None:
    file = library_file(package / "kernels" / MANIFEST.name)
    file.write_bytes(file.read_bytes()[:-1000])
    done = run("-W", "always", "-c", PLAY, package=package)
    assert done.stdout == "2\n"
    assert done.stderr.count("was refused: its file is damaged") == 1
    assert "install veier again" in done.stderr


def test_a_change_of_a_module_concerns_its_own_kernels_alone_and_compiles_nothing_on_import(package: Path) -> None:
    assert not_provided(package) == []
    with (package / "games/hexrows/kernels.py").open("a") as source:
        source.write("# Changed.\n")
    assert not_provided(package) == ["veier.games.hexrows.evaluation", "veier.games.hexrows.kernels"]


def not_provided(package: Path) -> list[str]:
    """Import the kernels of all games; return the modules whose kernels the library does not provide."""
    modules: list[str]
    modules, has_numba = json.loads(run("-c", IMPORT, package=package).stdout)
    assert not has_numba
    return modules
