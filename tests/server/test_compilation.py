"""The first start on a computer: the server says that rules are being compiled, as long as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from veier.kernels.cache import kernel_cache_dir
from veier.server.compilation import compile_in_background, is_compiling


def test_compiling_is_told_while_it_lasts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VEIER_CACHE_DIR", str(tmp_path))
    kernel_cache_dir.cache_clear()
    try:
        process = compile_in_background()
        assert process is not None
        assert is_compiling()
        process.kill()
        process.wait(20)
        assert not is_compiling()
    finally:
        kernel_cache_dir.cache_clear()


def test_where_everything_is_compiled_nothing_is_compiled_again() -> None:
    """The kernels were compiled before the tests started; no banner, and no process beside each server."""
    assert compile_in_background() is None
