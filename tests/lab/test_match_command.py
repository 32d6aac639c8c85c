"""`veier lab match`, and the examples of docs/lab-matches.md."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli.conftest import Run, english, veier  # noqa: F401 - fixtures

import veier as library
from lab.documents import pattern
from veier.lab.openings import make_openings

GAME = "hexrows?side=4&stones=9"
PAGE = Path(__file__).parents[2] / "docs" / "lab-matches.md"
FEW = ("--openings", "4")


def test_it_prints_ratings_best_first(veier: Run) -> None:  # noqa: F811
    done = veier("lab", "match", "random", "greedy", "level:1", GAME, *FEW)
    assert done.code == 0
    heading, columns, *rows = done.out.splitlines()
    assert heading == f"{GAME}: 24 games from 4 openings"
    assert columns.split() == ["Player", "Elo", "95", "%", "Points", "Games", "Score", "s/move"]
    ratings = [int(row.split()[1].replace("−", "-")) for row in rows[:3]]
    assert ratings == sorted(ratings, reverse=True)
    assert {row.split()[0] for row in rows[:3]} == {"random", "greedy", "level:1"}
    assert rows[3].startswith("Points by seat: ")


def test_json_has_everything_and_the_same_seed_gives_the_same(veier: Run) -> None:  # noqa: F811
    found = [json.loads(veier("lab", "match", "veier#50", "random", GAME, *FEW, "--json").out) for _ in range(2)]
    moves = [[game["moves"] for game in data["played"]] for data in found]
    assert moves[0] == moves[1]
    assert found[0]["games"] == len(moves[0]) == 8
    other = json.loads(veier("lab", "match", "veier#50", "random", GAME, *FEW, "--json", "--seed", "1").out)
    assert [game["moves"] for game in other["played"]] != moves[0]


@pytest.mark.parametrize(
    ("bounds", "verdict"),
    [(("0,100",), "greedy is better"), (("0.8,0.95", "--unit", "score"), "greedy is not better")],
)
def test_a_sequential_test_says_its_verdict(veier: Run, bounds: tuple[str, ...], verdict: str) -> None:  # noqa: F811
    done = veier("lab", "match", "greedy", "random", GAME, "--openings", "200", "--sprt", *bounds)
    assert done.code == 0
    assert f"Sequential test: {verdict}" in done.out


def test_positions_of_a_file_are_openings(veier: Run, tmp_path: Path) -> None:  # noqa: F811
    file = tmp_path / "positions.txt"
    openings = [library.format_position(position) for position in make_openings(library.game(GAME), 2, seed=9)]
    file.write_text("\n".join(openings), encoding="utf-8")
    done = veier("lab", "match", "greedy", "random", GAME, "--positions", str(file), "--json")
    assert {game["opening"] for game in json.loads(done.out)["played"]} == set(openings)
    assert veier("lab", "match", "greedy", "random", "hexrows", "--positions", str(file)).code == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("greedy", GAME),
        ("greedy", "random", "no-such-game"),
        ("greedy", "nobody", GAME),
        ("greedy", "random", GAME, "--sprt", "5"),
        ("greedy", "random", GAME, "--sprt", "10,0"),
        ("greedy", "random", "level:1", GAME, "--sprt", "0,10"),
        ("greedy", "random", GAME, "--positions", "no-such-file"),
        ("ugi:no-such-engine", "random", GAME),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(veier: Run, arguments: tuple[str, ...]) -> None:  # noqa: F811
    done = veier("lab", "match", *arguments)
    assert done.code == 2
    assert done.err.startswith("veier: ")
    assert done.out == ""


def test_ctrl_c_shows_what_there_is_and_the_same_command_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "veier", "lab", "match", "level:3", "level:2", "4eyes-beginners"]
    command += ["--openings", "100", "--out", str(tmp_path / "out"), "--json", "--lang", "en"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 240
    while not (ledger := tmp_path / "out" / "ledger.sqlite-wal").exists() or ledger.stat().st_size < 60_000:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=60)
    assert running.returncode == 130
    stopped = json.loads(out)
    assert 0 < stopped["openings"] < 100
    whole = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    assert whole["openings"] == 100
    assert len({game["opening"] for game in whole["played"]}) == 100
    # What was there was not played again: each move even took the same time.
    assert [game for game in stopped["played"] if game not in whole["played"]] == []


def _examples() -> list[str]:
    """Return the commands of the page."""
    blocks = re.findall(r"```\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return [line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ veier ")]


@pytest.mark.parametrize("example", _examples())
def test_examples_of_the_page_run(
    veier: Run,  # noqa: F811
    example: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    # An installed `veier` may be another one, and a checkout is at hand.
    example = example.replace("ugi:veier ", f"ugi:{sys.executable} -m veier ")
    example = example.replace("checkout:../before", f"checkout:{PAGE.parents[1]}")
    monkeypatch.chdir(tmp_path)
    done = veier(*shlex.split(example)[1:])
    assert done.code == 0, done.err
    assert done.out


def test_the_first_example_prints_what_the_page_shows(veier: Run) -> None:  # noqa: F811
    """Whatever the times are, of which … stands in place."""
    (shown,) = re.findall(r"^```\n(4eyes-.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert shown.count("…") == 2
    printed = veier(*shlex.split(_examples()[0])[1:]).out
    assert re.fullmatch(pattern(shown), printed.strip(), re.DOTALL), printed


def test_there_are_examples() -> None:
    assert len(_examples()) >= 5


def test_the_program_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    exec(program, {})
    assert library.game("hexrows").start().play("f6").is_legal(capsys.readouterr().out.strip())
