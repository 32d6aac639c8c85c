"""What a library for Windows is linked with: an import library of python3.dll, made from the names that we use."""

from __future__ import annotations

import re
from pathlib import Path

_HEADER = Path(__file__).with_name("python_abi.h")
_DECLARATION = re.compile(r"^IMPORTED (.*);$", re.MULTILINE)
# The names of functions and variables have an upper-case letter after the underscore, those of types do not.
_NAME = re.compile(r"\b(Py[A-Za-z]*_[A-Z]\w*)(\(?)")


def imported_names() -> dict[str, bool]:
    """Return the names that `python_abi.h` declares, and whether each is that of a function."""
    declarations = _DECLARATION.findall(_HEADER.read_text(encoding="utf-8"))
    return {name: bool(parenthesis) for text in declarations for name, parenthesis in _NAME.findall(text)}


def module_definition() -> str:
    """Return the contents of python3.dll, as far as we use it, in the language of linkers."""
    names = sorted(imported_names().items())
    exports = [name if is_function else f"{name} DATA" for name, is_function in names]
    return "\n".join(["LIBRARY python3.dll", "EXPORTS", *exports]) + "\n"
