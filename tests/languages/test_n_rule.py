"""The Luxembourgish n-rule in written-out text: a final n is dropped before most consonants, and kept otherwise.

What is filled in has marks of its own, such as "vu(n) {colour}"; `test_catalogues.py` looks at those.
"""

from __future__ import annotations

import re

import pytest

from languages.texts import texts
from veier.messages import fill_in

# What ends in -en has an n that may fall, and so have these words, here without it.
N_OF = {
    **dict.fromkeys(
        ["a", "de", "dee", "dru", "däi", "e", "ee", "hie", "jidderee", "kee", "schéi", "stee", "säi", "u", "vu", "wie"],
        "n",
    ),
    **dict.fromkeys(["da", "gi", "hu", "ka", "scho", "wa"], "nn"),
}
# Words that look as if they were of that kind: pronouns, loans, and what is typed.
RIGID = re.compile(
    "balance|browne|byte|code|false|fen|game|interface|leadchange|make|ouverture|se|site|späicheren|sqlite|uginewgame|victoire|ze"
)
# Before these the n may stay or fall.
EITHER = re.compile(r"s|se|si|sech|sou|säin?|seng\w*")
FALLEN = re.compile(r"[^aeiouéäöë\W]e$|ë$")
JUNCTION = re.compile(r"(?<![\w{@./-])(?P<word>[^\W\d_]+)(?: (?=(?P<following>[^\W_]+))|(?<=\w\w)(?=[.,;:!?)“]|$))")
# A word before something to fill in; between them there may be a quotation mark.
BEFORE_FIELD = re.compile(r"(?<![\w{@./-])(?P<word>[^\W\d_]+) „?\{(?P<field>\w+)\}")


def split(word: str) -> tuple[str, str] | None:
    """Return a word without the n that may be dropped, and that n; None if it has none."""
    # An A is an eye, or a kind of tile; a GAME is to be filled in.
    if word.isupper() or RIGID.fullmatch(word.lower()):
        return None
    stem = word.rstrip("n")
    n = N_OF.get(stem.lower()) or ("n" if word.endswith("en") or FALLEN.search(stem) else "")
    return (stem, n) if n and word in (stem, stem + n) else None


def n_rule_errors(text: str) -> list[str]:
    """Return the words whose n is kept or dropped where it should not be."""
    wrong = []
    for found in JUNCTION.finditer(text):
        word, following, parts = found["word"], found["following"], split(found["word"])
        if parts is None or (following and EITHER.fullmatch(following)):
            continue
        stem, n = parts
        right = fill_in(f"{stem}({n}) {following}", "lb").split()[0] if following else stem + n
        if word != right:
            wrong.append(f"{word} {following or ''}".strip())
    return wrong


def test_the_n_rule_is_kept() -> None:
    assert {place: errors for place, text in texts("lb").items() if (errors := n_rule_errors(text))} == {}


def unmarked(text: str) -> list[str]:
    """Return the words before something to fill in whose n may fall, and that have no mark."""
    return [found[0] for found in BEFORE_FIELD.finditer(text) if split(found["word"])]


def test_an_n_before_what_is_filled_in_is_marked() -> None:
    assert {place: words for place, text in texts("lb").items() if (words := unmarked(text))} == {}
    assert unmarked("ee vun {known} ass, a(n) {other} si(nn) „{text}“") == ["vun {known}"]
    assert unmarked("heescht schonn „{name}“") == ["schonn „{name}"]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("op alle Käre.", "Käre"),
        ("ka kee d’Victoire erzwéngen", "kee d"),
        ("vu méi Grenze zielt déi, déi", "Grenze zielt"),
        ("Zeil, a äntwert", "a äntwert"),
        ("gesäit ee ni kommen", "ee ni"),
        ("hat en Zuch a ka net", "ka net"),
        ("D’Pfeiltaste ginn vu Feld zu Feld", "ginn vu"),
        ("{colour} feelt ee Steen fir", "Steen fir"),
        ("wann s du drun bass", "drun bass"),
    ],
)
def test_an_error_is_seen(text: str, wrong: str) -> None:
    assert n_rule_errors(text) == [wrong]
