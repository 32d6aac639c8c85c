"""Where compiled kernels are kept between runs, or nowhere if no place is safe to write.

The path holds a fingerprint of the kernels' sources: Numba's own cache does not notice when a function that
was compiled into another one has changed. A cache is code that will be run, so a place that somebody else
could have written is never used.
"""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

import platformdirs

# Packages below this one that hold kernels or what is compiled into them.
_SOURCES = ("core", "games", "search")


@cache
def kernel_cache_dir() -> Path | None:
    """Find or make the directory for this version's kernels; None if there is no safe place."""
    for base in _candidates():
        place = base / fingerprint()
        if _make_private(base) and _is_held_fast(base.parent) and _make_private(place):
            return place
    return None


@cache
def fingerprint() -> str:
    """Hash the sources that kernels are made of."""
    package = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for part in _SOURCES:
        for file in sorted((package / part).rglob("*.py")):
            digest.update(file.relative_to(package).as_posix().encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _candidates() -> list[Path]:
    """List the places to try: the one asked for, else the user's cache, else the temporary directory."""
    asked = os.environ.get("VEIER_CACHE_DIR")
    if asked:
        return [Path(asked) / "kernels"]
    owner = os.getuid() if hasattr(os, "getuid") else "user"
    places = []
    with suppress(RuntimeError):  # raised where the user has no home
        places.append(platformdirs.user_cache_path("veier") / "kernels")
    with suppress(OSError):  # raised where there is no temporary directory
        places.append(Path(tempfile.gettempdir()) / f"veier-{owner}")
    return places


def _is_held_fast(path: Path) -> bool:
    """Tell whether others can replace what lies in a directory: not if they may not write there, or it is sticky."""
    mode = path.stat().st_mode
    return not mode & 0o022 or bool(mode & stat.S_ISVTX)


def _make_private(path: Path) -> bool:
    """Make a directory for its owner alone; False if it cannot be written or belongs to somebody else."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        facts = path.lstat()
    except (OSError, RuntimeError):
        return False
    if not stat.S_ISDIR(facts.st_mode) or not os.access(path, os.W_OK | os.X_OK):
        return False
    if hasattr(os, "getuid"):
        return facts.st_uid == os.getuid() and not facts.st_mode & 0o022
    return True
