"""`veier lab report` and `veier lab reports`, and the examples of docs/lab-report.md."""

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
from cli.conftest import Run

GAME = "hexrows?side=4&stones=9"
FEW = ("--games", "4", "--levels", "random,1", "--jobs", "2")
PAGE = Path(__file__).parents[2] / "docs" / "lab-report.md"


def test_it_writes_a_page_and_a_pdf_and_json(veier: Run, tmp_path: Path) -> None:
    page, pdf = tmp_path / "report.html", tmp_path / "report.pdf"
    done = veier("lab", "report", GAME, *FEW, "--out", str(page), "--out", str(pdf), "--json")
    assert done.code == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert pdf.read_bytes().startswith(b"%PDF")
    assert f"{page}: " in done.err
    data = json.loads(done.out)
    assert data["game"] == GAME
    assert [level["player"] for level in data["levels"]] == ["random", "1"]
    assert data["levels"][0]["seats"][0].keys() == {"mean", "low", "high", "n"}


def test_the_same_seed_gives_the_same_report(veier: Run) -> None:
    few = (GAME, *FEW, "--parts", "", "--json")
    assert veier("lab", "report", *few).out == veier("lab", "report", *few).out
    assert veier("lab", "report", *few).out != veier("lab", "report", *few, "--seed", "1").out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--levels", "9999"), "“9999” is no player of hexrows?side=4&stones=9"),
        (("--levels", "1,random"), "name each player once, the weakest first"),
        (("--parts", "endings"), "a report has no part “endings”; there are openings, skill, options"),
        (("--out", "report.txt"), "report.txt must end in .html or .pdf"),
        (("--options", "side=99"), "side"),
    ],
)
def test_what_is_wrong_is_said_before_a_game_is_played(
    veier: Run,
    arguments: tuple[str, ...],
    sentence: str,
) -> None:
    done = veier("lab", "report", GAME, *arguments)
    assert done.code == 2
    assert sentence in done.err


def test_a_stopped_report_goes_on(tmp_path: Path) -> None:
    """Ctrl-C in the middle: what is played stays, the same command plays the rest, and the figures are the same."""
    few = ("4eyes-plus-2p-7x7", "--games", "40", "--levels", "1,5", "--parts", "", "--json", "--jobs", "2")
    command = [sys.executable, "-m", "veier", "lab", "report", *few, "--work", str(tmp_path / "work")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        _wait_for_chunks(tmp_path / "work" / "ledger.sqlite-wal", process)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    kept = re.search(r"(\d+) of 16 ", said)
    assert kept, said
    assert 0 < int(kept[1]) < 16
    resumed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    fresh = subprocess.run(command[:-2], capture_output=True, text=True, check=True).stdout
    assert json.loads(resumed) == json.loads(fresh)


def _wait_for_chunks(log: Path, process: subprocess.Popen[str]) -> None:
    """Wait until some results are in the ledger: each adds a page or two to its log."""
    end = time.monotonic() + 120
    while not log.exists() or log.stat().st_size < 60_000:
        assert time.monotonic() < end
        assert process.poll() is None
        time.sleep(0.02)


def test_all_games_are_compared(veier: Run, tmp_path: Path) -> None:
    games = (GAME, "4eyes-pencil-3p-7x7?side=4", "4eyes-pencil-2p-7x7?side=4")
    named = [part for name in games for part in ("--game", name)]
    done = veier("lab", "reports", "--out", str(tmp_path), *named, "--games", "4", "--levels", "random", "--parts", "")
    assert done.code == 0
    index = (tmp_path / "index.html").read_text(encoding="utf-8")
    addresses = re.findall(r'href="([^"]+)"', index)
    assert len(addresses) == 3
    assert all((tmp_path / address).exists() for address in addresses)
    assert "For two, " in index


def _examples() -> list[list[str]]:
    return [shlex.split(line) for line in re.findall(r"^    (veier lab .+)$", PAGE.read_text("utf-8"), re.MULTILINE)]


@pytest.mark.parametrize("example", _examples(), ids=" ".join)
def test_the_examples_of_the_page_run(
    veier: Run,
    example: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With a few games of random play: the last of several options counts."""
    monkeypatch.chdir(tmp_path)
    small = ["--games", "4", "--levels", "random", "--parts", ""]
    done = veier(*example[1:], *small)
    assert done.code == 0
    assert list(tmp_path.rglob("*.html")) or done.out
