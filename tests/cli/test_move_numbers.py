"""Pasted games with move numbers, in the shell and at the prompts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Run

NUMBERED = ("1.", "13@C3", "24@B2", "2.", "12@A1")
PLAIN = ("13@C3", "24@B2", "12@A1")


@pytest.mark.parametrize("command", [("show",), ("moves",), ("state", "--json"), ("explain",)])
def test_commands_skip_them(veier: Run, command: tuple[str, ...]) -> None:
    name, *options = command
    numbered, plain = (veier(name, "4eyes", *moves, *options) for moves in (NUMBERED, PLAIN))
    assert numbered.code == 0, numbered.err
    assert numbered.out == plain.out
    assert veier(name, "4eyes", " ".join(NUMBERED), *options).code == 0


def test_batches_and_perft_skip_them(veier: Run) -> None:
    assert (
        veier("state", "--batch", stdin="4eyes 1. 13@C3 24@B2\n").out
        == veier("state", "--batch", stdin="4eyes 13@C3 24@B2\n").out
    )
    best = veier("best", "--batch", "--nodes", "100", stdin="4eyes 1. 13@C3 1... 24@B2\n")
    assert "error" not in json.loads(best.out)
    assert (
        veier("perft", "4eyes", "1", "--after", "1. 13@C3").out == veier("perft", "4eyes", "1", "--after", "13@C3").out
    )


def test_an_error_counts_moves(veier: Run) -> None:
    assert "move 2, 24@C3: C3 is taken" in veier("show", "4eyes", "1.", "13@C3", "1...", "24@C3").err
    assert "“1....” is no move" in veier("show", "4eyes", "1....", "13@C3").err


def test_a_move_at_a_prompt_may_have_its_number(veier: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    file = tmp_path / "game.txt"
    typed = f"1. 13@C3\n1...24@B2\nsave {file}\nquit\n"
    assert "That will not do" not in veier("play", "4eyes", "--seat", "all", stdin=typed).out
    assert "1. 13@C3 24@B2" in file.read_text(encoding="utf-8")
