"""The spinner in a terminal: on standard error, gone at the end, the cursor back after errors and Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

HIDDEN, SHOWN, CLEARED = "\x1b[?25l", "\x1b[?25h", "\r\x1b[K"
BEGIN = "import sys, time\nfrom veier.cli.spinner import spinner\nwith spinner('Thinking'):\n    "

pty = pytest.importorskip("pty")


@contextmanager
def _started(code: str, **environment: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Run code with standard error on a terminal; hand out the process and the terminal's other end."""
    ours, theirs = pty.openpty()
    wanted = os.environ | {"TERM": "xterm", "PYTHONIOENCODING": "utf-8", "COLORTERM": "", **environment}
    wanted.pop("NO_COLOR", None)
    wanted.pop("FORCE_COLOR", None)
    with subprocess.Popen(
        [sys.executable, "-c", BEGIN + code], stdout=subprocess.PIPE, stderr=theirs, env=wanted
    ) as process:
        os.close(theirs)
        try:
            yield process, ours
        finally:
            process.kill()
            os.close(ours)


def _read(terminal: int, until: str | None = None) -> str:
    """Read what a terminal shows, up to a text or to the end."""
    shown = b""
    while until is None or until.encode() not in shown:
        try:
            shown += os.read(terminal, 1000)
        except OSError:
            # Linux says so when the other end is closed.
            break
    return shown.decode()


def test_it_turns_and_leaves_nothing_behind() -> None:
    with _started("time.sleep(0.3); print('done')") as (process, terminal):
        shown = _read(terminal)
        assert process.communicate()[0] == b"done\n"
    assert shown.startswith(f"{HIDDEN}{CLEARED}\x1b[32m⠉\x1b[0m Thinking{CLEARED}\x1b[32m⠘\x1b[0m Thinking")
    assert shown.endswith(f"{CLEARED}{SHOWN}")


def test_an_error_brings_the_cursor_back() -> None:
    with _started("time.sleep(0.1); sys.exit(3)") as (process, terminal):
        assert _read(terminal).endswith(f"{CLEARED}{SHOWN}")
        assert process.wait() == 3


def test_ctrl_c_brings_the_cursor_back() -> None:
    with _started("time.sleep(60)") as (process, terminal):
        _read(terminal, "⠘")
        process.send_signal(signal.SIGINT)
        assert f"{CLEARED}{SHOWN}" in _read(terminal)


def test_a_terminal_without_unicode_has_other_signs() -> None:
    with _started("time.sleep(0.1)", PYTHONIOENCODING="ascii") as (_, terminal):
        shown = _read(terminal)
    assert shown.isascii()
    assert "| Thinking" in shown.replace("\x1b[32m", "").replace("\x1b[0m", "")


def test_a_dumb_terminal_shows_nothing() -> None:
    with _started("time.sleep(0.1)", TERM="dumb") as (_, terminal):
        assert _read(terminal) == ""


def test_a_file_gets_nothing() -> None:
    done = subprocess.run([sys.executable, "-c", BEGIN + "pass"], capture_output=True, check=True)
    assert done.stderr == b""
