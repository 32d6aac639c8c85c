"""Completion by the shell: what it offers, and that `veier --help` says how to switch it on."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.conftest import Run
from veier.games import all_specs
from veier.messages import LANGUAGES

Complete = Callable[[str], list[str]]


@pytest.fixture
def complete(veier: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Complete:
    """Return a function that completes the last word of a command line."""

    def complete_last(words: str) -> list[str]:
        monkeypatch.setenv("_VEIER_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", str(len(words.split(" ")) - 1))
        with pytest.raises(SystemExit):
            veier()
        return capsys.readouterr().out.split()

    return complete_last


@pytest.mark.parametrize(
    "command",
    ["show", "rules", "play", "moves", "best", "print", "puzzle", "puzzles list", "learn", "perft", "solve", "warmup"],
)
def test_games_are_completed(complete: Complete, command: str) -> None:
    offered = complete(f"veier {command} 4eyes-p")
    assert offered == [f"plain,{name}" for name in all_specs() if name.startswith("4eyes-p")]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("veier pri", ["plain,print"]),
        ("veier print 4eyes --comb", ["plain,--combined"]),
        ("veier print 4eyes --paper ", ["plain,a4", "plain,letter"]),
        ("veier --lang f", ["plain,fr"]),
        ("veier print my-game.t", ["file,my-game.t"]),
        ("veier convert my", ["file,my"]),
    ],
)
def test_commands_options_words_and_files_are_completed(complete: Complete, words: str, offered: list[str]) -> None:
    assert [item for item in complete(words) if item in offered] == offered


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_help_says_how_to_switch_it_on(veier: Run, language: str, shell: str) -> None:
    assert f"_VEIER_COMPLETE={shell}_source veier" in veier("--help", "--lang", language).out


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_the_line_of_the_help_works_in_bash(tmp_path: Path, veier: Run) -> None:
    [line] = [line.strip() for line in veier("--help").out.split("\n") if "bash_source" in line]
    program = tmp_path / "veier"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m veier "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    script = f"PATH={tmp_path}:$PATH; {line}; COMP_WORDS=(veier show 4eyes-b); COMP_CWORD=2; "
    script += "_veier_completion veier; echo ${COMPREPLY[@]}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.strip() == "4eyes-beginners"
