"""Where a library is not installed, its environment says how to install it, and everything else works."""

from __future__ import annotations

import subprocess
import sys

import pytest

# A module that is None in sys.modules cannot be imported.
WITHOUT = """
import sys
for name in ("gymnasium", "pettingzoo", "pyspiel", "open_spiel", "PIL"):
    sys.modules[name] = None
"""


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", WITHOUT + code], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("pettingzoo", "PettingZoo", "pettingzoo"),
        ("gymnasium", "Gymnasium", "gymnasium"),
        ("gymnasium_vector", "Gymnasium", "gymnasium"),
        ("openspiel", "OpenSpiel", "openspiel"),
    ],
)
def test_it_says_how_to_install_what_is_missing(module: str, package: str, extra: str) -> None:
    told = run(f"import veier.environments.{module}").splitlines()[-1]
    assert told == f"ImportError: veier.environments.{module} needs {package}: pip install 'veier[{extra}]'"


def test_many_boards_need_no_other_library() -> None:
    code = """
from veier.environments.vector import VectorGames
games = VectorGames("4eyes", 100)
for _ in range(10):
    games.step(games.random_actions())
print(games.planes().shape)
"""
    assert run(code) == "(100, 14, 10, 10)\n"
