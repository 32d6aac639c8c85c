"""The examples run, each in a short form; and the examples of docs/environments.md."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
pytestmark = pytest.mark.filterwarnings("default")


def run(name: str, *arguments: str, seconds: int = 600) -> str:
    """Run an example in a process of its own; return what it prints."""
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_example_is_tested_here() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert all(f'run("{path.name}"' in text for path in EXAMPLES.glob("*.py"))


def test_maskable_ppo_learns() -> None:
    """From about .58 to over .90 against random play."""
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    before, after = map(float, re.findall(r"(\d\.\d+) (?:before|after)", run("maskable_ppo.py", "--games", "100")))
    assert before < 0.75
    assert after > 0.90


def test_openspiels_tree_search_beats_random_moves() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    won = re.findall(r"([+-]\d+\.\d) in 6 games", run("openspiel_mcts.py", "--games", "6", "--simulations", "30"))
    assert float(won[0]) >= 3


def test_openspiels_alpha_zero_learns_a_step(tmp_path: Path) -> None:
    for package in ("pyspiel", "jax", "flax", "optax", "chex", "orbax.checkpoint"):
        pytest.importorskip(package, reason=f"{package}, which AlphaZero needs, is not installed")
    told = run("openspiel_alpha_zero.py", "--steps", "1", "--simulations", "2", "--path", str(tmp_path))
    assert "hexrows" in told
    assert "Losses" in (tmp_path / "log-learner.txt").read_text()
    assert (tmp_path / "learner.jsonl").stat().st_size > 0


def test_tianshou_learns_through_pettingzoo() -> None:
    pytest.importorskip("tianshou", reason="Tianshou is not installed")
    before, after = map(float, re.findall(r"([+-]\d\.\d+) (?:before|after)", run("tianshou_dqn.py", "--rounds", "10")))
    assert after > before + 0.2


def programs() -> list[str]:
    """Return the examples of the page that need other libraries; tests/test_project.py runs the others."""
    text = (ROOT / "docs/environments.md").read_text(encoding="utf-8")
    found = re.findall(r"^```py\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert len(found) == 3
    return found


@pytest.mark.parametrize("program", programs(), ids=["pettingzoo", "gymnasium", "openspiel"])
def test_programs_of_the_page_run(program: str) -> None:
    for package in ("pettingzoo", "gymnasium", "pyspiel"):
        if package in program:
            pytest.importorskip(package, reason=f"{package} is not installed")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, env=os.environ)
    assert done.returncode == 0, done.stderr
