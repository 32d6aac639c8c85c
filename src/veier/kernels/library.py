"""The library of kernels compiled ahead of time: an extension of Python that lies beside this file.

A manifest beside it says for which system it was built, from which sources, and its checksum. A library that is damaged
or made for another system is refused with a sentence; a kernel whose sources have changed since is not taken from it.
"""

from __future__ import annotations

import hashlib
import json
import platform
import sys
import sysconfig
from functools import cache
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from veier.kernels.backend import requested, warn
from veier.kernels.fingerprints import fingerprint
from veier.messages import message

if TYPE_CHECKING:
    from veier.kernels.decorators import Kernel

MANIFEST = Path(__file__).with_name("_library.json")
_NAME = "veier.kernels._library"


class UnfitLibrary(Exception):
    """The library cannot be used; `reason` says why."""

    def __init__(self, key: str, **params: object) -> None:
        self.reason = message(f"kernels.unfit.{key}", **params)
        super().__init__(str(self.reason))


def find(kernel: Kernel) -> Any:
    """Return a kernel of the library, or None if it is not there or was made from other sources."""
    found = _load()
    if found is None or found.fingerprints.get(kernel.module) != fingerprint(kernel.module):
        return None
    try:
        native = found.extension.kernel(found.variant, kernel.name)
    except LookupError:
        return None
    if native.code != kernel.signature.code:
        return None
    native.source = kernel
    return native


def kernel_class() -> Any:
    """Return the class of the library's kernels, or None without a library."""
    found = _load()
    return found.extension.Kernel if found else None


def variant() -> str | None:
    """Return the kind of processor whose code is used, or None without a library."""
    found = _load()
    return found.variant if found else None


def variants() -> tuple[str, ...]:
    """List the kinds of processors whose code the library has and this one runs, best first."""
    found = _load()
    return tuple(found.extension.variants()) if found else ()


class _Library:
    def __init__(self, extension: Any, variant: str, fingerprints: dict[str, str]) -> None:
        self.extension = extension
        self.variant = variant
        self.fingerprints = fingerprints


@cache
def _load() -> _Library | None:
    if requested() in ("numba", "python") or not MANIFEST.exists():
        return None
    try:
        return _open(MANIFEST)
    except UnfitLibrary as error:
        warn(message("kernels.refused", reason=error.reason))
        return None


def _open(manifest: Path) -> _Library:
    """Load the library that a manifest describes; raise UnfitLibrary."""
    try:
        facts = json.loads(manifest.read_bytes())
        file, system, digest = manifest.with_name(facts["file"]), facts["system"], facts["sha256"]
        fingerprints: dict[str, str] = facts["fingerprints"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UnfitLibrary("manifest") from error
    if system != host_system():
        raise UnfitLibrary("system", system=system, here=host_system())
    # Checked before it is loaded: code that is cut off could crash the process.
    try:
        if hashlib.sha256(file.read_bytes()).hexdigest() != digest:
            raise UnfitLibrary("damaged")
    except OSError as error:
        raise UnfitLibrary("unreadable") from error
    extension = _import(file)
    available = extension.variants()
    if requested() and requested() not in available:
        raise UnfitLibrary("variant", variant=requested())
    if not available:
        raise UnfitLibrary("processor")
    return _Library(extension, requested() or available[0], fingerprints)


def _import(file: Path) -> Any:
    try:
        spec = spec_from_loader(_NAME, ExtensionFileLoader(_NAME, str(file)))
        assert spec is not None
        extension: Any = module_from_spec(spec)
    except ImportError as error:
        raise UnfitLibrary("loading", error=str(error)) from error
    extension.configure(np.ndarray, *(np.dtype(item).num for item in (np.int64, np.int32, np.int8, np.float64)))
    probe = np.arange(6, dtype=np.int64).reshape(2, 3)
    address = probe.__array_interface__["data"][0]
    if extension.describe(probe) != (address, 2, 2, probe.dtype.num, 1):
        raise UnfitLibrary("arrays")
    return extension


def host_system() -> str:
    """Name the system, the processor and the kind of Python that an extension must be made for."""
    machine = {"amd64": "x86_64", "aarch64": "arm64"}.get(platform.machine().lower(), platform.machine().lower())
    threads = "-free-threaded" if sysconfig.get_config_var("Py_GIL_DISABLED") else ""
    return f"{sys.implementation.name}-{sys.platform}-{machine}{threads}"
