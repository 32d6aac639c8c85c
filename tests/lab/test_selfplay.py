"""Self-play from the command line: the same bytes however often it was ended, and clear refusals."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli.conftest import Run

from veier.core.errors import VeierError
from veier.datasets.reader import Dataset
from veier.datasets.schema import CHECKSUMS, FILES
from veier.lab.selfplay import play_games

pytest.importorskip("pyarrow", reason="datasets need the extra lab")

LEVELS = ("lab", "selfplay", "4eyes-beginners", "-n", "60", "--level", "2", "--seed", "5", "--jobs", "2")


def start(out: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "veier", *LEVELS, "--out", str(out)]
    path = os.pathsep.join(sys.path)
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=os.environ | {"PYTHONPATH": path}, stdout=pipe, stderr=pipe, text=True)


def workers_of(driver: int) -> list[int]:
    found = []
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == driver:
            found.append(int(place.parent.name))
    return found


def wait_for_end(processes: list[int]) -> None:
    """Wait until processes are gone; they may be in the middle of a search."""
    end = time.monotonic() + 10
    while any(Path(f"/proc/{process}").exists() and not is_zombie(process) for process in processes):
        assert time.monotonic() < end
        time.sleep(0.02)


def is_zombie(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
def test_killed_at_random_moments_it_comes_to_the_same_bytes(tmp_path: Path, veier: Run) -> None:
    out, choose = tmp_path / "games", random.Random(4)
    kills = 0
    for _ in range(3):
        driver = start(out)
        before = len(list(out.glob(FILES)))
        while driver.poll() is None and len(list(out.glob(FILES))) <= before:
            time.sleep(0.01)
        time.sleep(choose.random() * 0.3)
        workers = workers_of(driver.pid)
        kills += driver.poll() is None
        driver.kill()
        driver.communicate()
        wait_for_end(workers)
    assert kills
    assert veier(*LEVELS, "--out", str(out)).code == 0
    assert veier(*LEVELS[:-1], "1", "--out", str(tmp_path / "undisturbed")).code == 0
    assert (out / CHECKSUMS).read_bytes() == (tmp_path / "undisturbed" / CHECKSUMS).read_bytes()
    assert [game.number for game in Dataset(out).games()] == list(range(60))


@pytest.mark.skipif(sys.platform != "linux", reason="Ctrl-C as POSIX sends it")
def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    driver = start(tmp_path)
    while not list(tmp_path.glob(FILES)):
        time.sleep(0.01)
    driver.send_signal(signal.SIGINT)
    _, problem = driver.communicate(timeout=30)
    assert driver.returncode == 130
    assert f"of 6 chunks are in {tmp_path}. The same command goes on from there." in problem
    assert "Traceback" not in problem


def test_what_it_prints(tmp_path: Path, veier: Run) -> None:
    asked = ("lab", "selfplay", "hexrows?side=4&stones=18", "-n", "50", "--level", "random", "--out", str(tmp_path))
    told = veier(*asked, "--json")
    data = json.loads(told.out)
    assert (data["game"], data["games"], data["draws"] + sum(data["wins"])) == ("hexrows?side=4&stones=18", 50, 50)
    again = veier(*asked)
    assert again.code == 0
    assert again.out.startswith("50 games, ")
    assert "Red wins " in again.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--seed", "2"), "there, seed is 1, here 2; choose another directory"),
        (("-n", "20"), "there, games is 10, here 20"),
        (("--level", "99"), "99"),
        (("--level", "1,1,1"), "give one level, or one for each of the 2 players"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, veier: Run, arguments: tuple[str, ...], sentence: str) -> None:
    asked = ("lab", "selfplay", "hexrows?side=4&stones=18", "-n", "10", "--level", "random", "--out", str(tmp_path))
    assert veier(*asked, "--seed", "1").code == 0
    before = {file.name: file.read_bytes() for file in tmp_path.glob(FILES)}
    refused = veier(*asked, "--seed", "1", *arguments)
    assert refused.code == 2
    assert sentence in refused.err
    assert {file.name: file.read_bytes() for file in tmp_path.glob(FILES)} == before


def test_a_directory_is_asked_for(veier: Run) -> None:
    asked = veier("lab", "selfplay", "hexrows")
    assert asked.code == 2
    assert "--out" in asked.err
    assert "required" not in veier("lab", "selfplay", "--help", "--lang", "de").out


def test_levels_search_and_prove(tmp_path: Path) -> None:
    settings = {"game": "4eyes-beginners", "games": 4, "levels": ["7", "random"], "seed": 1, "nodes": 2000}
    (tmp_path / "games-000000.parquet").write_bytes(play_games(0, **settings, random_plies=2))
    games = list(Dataset(tmp_path).games())
    assert len(games) == 4
    assert sum(game.winner == 0 for game in games) >= 3
    # A forced win is seen before it is there; random moves prove nothing.
    assert any(0 in game.proven[:-1] for game in games)
    for game in games:
        assert game.proven[:2] == [None, None]
        assert all(value is None for value in game.proven[1::2])


def test_a_game_that_does_not_exist_is_refused() -> None:
    with pytest.raises(VeierError):
        play_games(0, game="chess", games=1, levels=["1", "1"])
