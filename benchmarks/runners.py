"""Says what runs the kernels, so that no comparison is of one with itself."""

from __future__ import annotations

from veier.kernels import library
from veier.kernels.backend import chosen_backend
from veier.kernels.decorators import declared


def runners() -> list[str]:
    """Return what runs the package's kernels that are loaded: variants of the library, `numba`, `python`."""
    others = {chosen_backend() for kernel in declared() if kernel.module.startswith("veier.")}
    variant = library.variant()
    return sorted(others | {variant} if variant else others)
