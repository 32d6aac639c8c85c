"""Builds all files of a release on one machine: a wheel for each target, and the source distribution.

    python -m native.release [FOLDER]

The folder is `dist` unless another is named. Zig links for every system (`pip install -e '.[release]'`), so the same
sources give the same bytes wherever and whenever they are built. The minor version of Python must be the same, too:
Numba starts from its bytecode.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory

from native.build import build_all
from native.targets import TARGETS

_ROOT = Path(__file__).parent.parent


class MissingTool(Exception):
    """A tool of the extra `release` is missing or has another version; the text says which."""


def main() -> None:
    """Build the release into the folder that the command line names; exit with 1 and the reason if that fails."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "dist")
    try:
        check_tools(pinned_tools())
        build_release(folder)
    except (MissingTool, RuntimeError) as error:
        sys.exit(f"not built: {error}")


def pinned_tools() -> dict[str, str]:
    """Return the tools whose versions decide the bytes, from the extra `release` in pyproject.toml."""
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return dict(requirement.split("==") for requirement in project["optional-dependencies"]["release"])


def check_tools(tools: Mapping[str, str]) -> None:
    """Refuse to build with tools of other versions than these, or without them."""
    for name, wanted in tools.items():
        try:
            found = version(name)
        except PackageNotFoundError:
            found = "missing"
        if found != wanted:
            raise MissingTool(f"{name} {wanted} is needed and is {found}; try pip install -e '.[release]'")


def build_release(folder: Path) -> None:
    """Build everything apart and move it into a folder at the end, so that a failed build leaves nothing behind."""
    with TemporaryDirectory(prefix="veier-") as work:
        libraries = {name: Path(work, name) for name in TARGETS}
        for library in libraries.values():
            library.mkdir()
        _report(f"Building with Python {platform.python_version()} ...")
        build_all(list(TARGETS.values()), libraries, _report)
        built = Path(work, "built")
        for target in TARGETS.values():
            _report(f"Building the wheel for {target.name} ...")
            chosen = {"VEIER_LIBRARY": str(libraries[target.name]), "VEIER_WHEEL_TAG": target.wheel_tag}
            _package("wheel", built, chosen)
        _report("Building the source distribution ...")
        _package("sdist", built, {})
        folder.mkdir(parents=True, exist_ok=True)
        for file in sorted(built.iterdir()):
            shutil.move(file, folder / file.name)
            _report(f"{folder / file.name}: {(folder / file.name).stat().st_size / 1e6:.1f} MB")


def _package(kind: str, folder: Path, environment: Mapping[str, str]) -> None:
    """Let hatchling build a wheel or the source distribution into a folder."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    done = subprocess.run(
        command, cwd=_ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"hatchling failed: {(done.stderr or done.stdout).strip()}")


def _report(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    main()
