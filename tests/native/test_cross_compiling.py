"""Kernels are compiled for another processor than this machine's.

All kernels for all systems take minutes and 100 MB of linker: `make wheels` builds them, for a release.
"""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

import native

pytest.importorskip("numba")

ROOT = Path(native.__file__).parent.parent
AARCH64 = 183
# In a process of its own: Numba writes a function's code once in a process.
PROGRAM = """
import sys
from native.build import find_groups
from native.emit import emit
from native.optimise import compile_object
from native.targets import TARGETS

target = TARGETS["linux-aarch64"]
bitcode = emit("hexrows", find_groups()["hexrows"])
sys.stdout.buffer.write(compile_object(bitcode, "hexrows", target, target.variants[0]))
"""


def test_the_kernels_of_a_game_become_an_object_file_for_arm() -> None:
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", "VEIER_KERNELS": "numba"}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, check=True)
    magic, kind, machine = struct.unpack_from("<5s11xHH", done.stdout)
    # A relocatable file of 64 bits.
    assert (magic, kind, machine) == (b"\x7fELF\x02", 1, AARCH64)
    assert b"veier_hexrows_aarch64\0" in done.stdout
