"""An extension of Griffe, which reads docstrings for the documentation: aligned names become a list.

Docstrings explain parameters and fields as they are read in a source file: a name, two spaces or more, what it is, and
lines that go on below. Markdown would run all of them together.
"""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension

_NAMED = re.compile(r"(?P<name>\S.*?)(?: {2,}| *\n {4,})(?P<text>\S.*)", re.DOTALL)


class AlignedNames(Extension):
    """Rewrites the docstring of each object."""

    def on_object(self, *, obj: Any, **_: Any) -> None:
        """Rewrite the docstring of an object, once it is read."""
        if obj.docstring:
            obj.docstring.value = list_names(obj.docstring.value)


def list_names(docstring: str) -> str:
    """Return a docstring with each block of aligned names as a list in Markdown."""
    return "\n\n".join(map(_list_block, re.split(r"\n{2,}", docstring)))


def _list_block(block: str) -> str:
    """Return a block as a list if each of its entries is a name and what it is; else as it stands."""
    entries = [_NAMED.fullmatch(entry) for entry in re.split(r"\n(?! )", block)]
    if not all(entries):
        return block
    return "\n".join(f"- `{entry['name']}`: {' '.join(entry['text'].split())}" for entry in entries if entry)
