"""Players' names: those that are safe on a screen, in a record and in a terminal."""

from __future__ import annotations

import re
import unicodedata

from veier.messages import message
from veier.table.refusal import Refusal

LONGEST_NAME = 24
_MARKS = "-_.'’"
# Invisible letters and marks: fillers, joiners and variation selectors.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
# Combining marks per letter; a pile of them would cover neighbouring lines.
_MAX_MARKS = 2


def clean_name(text: str) -> str:
    """Return a name in NFC with single spaces; raise Refusal if it is not allowed."""
    if len(text) > 4 * LONGEST_NAME:
        raise Refusal(message("table.name", most=LONGEST_NAME))
    name = " ".join(part for part in unicodedata.normalize("NFC", text).split(" ") if part)
    if not 1 <= len(name) <= LONGEST_NAME or not all(map(_is_allowed, name)) or _piles_marks(name):
        raise Refusal(message("table.name", most=LONGEST_NAME))
    return name


def _is_allowed(character: str) -> bool:
    if character == " " or character in _MARKS:
        return True
    return unicodedata.category(character)[0] in "LMN" and not _UNSEEN.match(character)


def _piles_marks(name: str) -> bool:
    """Return whether a mark has no letter, or a letter has too many marks."""
    marks = _MAX_MARKS
    for character in name:
        marks = marks + 1 if unicodedata.category(character).startswith("M") else 0
        if marks > _MAX_MARKS:
            return True
    return False
