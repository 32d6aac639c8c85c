"""The decorators that make kernels, and what they make.

Kernels are the rules and the searches that run close to the processor. `@kernel(SIGNATURE)` makes a function that
Python, searches and other kernels call; `@inner` makes a small function that is compiled into its callers.

A kernel comes from the library that was compiled ahead of time (`library.py`), if that was built from the same sources.
Otherwise Numba compiles it when it is first called (`jit.py`). Where there is no Numba, or while compilation is
deferred, it runs as plain Python: slow, but right.

References to arrays are not counted: the caller of a kernel keeps its arguments alive, and counting at every node costs
a search a third of its speed. A function that allocates arrays, or gets new ones from `@allocating` functions, must
declare it, or they are never freed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import update_wrapper
from threading import RLock
from typing import Any, TypeVar, cast

from veier.kernels import library
from veier.kernels.backend import INSTALL_NUMBA, chosen_backend, warn_about_numba, warn_about_python
from veier.kernels.types import Signature
from veier.messages import message

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class CompileProgress:
    """How far compilation has come: `done` of `total` kernels, and the one that is compiled now, if any."""

    done: int
    total: int
    name: str = ""


Watcher = Callable[[CompileProgress], None]

_watchers: list[Watcher] = []
# Those that the library does not provide.
_declared: list[Kernel] = []
_compiling = RLock()
_is_deferred = False


def kernel(signature: Signature, *, allocates: bool = False, cached: bool = True) -> Callable[[F], F]:
    """Make a kernel with this signature; `allocates` if it allocates arrays.

    Functions that hold other kernels in a closure are not `cached`: Numba would never find them again.
    """

    def make(function: F) -> F:
        made = Kernel(function, signature, allocates, cached)
        native = library.find(made)
        if native is None:
            _declared.append(made)
        return cast(F, native or made)

    return make


def inner(function: F) -> F:
    """Mark a function that only kernels call: it is inlined into their code."""
    return cast(F, Inner(function, allocates=False))


def allocating(function: F) -> F:
    """Mark an inner function that allocates arrays."""
    return cast(F, Inner(function, allocates=True))


def intrinsic(signature: str, build: Callable[..., Any]) -> Callable[[F], F]:
    """Make an inner function of a few machine instructions from a Python function that does the same.

    signature  the types of the result and the arguments: q for int64, d for float64, b for the address of an array of
               int8 with two dimensions
    build      given LLVM's builder and the arguments as LLVM values, writes the instructions
    """

    def make(function: F) -> F:
        return cast(F, Intrinsic(function, signature, build))

    return make


class Inner:
    """An inner function."""

    def __init__(self, function: Callable[..., Any], allocates: bool) -> None:
        self.function = function
        self.allocates = allocates
        update_wrapper(self, function)

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*arguments)


class Intrinsic:
    """An inner function whose instructions are written by hand."""

    def __init__(self, function: Callable[..., Any], signature: str, build: Callable[..., Any]) -> None:
        self.function = function
        self.signature = signature
        self.build = build
        update_wrapper(self, function)

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*arguments)


class Kernel:
    """A kernel that the library does not provide: compiled when it is first called, or run as plain Python."""

    def __init__(self, function: Callable[..., Any], signature: Signature, allocates: bool, cached: bool) -> None:
        self.function = function
        self.signature = signature
        self.allocates = allocates
        self.cached = cached
        self.module = function.__module__
        self.name = f"{function.__module__}.{function.__qualname__}"
        self._compiled: Any = None
        update_wrapper(self, function)

    def __call__(self, *arguments: Any) -> int:
        if self._compiled:
            return cast(int, self._compiled(*arguments))
        if _is_deferred or chosen_backend() == "python":
            warn_about_python()
            return int(self.function(*arguments))
        return cast(int, self.compile()(*arguments))

    @property
    def address(self) -> int:
        """The address where other kernels call it."""
        return cast(int, self.compile().address)

    @property
    def is_compiled(self) -> bool:
        """Whether a call runs at full speed at once."""
        return self._compiled is not None

    def compile(self, done: int = 0, total: int = 1) -> Any:
        """Compile the kernel by Numba, or load it from the cache, and return Numba's function; raise ImportError.

        `done` and `total` are what watchers hear of the progress.
        """
        with _compiling:
            if self._compiled is None:
                try:
                    from veier.kernels import jit
                except ImportError as error:
                    raise ImportError(str(message("kernels.no_numba", command=INSTALL_NUMBA))) from error
                if library.variant() is None:
                    warn_about_numba()
                _notify(CompileProgress(done, total, self.name))
                self._compiled = jit.dispatcher(self)
        return self._compiled


def declared() -> list[Kernel]:
    """List the kernels of all modules that are loaded, except for those that the library provides."""
    return list(_declared)


def compile_all(kernels: Sequence[Kernel]) -> None:
    """Compile kernels by Numba, or load them from the cache; raise ImportError."""
    for done, each in enumerate(kernels):
        each.compile(done, len(kernels))
    if kernels:
        _notify(CompileProgress(len(kernels), len(kernels)))


def defer_compilation(on: bool) -> None:
    """Run kernels that are not compiled yet as plain Python instead of compiling them, or stop doing so."""
    global _is_deferred
    _is_deferred = on


@contextmanager
def watching(watcher: Watcher) -> Iterator[None]:
    """Call `watcher` before Numba compiles or loads a kernel, and after the last of several."""
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)


def _notify(progress: CompileProgress) -> None:
    for watcher in tuple(_watchers):
        watcher(progress)
