"""The decorators that make kernels, and Numba behind them."""

from __future__ import annotations

from typing import Any

import numba
import pytest

from veier.kernels import decorators
from veier.kernels.decorators import CompileProgress, compile_all, defer_compilation, inner, kernel, watching
from veier.kernels.types import INT, signature


@inner
def twice(number: int) -> int:
    return 2 * number


def make(name: str) -> Any:
    """Make a kernel that nobody has called yet."""

    def twice_and_one(number: int) -> int:
        return twice(number) + 1

    twice_and_one.__name__ = name
    return kernel(signature(INT), cached=False)(twice_and_one)


def test_a_kernel_is_compiled_when_it_is_first_called_and_calls_inner_functions() -> None:
    made = make("made")
    assert not made.is_compiled
    assert made(20) == 41
    assert made.is_compiled
    assert [str(arguments) for arguments in made.compile().signatures] == ["(int64,)"]


def test_while_compilation_is_deferred_kernels_run_as_plain_python() -> None:
    made = make("made")
    defer_compilation(True)
    try:
        assert made(20) == 41
        assert not made.is_compiled
        made.compile()
        assert made(20) == 41
    finally:
        defer_compilation(False)
    assert made.is_compiled


def test_who_watches_hears_of_each_kernel_that_is_compiled_while_watching() -> None:
    heard: list[CompileProgress] = []
    same, negative, other = make("same"), make("negative"), make("other")
    with watching(heard.append):
        same(3)
        same(4)
        compile_all([negative, other])
    make("later")(3)
    assert heard == [
        CompileProgress(0, 1, same.name),
        CompileProgress(0, 2, negative.name),
        CompileProgress(1, 2, other.name),
        CompileProgress(2, 2),
    ]


def test_other_users_of_numba_keep_their_settings() -> None:
    config: Any = numba.config
    before = config.CACHE_DIR
    assert make("made")(1) == 3
    assert before == config.CACHE_DIR


def test_without_numba_kernels_run_as_plain_python_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from veier.kernels import backend

    backend.warn.cache_clear()
    for module in (decorators, backend):
        monkeypatch.setattr(module, "chosen_backend", lambda: "python")
    made = make("made")
    with pytest.warns(backend.KernelWarning, match="pip install"):
        assert made(20) == 41
    assert not made.is_compiled
    backend.warn.cache_clear()
