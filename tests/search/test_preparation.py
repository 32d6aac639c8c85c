"""Thinking where Numba must compile first: progress is told, and compiling does not count as thinking."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import veier

SCRIPT = """
import json, veier
from dataclasses import astuple
from veier.kernels.decorators import watching
position = veier.game("hexrows").start()
heard = []
with watching(lambda progress: heard.append(astuple(progress))):
    analysis = veier.think(position, veier.Limits(movetime=0.5))
veier.prepare(position, lambda progress: heard.append("again"))
print(json.dumps([analysis.seconds, analysis.nodes, heard]))
"""


def test_compiling_is_no_thinking_and_its_progress_is_told(tmp_path: Path) -> None:
    environment = os.environ | {"VEIER_KERNELS": "numba", "VEIER_CACHE_DIR": str(tmp_path)}
    begun = time.monotonic()
    done = subprocess.run([sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True)
    seconds, nodes, heard = json.loads(done.stdout)
    # Compiling takes some seconds on any machine; the search had its half second all the same.
    assert time.monotonic() - begun > 3
    assert 0.4 < seconds < 2
    assert nodes > 1000
    total = heard[0][1]
    assert [[number, of] for number, of, _ in heard] == [[number, total] for number in range(total + 1)]
    assert heard[-1][2] == ""


def test_with_the_library_there_is_nothing_to_prepare() -> None:
    heard: list[object] = []
    for game in veier.all_games():
        veier.prepare(game, heard.append)
    assert heard == []
