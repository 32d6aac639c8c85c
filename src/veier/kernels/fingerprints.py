"""Fingerprints of kernels' sources: compiled code is used only while they have not changed.

A fingerprint covers a module and what it imports from its own package and from this one, so that after a change only
the kernels that it affects are compiled again.
"""

from __future__ import annotations

import hashlib
import re
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

_PACKAGE = "veier"
# What is never part of compiled code: values and drawings for people, and what declares and loads kernels. A test
# checks that kernels use nothing from there.
_NEVER_COMPILED = re.compile(r"veier\.(core|view|messages|kernels\.(backend|decorators|library))\b")
_IMPORT = re.compile(rb"^[ \t]*(?:from|import) ([\w.]+)", re.MULTILINE)


@cache
def fingerprint(module: str) -> str:
    """Hash the source of a module and of all that it imports from these packages: its kernels consist of no more."""
    digest = hashlib.sha256()
    for name, source in sorted(_sources(module).items()):
        digest.update(name.encode())
        digest.update(source)
    return digest.hexdigest()[:16]


def _sources(module: str) -> dict[str, bytes]:
    packages = {_PACKAGE, module.split(".")[0]}
    found: dict[str, bytes] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found and not _NEVER_COMPILED.match(name) and name.split(".")[0] in packages:
            found[name], imports = _source(name), _imports(name)
            waiting += imports
    return found


@cache
def _imports(module: str) -> list[str]:
    return [name.decode() for name in _IMPORT.findall(_source(module))]


@cache
def _source(module: str) -> bytes:
    """Read the source of a module or package; without line ends, which differ between systems."""
    return _file(module).read_bytes().replace(b"\r\n", b"\n")


def _file(module: str) -> Path:
    package, *parts = module.split(".")
    if package == _PACKAGE:
        path = Path(__file__).parent.parent.joinpath(*parts)
        return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    loaded = sys.modules.get(module)
    spec = loaded.__spec__ if loaded else find_spec(module)
    if spec is None or not spec.origin:
        raise ModuleNotFoundError(f"no source of {module}")
    return Path(spec.origin)
