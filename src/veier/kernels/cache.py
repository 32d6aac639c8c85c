"""Where compiled kernels are kept between runs, or nowhere if no directory is safe to write.

The path contains a fingerprint of the kernels' sources: Numba's own cache does not notice when a function that
was compiled into another one has changed. It covers a module and what it imports, so that after a change only the
kernels it affects are compiled again. A cache is code that will be run, so a directory that another user could have
written is never used.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

import platformdirs

_PACKAGE = "veier."
_IMPORT = re.compile(r"^\s*(?:from|import) (veier[.\w]*)", re.MULTILINE)


@cache
def kernel_cache_dir(module: str) -> Path | None:
    """Find or make the directory for the kernels of a module in its present version.

    None if there is no safe place, or for a module outside this package, whose changes would go unnoticed.
    """
    if not module.startswith(_PACKAGE):
        return None
    for base in _candidates():
        place = base / fingerprint(module)
        if _make_private(base) and _is_protected(base.parent) and _make_private(place):
            return place
    return None


@cache
def fingerprint(module: str) -> str:
    """Hash the source of a module and of all that it imports from this package: its kernels consist of no more."""
    digest = hashlib.sha256()
    for name, source in sorted(_sources(module).items()):
        digest.update(name.encode())
        digest.update(source)
    return digest.hexdigest()[:16]


def _sources(module: str) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = _source(name)
            waiting += _IMPORT.findall(found[name].decode())
    return found


@cache
def _source(module: str) -> bytes:
    """Read the source of a module or package of this one."""
    path = Path(__file__).parent.parent.joinpath(*module.split(".")[1:])
    return (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_bytes()


def _candidates() -> list[Path]:
    """List the directories to try: the configured one, else the user's cache, else the temporary directory."""
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
