"""What files and servers say is shown and never obeyed by a terminal; files and pipes keep it all."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.conftest import Run
from veier.record import Record, parse_record

pty = pytest.importorskip("pty")

# Clears the screen, sets the title, eight-bit CSI, rings, backspaces, turns the direction of writing around.
HOSTILE = "a\x1b[2J\x1b]0;owned\x07\x9b31mb\x08\x7f\r\u202ec\u2028d"
_OBEYED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]|\r(?!\n)")
CLI = Path(__file__).parents[2] / "src" / "veier" / "cli"


def in_a_terminal(*arguments: str) -> str:
    """Return all that a command writes to a terminal that shows no colours."""
    ours, theirs = pty.openpty()
    environment = os.environ | {"VEIER_LANG": "en", "TERM": "dumb"}
    command = [sys.executable, "-m", "veier", *arguments]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    parts = []
    try:
        while part := os.read(ours, 65536):
            parts.append(part)
    except OSError:
        # The terminal ends with the process.
        pass
    os.close(ours)
    process.wait(60)
    return b"".join(parts).decode()


@pytest.fixture
def record() -> Record:
    return Record.from_moves("4eyes", "13@C3 24@A1").annotate(comment=HOSTILE).annotate(1, comment=HOSTILE)


@pytest.mark.parametrize("to", ["record", "json"])
def test_a_terminal_obeys_no_comment(tmp_path: Path, veier: Run, record: Record, to: str) -> None:
    file, out = tmp_path / "game.json", tmp_path / "out"
    data = {"game": "4eyes", "comment": HOSTILE, "tags": {"Event": HOSTILE}, "moves": [{"move": "13@C3"}]}
    file.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    shown = in_a_terminal("convert", str(file), "--to", to)
    assert "13@C3" in shown
    assert _OBEYED.findall(shown) == []
    # A file and a pipe have the same text, which reads back as it was.
    assert veier("convert", str(file), "--to", to, "--out", str(out)).code == 0
    piped = veier("convert", str(file), "--to", to).out
    assert piped == out.read_text(encoding="utf-8")
    assert _OBEYED.findall(piped) == []
    again = json.loads(veier("convert", str(out), "--to", "json").out)
    assert (again["comment"], again["tags"]["Event"]) == (HOSTILE, HOSTILE)


def test_raw_escapes_in_a_record_are_read_and_written_otherwise(veier: Run) -> None:
    raw = '[Game "4eyes"]\n[Red "\x1b[31mEve"]\n\n1. 13@C3 {\x1b[2J}\n'
    out = veier("convert", "-", "--to", "record", stdin=raw).out
    assert r'[Red "\u001b[31mEve"]' in out
    assert r"{\u001b[2J}" in out
    assert parse_record(out) == parse_record(raw)


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", HOSTILE),
        ("show", "4eyes", HOSTILE),
        ("games", HOSTILE),
        (HOSTILE,),
        (f"--{HOSTILE}",),
        ("rules", HOSTILE),
        ("puzzle", HOSTILE),
        ("best", "4eyes", "--level", HOSTILE),
        ("convert", f"/nowhere/{HOSTILE}"),
        ("check-proof", f"/nowhere/{HOSTILE}"),
    ],
)
def test_complaints_quote_nothing_that_is_obeyed(veier: Run, arguments: tuple[str, ...]) -> None:
    answer = veier(*arguments)
    assert answer.code == 2
    assert _OBEYED.findall(answer.err + answer.out) == []


@pytest.mark.parametrize(
    "text",
    [f'[Game "{HOSTILE}"]', f'[Game "4eyes"]\n{HOSTILE}', f'{{"game": "{HOSTILE}"', HOSTILE],
    ids=["game", "moves", "json", "nothing"],
)
def test_complaints_about_files_quote_nothing_that_is_obeyed(tmp_path: Path, text: str) -> None:
    file = tmp_path / "game.txt"
    file.write_text(text, encoding="utf-8", newline="")
    assert _OBEYED.findall(in_a_terminal("convert", str(file))) == []


def test_what_is_escaped() -> None:
    from veier.core.control_characters import escape_controls

    assert escape_controls("\x1b[2J\ta\nb\x9b\u202e") == "\\u001b[2J\ta\nb\\u009b\\u202e"
    assert escape_controls("Zoé 👩‍🚀 שלום") == "Zoé 👩‍🚀 שלום"


def test_commands_print_in_one_way() -> None:
    """Past the console go only lines that replace themselves, whose texts are our own, and protocols of programs."""
    own = {"console.py", "progress.py", "spinner.py", "engine.py", "state.py", "ugi_search.py"}
    printing = re.compile(r"click\.echo\(|stdout\.write\(")
    assert {file.name for file in CLI.glob("*.py") if printing.search(file.read_text(encoding="utf-8"))} == own
