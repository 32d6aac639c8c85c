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

# Emoji as Unicode builds them (UTS 51): a flag is two letters; else a picture with its style and its skin colour,
# joined to others by a zero-width joiner. Joiner and style are invisible, so they are allowed nowhere else.
_PICTURE = (
    "[\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u25fe\u2600-\u27bf\u2934\u2935\u2b05-\u2b55"
)
_PICTURE += "\u3030\u303d\u3297\u3299\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa\U0001f400-\U0001faff]"
_STYLED = f"{_PICTURE}\ufe0f?[\U0001f3fb-\U0001f3ff]?"
_EMOJI = re.compile(f"[\U0001f1e6-\U0001f1ff]{{2}}|{_STYLED}(?:\u200d{_STYLED})*")


def clean_name(text: str) -> str:
    """Return a name in NFC with single spaces; raise Refusal, which says why, if it is not allowed."""
    if len(text) > 4 * LONGEST_NAME:
        raise Refusal(message("table.name", most=LONGEST_NAME, name=text))
    name = " ".join(part for part in unicodedata.normalize("NFC", text).split(" ") if part)
    # What is left without its emoji is judged by character; a space keeps marks from joining their neighbours.
    rest = _EMOJI.sub(lambda found: " " if _is_assigned(found[0]) else found[0], name)
    for character in rest:
        if not _is_allowed(character):
            raise Refusal(message("table.name_character", character=_visible(character), name=name))
    if not 1 <= len(name) <= LONGEST_NAME or _piles_marks(rest):
        raise Refusal(message("table.name", most=LONGEST_NAME, name=name))
    return name


def _is_assigned(emoji: str) -> bool:
    """Return whether Unicode has every character of an emoji."""
    return all(unicodedata.category(character) != "Cn" for character in emoji)


def _is_allowed(character: str) -> bool:
    if character == " " or character in _MARKS:
        return True
    return unicodedata.category(character)[0] in "LMN" and not _UNSEEN.match(character)


def _visible(character: str) -> str:
    """Return a character as it can be shown in a sentence: invisible ones by their number."""
    if unicodedata.category(character)[0] in "CZ" or _UNSEEN.match(character):
        return f"U+{ord(character):04X}"
    return character


def _piles_marks(name: str) -> bool:
    """Return whether a mark has no letter, or a letter has too many marks."""
    marks = _MAX_MARKS
    for character in name:
        if unicodedata.category(character).startswith("M"):
            marks += 1
        else:
            marks = 0 if character != " " else _MAX_MARKS
        if marks > _MAX_MARKS:
            return True
    return False
