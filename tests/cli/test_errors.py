"""Bad input: exit code 2, one clear line on standard error, nothing on standard output."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.conftest import Run, interrupt
from veier.messages import LANGUAGES

BAD = {
    ("nix",): "there is no command “nix”",
    ("show", "chess"): "there is no game “chess”; the games are 4eyes,",
    ("show", "4eyes?side=9"): "side=9 is out of range: side can be 3 to 5",
    ("show", "4eyes?a=9&b=9&d=9"): "27 tiles a player do not fit 5x5 large fields: a + b + d can be 1 to 12",
    ("show", "hexrows?side=5"): "stones=45 does not fit a hexagon of side 5: stones can be 1 to 30",
    ("show", "4eyes-plus-2p?side=4"): "tiles=15 does not fit 4x4 cells: tiles can be 1 to 4",
    ("show", "4eyes?colour=3"): "4eyes has no option “colour”; its options are side=3..5,",
    ("show", "4eyes?a"): "“a” is no option; write name=number",
    ("show", "4eyes", "13@C3", "24@C3"): "move 2, 24@C3: C3 is taken",
    ("moves", "4eyes", "hello"): "move 1, hello: “hello” is no move; write 13@C3",
    ("show", "4eyes ...../..."): "line 1, column 16: the position ends too early; next comes the part “player to move”",
    ("perft", "4eyes", "many"): "DEPTH: “many” is no whole number from 0 to 60",
    ("perft", "4eyes"): "DEPTH is missing; see veier perft --help",
    ("show", "4eyes", "--theme", "pink"): "theme: “pink” is none of light, dark",
    ("show", "4eyes", "--threats", "green"): "“green” is none of red, blue",
    ("show", "4eyes", "--colour"): "there is no option --colour",
    ("show", "4eyes", "--svg"): "--svg needs a value",
    ("games", "4eyes"): "these arguments do not fit; see veier games --help",
    ("state",): "give either a GAME or --batch",
    ("play",): "give either a GAME or --resume FILE",
    ("convert", "no-such-file"): "there is no file no-such-file",
    ("play", "--resume", "no-such-file"): "there is no file no-such-file",
    ("convert", "."): ". is a directory",
    ("convert", "nowhere/game.txt"): "nowhere/game.txt: there is no directory nowhere",
    ("show", "hexrows", "--svg", "nowhere/board.svg"): "nowhere/board.svg: there is no directory nowhere",
    ("solve", "4eyes", "--proof", "nowhere/4eyes.proof"): "nowhere/4eyes.proof: there is no directory nowhere",
    ("solve", "4eyes", "--proof", "README.md/4eyes.proof"): "README.md/4eyes.proof: there is no directory README.md",
    ("solve", "4eyes", "--proof", "."): ". is a directory",
    ("show", "4eyes?side=-1"): "side=-1 is out of range: side can be 3 to 5",
    ("show", "4eyes?side=99999999999999"): "side can be 3 to 5",
    ("perft", "4eyes", "9" * 5000): "is no whole number from 0 to 60",
    ("best",): "give either a GAME or --batch",
    ("best", "chess"): "there is no game “chess”",
    ("best", "hexrows?side=4&stones=1", "d4"): "the game is over",
    ("best", "4eyes", "--movetime", "0"): "movetime: “0” is no number from 0.001 to 1000000",
    ("best", "4eyes", "--movetime", "nan"): "movetime: “nan” is no number from 0.001 to 1000000",
    ("best", "4eyes", "--nodes", "1.5"): "nodes: “1.5” is no whole number from 1 to 1000000000000",
    ("best", "4eyes", "--depth", "0"): "depth: “0” is no whole number from 1 to 1000",
    ("best", "4eyes", "--threads", "3"): "threads: “3” is no whole number from 1 to 2",
    ("best", "4eyes", "--level", "0"): "there is no level “0”; 4eyes has levels 1 to ",
    ("best", "4eyes", "--level", "high"): "there is no level “high”; 4eyes has levels 1 to ",
    ("best", "4eyes", "--attitude", "mean"): "attitude: “mean” is none of own, paranoid, fair",
    ("best", "4eyes-plus-3p", "--level", "1", "--attitude", "fair"): "give either --level or --attitude",
    ("analyse", "hexrows?side=4&stones=1", "d4"): "the game is over",
    ("analyse", "4eyes", "--top", "0"): "top: “0” is no whole number from 1 to 1000000",
    ("bench", "4eyes", "--repeat=--5"): "is no whole number from 1 to 1000",
}


@pytest.mark.parametrize("arguments", BAD)
def test_bad_input_is_told_in_one_line(veier: Run, arguments: tuple[str, ...]) -> None:
    done = veier(*arguments)
    assert done.code == 2
    assert done.out == ""
    assert done.err.startswith("veier: ")
    assert done.err.count("\n") == 1
    assert BAD[arguments] in done.err


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("arguments", BAD)
def test_bad_input_is_told_in_every_language(veier: Run, arguments: tuple[str, ...], language: str) -> None:
    done = veier(*arguments, "--lang", language)
    assert done.code == 2
    assert done.err.count("\n") == 1
    if language != "en":
        assert done.err != veier(*arguments, "--lang", "en").err


def test_decimals_are_read_and_written_as_in_the_language(veier: Run) -> None:
    short = ("best", "4eyes-beginners", "--movetime")
    assert veier(*short, "0,01", "--lang", "de").code == 0
    assert veier(*short, "0.01", "--lang", "de").code == 0
    assert veier(*short, "0,01", "--lang", "en").code == 2
    assert "de 0,001 à 1000000" in veier(*short, "0", "--lang", "fr").err


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[Game",
        pytest.param("[" * 100_000, id="deep arrays"),
        pytest.param('{"game": ' * 50_000, id="deep objects"),
        "\x00",
        "{}",
    ],
)
def test_convert_refuses_garbage(veier: Run, text: str) -> None:
    done = veier("convert", "-", stdin=text)
    assert done.code == 2
    assert done.err.count("\n") == 1


def test_text_that_is_not_utf8_is_refused(veier: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(b'[Game "4eyes"]\xff')
    assert "is no text in UTF-8: see byte 15" in veier("convert", str(file)).err


def test_a_reader_that_has_had_enough_is_no_error() -> None:
    command = f"{sys.executable} -m veier moves 4eyes | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout == "12@A1\n"
    assert "rror" not in done.stderr


@pytest.mark.parametrize("command", ["puzzles list hexrows", "moves 4eyes", "games", "--help", "best --help"])
def test_a_reader_that_is_gone_ends_it_as_the_shell_expects(command: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command_line = [sys.executable, "-m", "veier", *command.split()]
    done = subprocess.run(command_line, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")


def test_help_takes_little_time_and_no_numba() -> None:
    code = (
        "import resource, sys; sys.argv = ['veier', '--help']; from veier.cli import run; run(['--help'])\n"
        "assert not {'numba', 'numpy', 'rich'} & set(sys.modules), 'loaded too much'\n"
        "used = resource.getrusage(resource.RUSAGE_SELF)\n"
        "print('CPU', used.ru_utime + used.ru_stime)"
    )
    best = min(
        float(
            subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()[-1]
        )
        for _ in range(3)
    )
    assert best < 0.3


def test_later_starts_take_little_time() -> None:
    def once() -> float:
        before = os.times()
        command = [sys.executable, "-m", "veier", "state", "4eyes", "13@C3", "--json"]
        subprocess.run(command, check=True, capture_output=True)
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system

    assert min(once() for _ in range(3)) < 1.5


@pytest.mark.parametrize("command", ["games", "show hexrows --lang fr", "state nix", "state --batch <<< nix"])
def test_a_stream_that_only_takes_ascii_is_no_problem(command: str) -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "LANG": "C"}
    done = _bash(f"{sys.executable} -m veier {command}", environment)
    assert done.returncode == (2 if command == "state nix" else 0)
    assert "Traceback" not in done.stderr
    assert (done.stdout + done.stderr).isascii()


@pytest.mark.parametrize("redirection", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["moves hexrows", "state --batch", "convert -", "play hexrows", "nix"])
def test_closed_streams_are_no_problem(command: str, redirection: str, tmp_path: Path) -> None:
    environment = os.environ | {"XDG_DATA_HOME": str(tmp_path)}
    done = _bash(f"{sys.executable} -m veier {command} {redirection}", environment)
    assert done.returncode in (0, 2)
    assert "Traceback" not in done.stderr


def test_ctrl_c_stops_a_long_count_at_once() -> None:
    command = [sys.executable, "-m", "veier", "perft", "4eyes", "8"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        time.sleep(3)
        assert interrupt(process) == 130


def test_bench_of_a_very_short_game_and_of_a_finished_one(veier: Run) -> None:
    assert veier("bench", "hexrows?side=4&stones=1", "--json", "--repeat", "1").code == 0
    finished = veier("convert", "-", "--to", "position", stdin="hexrows?side=4&stones=1 d4").out.strip()
    assert veier("bench", finished).err == "veier: the game is over\n"


def _bash(command: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, check=False, env=environment, stdin=subprocess.DEVNULL
    )
