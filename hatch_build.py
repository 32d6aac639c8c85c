"""Builds the library of kernels when the package is built, so that nothing is compiled when it is used.

Where it cannot be built, the package is built without it and depends on Numba, which compiles at first use.

`VEIER_LIBRARY` in the environment changes that: `none` builds without a library, a folder takes the library in it
instead of building one (`native/release.py`).
"""

from __future__ import annotations

import os
import sys
import sysconfig
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

from native.link import system_compiler
from native.targets import Target, host_target

# Exact, because the same input must give the same bytes, and because `native/emit.py` knows Numba's inside.
_NUMBA = ["numba==0.68.1", "llvmlite==0.50.0", "numpy>=2.3"]
_ZIG = "ziglang==0.17.0"
# Where the library lies in the package.
_PLACE = "veier/kernels"


class LibraryHook(BuildHookInterface[Any]):
    """Adds the library to wheels, and to the sources for an editable installation."""

    def dependencies(self) -> list[str]:
        if not self._builds:
            return []
        return _NUMBA if system_compiler() else [*_NUMBA, _ZIG]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        prepared = os.environ.get("VEIER_LIBRARY", "")
        if prepared and prepared != "none":
            self._add(sorted(Path(prepared).iterdir()), os.environ["VEIER_WHEEL_TAG"], build_data)
            return
        target = host_target()
        files = self._build(target, version == "editable") if target and self._builds else []
        if not files:
            build_data["dependencies"].append("numba>=0.66")
        elif version != "editable":
            self._add(files, sysconfig.get_platform().replace("-", "_").replace(".", "_"), build_data)

    @property
    def _builds(self) -> bool:
        return host_target() is not None and not os.environ.get("VEIER_LIBRARY")

    def _build(self, target: Target, in_place: bool) -> list[Path]:
        from native.build import build

        folder = Path(self.root, "src", _PLACE) if in_place else Path(tempfile.mkdtemp(prefix="veier-"))
        try:
            return build(target, folder, _report)
        except Exception as error:
            self.app.display_warning(f"The kernels could not be compiled ahead of time, so Numba will be used: {error}")
            return []

    def _add(self, files: list[Path], platform_tag: str, build_data: dict[str, Any]) -> None:
        for file in files:
            build_data["force_include"][str(file)] = f"{_PLACE}/{file.name}"
        build_data["pure_python"] = False
        # One library serves every Python from 3.11 on: it keeps to the stable ABI.
        build_data["tag"] = f"cp311-abi3-{platform_tag}"


def _report(line: str) -> None:
    """Show a line of progress, where pip hides what a build prints, on the terminal itself."""
    print(line, flush=True)
    with suppress(OSError), open("/dev/tty", "w") as terminal:
        # pip's spinner goes on at the end of this line.
        terminal.write(f"\n  {line}  ")
