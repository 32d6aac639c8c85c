"""Escapes on Windows, whose console interprets them only on request."""

from __future__ import annotations

import sys
from typing import TextIO

# ENABLE_VIRTUAL_TERMINAL_PROCESSING of the Windows API.
_INTERPRET_ESCAPES = 4


def enable_escapes(stream: TextIO) -> bool:
    """Let the terminal behind a stream interpret escapes; return whether it does, as all do on other systems."""
    if sys.platform != "win32":
        return True
    import ctypes
    import msvcrt

    handle, mode = ctypes.c_void_p(msvcrt.get_osfhandle(stream.fileno())), ctypes.c_uint32()
    windows = ctypes.windll.kernel32
    known = windows.GetConsoleMode(handle, ctypes.byref(mode))
    return bool(known and windows.SetConsoleMode(handle, mode.value | _INTERPRET_ESCAPES))
