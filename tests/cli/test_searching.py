"""What holds for every command that searches: missing memory is reported, garbage collection delays no search."""

from __future__ import annotations

import subprocess
import sys

import pytest

from cli.conftest import Run

SENTENCE = "700 megabytes of memory are not to be had here; ask for less"
COMMANDS = {
    ("best", "hexrows", "--memory", "700"): "",
    ("analyse", "hexrows", "--memory", "700"): "",
    ("best", "--batch", "--memory", "700"): "hexrows\n",
    ("engine",): '{"id": "a", "game": "hexrows", "memory": 700}\n',
    ("ugi", "hexrows"): "setoption name Memory value 700\ngo nodes 10\n",
    ("play", "hexrows", "--seat", "blue", "--memory", "700"): "",
    ("solve", "4eyes", "--memory", "700"): "",
}


@pytest.mark.parametrize("arguments", COMMANDS)
def test_memory_that_is_not_there_is_told(
    veier: Run, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    for name in ("think.think", "levels.think_at_level", "solve.solver.Solver"):
        monkeypatch.setattr(f"veier.search.{name}", fail)
    done = veier(*arguments, stdin=COMMANDS[arguments])
    assert SENTENCE in done.out + done.err


# Says on standard error how much the garbage collector would look at when a search begins, then searches.
LOOK = """
import gc, sys
from veier.cli import run
from veier.cli.settings import Settings

think = Settings.think

def look_and_think(*arguments, **settings):
    print(len(gc.get_objects()), file=sys.stderr)
    return think(*arguments, **settings)

Settings.think = look_and_think
run(sys.argv[1:])
"""
SEARCHES = {
    ("best", "--batch", "--nodes", "10"): "hexrows\nhexrows f6\n4eyes-plus-3p\n",
    ("engine",): '{"id": "a", "game": "hexrows", "nodes": 10}\n',
    ("ugi", "hexrows"): "go nodes 10\nposition startpos moves f6\ngo nodes 10\n",
    ("best", "4eyes", "--nodes", "10"): "",
}


@pytest.mark.parametrize("arguments", SEARCHES)
def test_no_garbage_of_loading_is_collected_in_a_search(arguments: tuple[str, ...]) -> None:
    """Loading leaves more than a hundred thousand objects, which take 0.1 s to collect."""
    command = [sys.executable, "-c", LOOK, *arguments]
    done = subprocess.run(command, input=SEARCHES[arguments], capture_output=True, text=True, check=True)
    objects = [int(line) for line in done.stderr.split()]
    assert 0 < max(objects) < 30_000
