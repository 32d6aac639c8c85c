"""What runs the kernels: the library compiled ahead of time, Numba, or plain Python.

`VEIER_KERNELS` in the environment asks for one of them: `numba`, `python`, or a variant of the library's code such as
`x86-64-v2`; by default it is the best that there is. Each makes the same answers; tests and benchmarks compare them.
"""

from __future__ import annotations

import os
import warnings
from functools import cache
from importlib.util import find_spec
from typing import Literal

from veier.messages import Message, message

INSTALL_NUMBA = "pip install 'veier[jit]'"


class KernelWarning(UserWarning):
    """Kernels do not run from the library compiled ahead of time, so that something takes longer; its text is English.

    reason  the same as a message, for other languages
    """

    def __init__(self, reason: Message) -> None:
        super().__init__(f"veier: {reason}")
        self.reason = reason


@cache
def requested() -> str:
    """Return what `VEIER_KERNELS` asks for, or an empty string."""
    return os.environ.get("VEIER_KERNELS", "")


@cache
def chosen_backend() -> Literal["numba", "python"]:
    """Return what runs kernels that the library does not provide."""
    return "numba" if requested() != "python" and find_spec("numba") else "python"


@cache
def warn(reason: Message) -> None:
    """Warn once of what makes the kernels slow."""
    warnings.warn(KernelWarning(reason), stacklevel=2)


def warn_about_python() -> None:
    """Say once that kernels run as plain Python, unless that was asked for or Numba will compile them."""
    if requested() != "python" and chosen_backend() == "python":
        warn(message("kernels.no_numba", command=INSTALL_NUMBA))


def warn_about_numba() -> None:
    """Say once that Numba compiles kernels, unless that was asked for."""
    if requested() != "numba":
        warn(message("kernels.compiling"))
