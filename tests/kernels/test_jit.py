"""The decorator that makes kernels."""

from __future__ import annotations

from typing import Any

import numba
from numba import int64

from veier.kernels.jit import inner, kernel, watching


def test_a_kernel_is_compiled_for_its_signature_and_calls_inner_functions() -> None:
    @inner
    def twice(number: int) -> int:
        return 2 * number

    @kernel(int64(int64))
    def twice_and_one(number: int) -> int:
        return twice(number) + 1

    assert twice_and_one(20) == 41
    signatures: Any = twice_and_one
    assert [str(arguments) for arguments in signatures.signatures] == ["(int64,)"]


def test_who_watches_hears_of_each_kernel_while_watching() -> None:
    heard: list[str] = []
    with watching(heard.append):

        @kernel(int64(int64))
        def same(number: int) -> int:
            return number

    @kernel(int64(int64))
    def negative(number: int) -> int:
        return -number

    assert heard == ["same"]
    assert (same(3), negative(3)) == (3, -3)


def test_other_users_of_numba_keep_their_settings() -> None:
    config: Any = numba.config
    before = config.CACHE_DIR

    @kernel(int64(int64))
    def next_number(number: int) -> int:
        return number + 1

    assert before == config.CACHE_DIR
    assert next_number(1) == 2
