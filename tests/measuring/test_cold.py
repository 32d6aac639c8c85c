"""The benchmark of first moves measures processes that play."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from benchmarks.cold import main
from benchmarks.processes import clean_environment, cost


def test_the_short_form_measures_both_strengths(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--quick", "--tries", "1", "--json", "hexrows"])
    figures = json.loads(capsys.readouterr().out)
    assert set(figures["hexrows"]) == {"middle", "full"}
    for spent in figures["hexrows"].values():
        assert 0 < spent["cpu"] < 60
        assert spent["wall"] > 0


def test_children_of_a_process_are_counted(tmp_path: Path) -> None:
    burn = "import time\nwhile time.process_time() < 0.3: pass"
    nested = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {burn!r}], check=True)"
    assert 0.3 < cost([sys.executable, "-c", nested], clean_environment(tmp_path), tmp_path).cpu < 3


def test_a_process_that_fails_is_no_measurement(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="no such thing"):
        cost([sys.executable, "-c", "raise SystemExit('no such thing')"], clean_environment(tmp_path), tmp_path)
