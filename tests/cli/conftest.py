"""Runs `veier` inside the test process, as a shell would."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from veier import cli
from veier.cli import language


@dataclass
class Result:
    """The exit code and the output of a command."""

    code: int
    out: str
    err: str


Run = Callable[..., Result]


@pytest.fixture
def veier(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs a command line with `stdin` as its input."""

    def run(*arguments: str, stdin: str | bytes = "") -> Result:
        monkeypatch.setattr(sys, "argv", ["veier", *arguments])
        typed = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8"))
        monkeypatch.setattr(language, "_chosen", None)
        for name in [name for name in sys.modules if name.startswith("veier.cli.")]:
            if name != "veier.cli.language":
                monkeypatch.delitem(sys.modules, name)
        code = cli.run(list(arguments))
        caught = capsys.readouterr()
        return Result(code, caught.out, caught.err)

    return run


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use English whatever the machine's locale."""
    monkeypatch.setenv("VEIER_LANG", "en")


def interrupt(process: subprocess.Popen[Any]) -> int:
    """Press Ctrl-C until a command ends, and return its exit code.

    A signal is lost now and then: while a library loads, or just before Python waits for input.
    """
    try:
        for _ in range(6):
            process.send_signal(signal.SIGINT)
            try:
                return process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                continue
        pytest.fail("Ctrl-C does not end it")
    finally:
        process.kill()
