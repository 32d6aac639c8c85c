"""The `kernel` decorator: Numba functions with a fixed signature, compiled once and kept in a cache.

Kernels are the rules and the searches that run close to the processor. `@kernel(SIGNATURE)` makes a function that
Python, searches and other kernels call; `@inner` makes a small function that is compiled into its callers.

References to arrays are not counted: the caller of a kernel keeps its arguments alive, and counting at every node costs
a search a third of its speed. A function that allocates arrays, or gets new ones from `@allocating` functions, must
declare it, or they are never freed.

Importing a module of kernels loads them from the cache, or compiles them where there is none yet; with `watching` a
command line shows that as progress.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import numba

from veier.kernels.cache import kernel_cache_dir

F = TypeVar("F", bound=Callable[..., Any])
Watcher = Callable[[str], None]

_watchers: list[Watcher] = []


def kernel(signature: Any, *, allocates: bool = False, cached: bool = True) -> Callable[[F], F]:
    """Compile a function for one signature, or load it from the cache; `allocates` if it allocates arrays.

    Functions that hold other kernels in a closure are not `cached`: Numba would never find them again.
    """

    def compile_or_load(function: F) -> F:
        for watcher in _watchers:
            watcher(function.__name__)
        return cast(F, _compile(function, signature, allocates, cached))

    return compile_or_load


def inner(function: F) -> F:
    """Mark a function that only kernels call: it is inlined into their code, and cached with them."""
    return cast(F, _inline(function, allocates=False))


def allocating(function: F) -> F:
    """Mark an inner function that allocates arrays."""
    return cast(F, _inline(function, allocates=True))


@contextmanager
def watching(watcher: Watcher) -> Iterator[None]:
    """Call `watcher` with the name of each kernel that is about to be compiled or loaded."""
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)


def _inline(function: Callable[..., Any], allocates: bool) -> Any:
    options: dict[str, Any] = _options(allocates) | {"forceinline": True}
    return numba.njit(**options)(function)


def _options(allocates: bool) -> dict[str, Any]:
    return {"nogil": True, "error_model": "numpy", "_nrt": allocates}


def _compile(function: Callable[..., Any], signature: Any, allocates: bool, cached: bool) -> Any:
    place = kernel_cache_dir(function.__module__) if cached else None
    # Numba reads its cache directory when a function is decorated; it is a setting of the whole process, so
    # it is restored at once for the sake of other users of Numba.
    config: Any = numba.config
    theirs = config.CACHE_DIR
    config.CACHE_DIR = str(place or "")
    try:
        options: dict[str, Any] = _options(allocates) | {"cache": place is not None}
        made: Any = numba.njit(signature, **options)(function)
    finally:
        config.CACHE_DIR = theirs
    (compiled,) = made.overloads.values()
    # Read when the kernel is passed to another one; see `arguments.py`.
    made.address = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
    return made
