r"""Characters that a terminal obeys instead of showing them, written as `\u001b`, as JSON and records do.

They are the control characters but tab and line feed, with those of eight bits (C1), the ends of lines and paragraphs
of Unicode, and what turns the direction of writing around, so that a text would read as another one.
"""

from __future__ import annotations

_CONTROLS = (*range(0x20), *range(0x7F, 0xA0), *range(0x2028, 0x202F), *range(0x2066, 0x206A))
ESCAPES = {code: f"\\u{code:04x}" for code in _CONTROLS if chr(code) not in "\t\n"}


def escape_controls(text: str) -> str:
    """Return a text that can be shown in a terminal."""
    return text.translate(ESCAPES)
