"""Everything that people read, in four languages: one JSON catalogue per language, used here and by the browser.

A catalogue maps keys to sentences with {names} to fill in. A sentence that depends on a number is an object with "one"
and "other", selected by the parameter `count`. Code never contains a sentence: it makes a `Message`, and the language
is chosen where the message is shown.

The n-rule: in Luxembourgish a final n is dropped before most consonants. Where the next word is filled in, the
catalogue writes "vu(n) {colour}" or "si(nn) {games}", and `fill_in` keeps or drops the n. No library does this.

Catalogues have plain spaces; those that French has before a colon become no-break spaces when they are read.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from veier.messages.typography import format_number, keep_together

LANGUAGES = ("lb", "fr", "de", "en")
DEFAULT = "en"

Sentence = str | dict[str, str]

# Packages that bring catalogues of their own.
_added: list[str] = []

# The longest text that a sentence quotes; the list of all games is about half as long.
_QUOTED = 500
_N_OR_NOT = re.compile(r"\((?P<n>n{1,2})\)(?P<between>\W*)(?P<following>\w+)")
_NUMBER = re.compile("[0-9]{1,9}")
_N_STAYS_BEFORE = "aeiouyäëéèêöüûôîndtzh"
# The first sound of a letter's or digit's spoken name, where it is not the character itself.
_SPOKEN = {"c": "z", "f": "e", "l": "e", "m": "e", "r": "e", "s": "e", "v": "f", "x": "i"} | dict(
    zip("0123456789", "nezdvfssan", strict=True)
)


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence in any language: its key and its parameters, which may be messages themselves."""

    key: str
    params: Mapping[str, object] = field(default_factory=dict)

    def text(self, language: str = DEFAULT) -> str:
        """Return the sentence in a language."""
        return translate(self.key, language, **self.params)

    def to_data(self) -> dict[str, Any]:
        """Return the message as data that JSON can hold: {"key": …, "params": {…}}."""
        return {"key": self.key, "params": {name: _to_data(value) for name, value in self.params.items()}}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Message:
        """Read what `to_data` returns."""
        return cls(data["key"], {name: _from_data(value) for name, value in data["params"].items()})

    def __str__(self) -> str:
        return self.text()

    def __hash__(self) -> int:
        return hash((self.key, tuple(sorted(self.params))))


def message(key: str, /, **params: object) -> Message:
    """Return a message: message("illegal.taken_field", field="C3")."""
    return Message(key, params)


def translate(key: str, language: str = DEFAULT, /, **params: object) -> str:
    """Return the sentence of a key, filled in."""
    sentence = catalogue(language)[key]
    if isinstance(sentence, dict):
        sentence = sentence[plural(language, params["count"])]
    return fill_in(sentence, language, **params)


def fill_in(text: str, language: str = DEFAULT, /, **params: object) -> str:
    """Fill in the {names} of a text, and apply the n-rule to Luxembourgish."""
    text = text.format_map({name: _fill(value, language) for name, value in params.items()})
    return _N_OR_NOT.sub(_n_rule, text) if language == "lb" else text


def _to_data(value: object) -> Any:
    if isinstance(value, Message):
        return value.to_data()
    if isinstance(value, tuple | list):
        return [_to_data(part) for part in value]
    return value if isinstance(value, int | float) else str(value)


def _from_data(value: Any) -> Any:
    if isinstance(value, Mapping):
        return Message.from_data(value)
    return tuple(map(_from_data, value)) if isinstance(value, list | tuple) else value


def _n_rule(found: re.Match[str]) -> str:
    """Keep an n before vowels and n, d, t, z, h, by sound: f6 is "eff sechs", 8 is "aacht"."""
    following = found["following"].lower()
    number = _NUMBER.match(following)
    first = _spoken_first(int(number[0])) if number else following[0]
    spoken = first if following[1:2].isalpha() else _SPOKEN.get(first, first)
    return (found["n"] if spoken in _N_STAYS_BEFORE else "") + found["between"] + found["following"]


def _spoken_first(number: int) -> str:
    """Return the digit that the spoken number starts with: 24 is "véieranzwanzeg"."""
    while number >= 1000:
        number //= 1000
    return str(number // 100 or number % 10 or number // 10)


def _fill(value: object, language: str) -> object:
    if isinstance(value, Message):
        return value.text(language)
    if isinstance(value, tuple):
        return join((str(_fill(part, language)) for part in value), language)
    if isinstance(value, str) and len(value) > _QUOTED:
        return value[: _QUOTED - 1] + "…"
    return format_number(value, language) if isinstance(value, float) else value


def join(parts: Iterable[str], language: str = DEFAULT) -> str:
    """Join parts to a list in a language: a, b and c."""
    *first, last = parts
    return translate("list.and", language, first=", ".join(first), last=last) if first else last


def plural(language: str, count: object) -> str:
    """Return the plural form for a whole number, by CLDR: French counts 0 as one."""
    return "one" if count == 1 or (count == 0 and language == "fr") else "other"


@cache
def catalogue(language: str) -> dict[str, Sentence]:
    """Return the catalogue of a language; it is read once."""
    return read_catalogue(language)


def read_catalogue(language: str) -> dict[str, Sentence]:
    """Read the catalogue of a language, with what other packages have added to it."""
    if language not in LANGUAGES:
        raise ValueError(f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")
    sentences: dict[str, Sentence] = {}
    for folder in (*(files(package) / "messages" for package in _added), files(__name__)):
        file = folder / f"{language}.json"
        if file.is_file():
            sentences |= json.loads(file.read_text(encoding="utf-8"))
    return {key: _typeset(sentence) for key, sentence in sentences.items()}


def _typeset(sentence: Sentence) -> Sentence:
    if isinstance(sentence, str):
        return keep_together(sentence)
    return {form: keep_together(text) for form, text in sentence.items()}


def add_catalogues(package: str) -> None:
    """Add the catalogues in the folder `messages` of a package: a game of another package brings its own texts."""
    if package not in _added:
        _added.append(package)
        catalogue.cache_clear()


def preferred_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language of VEIER_LANG or the locale; English if there is no catalogue for it."""
    asked = [environment.get(name, "") for name in ("VEIER_LANG", "LC_ALL", "LC_MESSAGES", "LANG")]
    short = next(filter(None, asked), "")[:2].lower()
    return short if short in LANGUAGES else DEFAULT
