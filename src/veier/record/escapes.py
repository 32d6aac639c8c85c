r"""Backslashes in tags and comments: \\ \" \{ \} stand for what follows the backslash, \n and \r for ends of lines.

Writing escapes only what has to be; reading takes every escape in either place.
"""

from __future__ import annotations

import re
from itertools import islice

_MEANINGS = {'"': '"', "{": "{", "}": "}", "n": "\n", "r": "\r"}
# A carriage return is escaped everywhere, since files may turn one into a line feed.
_IN_TAGS = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r"})
_IN_COMMENTS = str.maketrans({"\\": r"\\", "{": r"\{", "}": r"\}", "\r": r"\r"})
_GOOD = re.compile(r"(?:[^\\]++|\\[\\\"{}nr])*+")
_CHARACTER = re.compile(r"\\?.", re.DOTALL)


def escape_tag(value: str) -> str:
    """Write a value so that it can stand between quotation marks on one line."""
    return value.translate(_IN_TAGS)


def escape_comment(comment: str) -> str:
    """Write a comment so that it can stand between braces."""
    return comment.translate(_IN_COMMENTS)


def unescape(raw: str) -> str:
    """Read what `escape_tag` or `escape_comment` wrote, once `find_bad_escape` has found nothing wrong."""
    # Between two pairs of backslashes, a backslash can only belong to what follows it.
    return "\\".join(_unescape_letters(part) if "\\" in part else part for part in raw.split("\\\\"))


def _unescape_letters(part: str) -> str:
    for letter, meaning in _MEANINGS.items():
        part = part.replace("\\" + letter, meaning)
    return part


def find_bad_escape(raw: str) -> int | None:
    """Give the offset of the first backslash that no known letter follows."""
    good = _GOOD.match(raw)
    end = good.end() if good else 0
    return end if end < len(raw) else None


def raw_offset(raw: str, offset: int) -> int:
    """Give where in the raw text the character at an offset of the unescaped text begins."""
    if "\\" not in raw:
        return offset
    found = next(islice(_CHARACTER.finditer(raw), offset, None), None)
    return found.start() if found else len(raw)
