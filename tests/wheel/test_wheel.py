"""What a person gets who installs the wheel: every game and level at once, without Numba."""

from __future__ import annotations

import json
import subprocess
import sysconfig
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest

import veier
from benchmarks.installations import first_move, installed_sizes, without_installers
from benchmarks.processes import clean_environment, cost
from wheel.conftest import Installed

HERE = Path(__file__).parent
GAMES = [game.id for game in veier.all_games()]
PLIES = 30
MEGABYTES = 150

Run = Callable[..., str]


@pytest.fixture
def run(installed: Installed, tmp_path: Path) -> Run:
    """Return a function that runs the installed Python with empty caches, where every warning is an error."""

    def run_python(*arguments: str) -> str:
        command = [installed.python, "-W", "error", *arguments]
        environment = clean_environment(tmp_path)
        done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        return done.stdout

    return run_python


def test_numba_is_not_installed(run: Run) -> None:
    code = "from importlib.util import find_spec; print(find_spec('numba'), find_spec('llvmlite'))"
    assert run("-c", code) == "None None\n"


def test_every_level_of_every_game_plays(run: Run) -> None:
    found = json.loads(run(str(HERE / "play_all.py")))
    assert not found["numba"]
    assert {game: len(plies) for game, plies in found["plies"].items()} == {
        game.id: veier.level_count(game) for game in veier.all_games()
    }
    assert all(1 < plies <= PLIES for games in found["plies"].values() for plies in games)


def test_the_library_needs_nothing_but_numpy(run: Run) -> None:
    assert run(str(HERE / "library_alone.py")) == f"played {len(GAMES)}\n"


@pytest.mark.parametrize("strength", ["middle", "full"])
@pytest.mark.parametrize("game", GAMES)
def test_the_first_computer_move_takes_at_most_a_second(installed: Installed, game: str, strength: str) -> None:
    assert any(first_move(installed.python, game, strength).cpu <= 1.0 for _ in range(3))


def test_a_call_of_a_kernel_takes_at_most_one_and_a_half_microseconds(run: Run) -> None:
    assert float(run(str(HERE / "call_time.py"))) <= 1.5


def test_help_takes_at_most_three_tenths_of_a_second(installed: Installed, tmp_path: Path) -> None:
    command = [str(installed.folder / "bin" / "veier"), "--help"]
    assert any(cost(command, clean_environment(tmp_path), tmp_path).cpu <= 0.3 for _ in range(3))


def test_the_wheel_serves_every_python_from_3_11_on_this_platform(installed: Installed) -> None:
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    assert installed.wheel.name == f"veier-{veier.__version__}-cp311-abi3-{platform}.whl"


def test_the_wheel_has_one_library_and_its_manifest(installed: Installed) -> None:
    with ZipFile(installed.wheel) as wheel:
        files = [name for name in wheel.namelist() if "_library" in name]
        manifest = json.loads(wheel.read("veier/kernels/_library.json"))
    assert sorted(files) == sorted(["veier/kernels/_library.json", f"veier/kernels/{manifest['file']}"])


def test_what_pip_installs_is_small(installed: Installed) -> None:
    sizes = without_installers(installed_sizes(installed.folder))
    largest = sorted(sizes.items(), key=lambda item: -item[1])[:5]
    assert sum(sizes.values()) <= MEGABYTES * 1e6, ", ".join(f"{name} {size / 1e6:.0f} MB" for name, size in largest)
