"""Where compiled kernels are kept between runs, or nowhere if no directory is safe to write.

The path contains a fingerprint of the kernels' sources: Numba's own cache does not notice when a function that
was compiled into another one has changed. A cache is code that will be run, so a directory that another user could
have written is never used.
"""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

from veier.kernels.fingerprints import fingerprint


@cache
def kernel_cache_dir(module: str) -> Path | None:
    """Find or make the directory for the kernels of a module in its present version.

    None if there is no safe place.
    """
    for base in _candidates():
        place = base / fingerprint(module)
        if _make_private(base) and _is_protected(base.parent) and _make_private(place):
            return place
    return None


def _candidates() -> list[Path]:
    """List the directories to try: the configured one, else the user's cache, else the temporary directory."""
    import platformdirs

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


def _is_protected(path: Path) -> bool:
    """Return whether other users cannot replace entries of a directory: they may not write there, or it is sticky."""
    mode = path.stat().st_mode
    return not mode & 0o022 or bool(mode & stat.S_ISVTX)


def _make_private(path: Path) -> bool:
    """Make a directory for its owner alone; False if it cannot be written or belongs to another user."""
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
