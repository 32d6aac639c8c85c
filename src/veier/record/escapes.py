r"""Backslashes in tags and comments: \\ \" \{ \} stand for what follows the backslash, \n and \r for line ends.

\u001b stands for the character with this number, four hexadecimal digits: so are control characters written.

Writing escapes only what is necessary; reading accepts every escape in both places.
"""

from __future__ import annotations

import re
from itertools import islice

from veier.core.control_characters import ESCAPES

_MEANINGS = {'"': '"', "{": "{", "}": "}", "n": "\n", "r": "\r"}
# A carriage return is always escaped, since files may turn it into a line feed.
_IN_TAGS = ESCAPES | str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r"})
_IN_COMMENTS = ESCAPES | str.maketrans({"\\": r"\\", "{": r"\{", "}": r"\}", "\r": r"\r"})
# Not the halves of a surrogate pair, which are no characters.
_NUMBER = r"u(?![dD][89a-fA-F])([0-9a-fA-F]{4})"
_NUMBERED = re.compile(rf"\\{_NUMBER}")
_GOOD = re.compile(rf"(?:[^\\]++|\\[\\\"{{}}nr]|\\{_NUMBER})*+")
_CHARACTER = re.compile(rf"\\{_NUMBER}|\\?.", re.DOTALL)


def escape_tag(value: str) -> str:
    """Escape a value for use between quotation marks on one line."""
    return value.translate(_IN_TAGS)


def escape_comment(comment: str) -> str:
    """Escape a comment for use between braces."""
    return comment.translate(_IN_COMMENTS)


def unescape(raw: str) -> str:
    """Undo `escape_tag` or `escape_comment`, after `find_bad_escape` has found nothing wrong."""
    # Between two pairs of backslashes, a backslash can only escape what follows it.
    return "\\".join(_unescape_letters(part) if "\\" in part else part for part in raw.split("\\\\"))


def _unescape_letters(part: str) -> str:
    for letter, meaning in _MEANINGS.items():
        part = part.replace("\\" + letter, meaning)
    return _NUMBERED.sub(lambda found: chr(int(found[1], 16)), part)


def find_bad_escape(raw: str) -> int | None:
    """Return the offset of the first backslash without a known letter after it."""
    good = _GOOD.match(raw)
    end = good.end() if good else 0
    return end if end < len(raw) else None


def raw_offset(raw: str, offset: int) -> int:
    """Return the offset in the raw text of the character at an offset of the unescaped text."""
    if "\\" not in raw:
        return offset
    found = next(islice(_CHARACTER.finditer(raw), offset, None), None)
    return found.start() if found else len(raw)
