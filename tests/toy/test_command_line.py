"""A game of another package on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from cli.conftest import Run


def test_it_is_shown_and_explained(veier: Run) -> None:
    assert "notakto" in veier("games").out
    assert "Red to move. Put a stone on a free cell" in veier("show", "notakto", "b2", "a1", "--ascii").out
    assert veier("moves", "notakto", "b2", "--count").out.strip() == "8"
    assert "three in a row" in veier("rules", "notakto", "--ascii").out
    assert "dräi an enger Rei" in veier("rules", "notakto", "--lang", "lb").out
    assert "Blue wins" in veier("explain", "notakto", "b2", "a1", "--move", "c3").out


def test_it_is_searched(veier: Run) -> None:
    assert veier("best", "notakto", "--nodes", "5000").out.startswith("b2\n")
    answer = json.loads(veier("analyse", "notakto", "b2", "--nodes", "500", "--json").out)
    assert len(answer["lines"]) == 8
    assert veier("perft", "notakto", "2").out.strip() == "72"
    assert json.loads(veier("state", "notakto", "b2 a1", "--json").out)["legal"][0] == "a2"


def test_files_are_written(veier: Run, tmp_path: Path) -> None:
    board, sheets = tmp_path / "board.svg", tmp_path / "sheets.pdf"
    assert veier("show", "notakto", "b2", "--svg", str(board)).code == 0
    assert veier("print", "notakto", "--out", str(sheets)).code == 0
    assert board.read_text(encoding="utf-8").startswith("<svg")
    assert sheets.read_bytes().startswith(b"%PDF")


def test_it_is_played_in_a_process_of_its_own(environment: dict[str, str], tmp_path: Path) -> None:
    typed = "".join(f"{column}{row}\n" for column in "bac" for row in "213")
    command = [sys.executable, "-m", "veier", "play", "notakto", "--level", "1"]
    environment |= {"XDG_DATA_HOME": str(tmp_path)}
    done = subprocess.run(command, input=typed, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "wins." in done.stdout
