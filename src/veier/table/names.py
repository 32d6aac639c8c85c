"""Players' names: what may stand on a screen, in a record and in a terminal without harm."""

from __future__ import annotations

import re
import unicodedata

from veier.messages import message
from veier.table.refusal import Refusal

LONGEST_NAME = 24
_MARKS = "-_.'’"
# Letters and marks that nobody sees: fillers, joiners and choosers of variants.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
# A letter carries no more than so many marks: a pile of them would cover the lines around it.
_MOST_MARKS = 2


def clean_name(text: str) -> str:
    """Give a name as it is kept: normalised, with single spaces; raise Refusal if it cannot be a name."""
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
    """Tell whether marks stand on nothing or too many on one letter."""
    marks = _MOST_MARKS
    for character in name:
        marks = marks + 1 if unicodedata.category(character).startswith("M") else 0
        if marks > _MOST_MARKS:
            return True
    return False
