"""Every word of every text is in the dictionary of its language, or in our own lists of further words.

The dictionaries are those of LibreOffice and Firefox, which `make node_modules` installs; Hunspell reads them.
`words/` has what they lack, one word per line: `all.txt` names and what is typed, the others words of a language.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from hunspell import Hunspell

from languages.texts import texts

LANGUAGES = ("de", "fr", "lb")
DICTIONARIES = Path(__file__).parent.parent.parent / "node_modules"
LISTS = Path(__file__).parent / "words"
# What is not read as words: parts to fill in, parts of pages, the mark of the n-rule, options, addresses, notation.
NO_WORDS = re.compile(r"\{\w+\}|^\[[\w-]+\]$|\(nn?\)|(?<!\w)--[\w-]+|\S+://\S+|\S*[\d_@=/]\S*")
# French elides: n’est is one word of its dictionary.
WORD = {
    language: re.compile(rf"[^\W\d_]+(?:[{joined}][^\W\d_]+)*")
    for language, joined in {"de": "-", "fr": "’-", "lb": "-"}.items()
}


@cache
def dictionary(language: str) -> Hunspell:
    folder = DICTIONARIES / f"dictionary-{language}"
    if not folder.exists():
        pytest.skip(f"there is no {folder.name} on this machine: make node_modules installs it")
    return Hunspell("index", hunspell_data_dir=str(folder))


def words(language: str) -> dict[str, str]:
    """Return the words of a language and a place of each. Capitals are abbreviations and what is to be filled in."""
    found = [(word, place) for place, text in texts(language).items() for word in read_words(text, language)]
    return dict(reversed(found))


def read_words(text: str, language: str) -> list[str]:
    text = NO_WORDS.sub(" ", text.replace("\u00ad", ""))
    return [word for word in WORD[language].findall(text) if len(word) > 1 and not word.isupper()]


def listed(name: str) -> list[str]:
    return (LISTS / f"{name}.txt").read_text(encoding="utf-8").split()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_known(language: str) -> None:
    known = {*listed("all"), *listed(language)}
    spelled = dictionary(language).spell
    unknown = {word: place for word, place in words(language).items() if word not in known and not spelled(word)}
    assert unknown == {}, f"misspelled, or to be added to {LISTS.name}/all.txt or {LISTS.name}/{language}.txt"


@pytest.mark.parametrize("name", ["all", *LANGUAGES])
def test_our_own_words_are_sorted_and_in_use(name: str) -> None:
    ours = listed(name)
    assert ours == sorted(set(ours))
    languages = LANGUAGES if name == "all" else [name]
    used = {word for language in languages for word in words(language) if not dictionary(language).spell(word)}
    assert [word for word in ours if word not in used] == []


@pytest.mark.parametrize(
    ("language", "text", "wrong"),
    [
        ("lb", "D’Regele gi fir {game} iwwersat, mat --within vu(n) {count}.", ["Regele"]),
        ("fr", "C’est à {colour} de jouer : 13@C3 dans une rangé de 4.", []),
        ("fr", "Les tuilles sont posées.", ["tuilles"]),
        ("de", "Die Plätchen liegen auf https://example.org/xyz.", ["Plätchen"]),
    ],
)
def test_a_misspelled_word_is_seen(language: str, text: str, wrong: list[str]) -> None:
    assert [word for word in read_words(text, language) if not dictionary(language).spell(word)] == wrong
