"""docs/glossary.md is true: its words are those of the texts, with their genders, and misleading ones are avoided."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from languages.texts import texts

GLOSSARY = Path(__file__).parent.parent.parent / "docs/glossary.md"
COLUMNS = {"fr": 1, "de": 2, "lb": 3}
NOUN = re.compile(r"(?P<singular>[^*°]+?)°? \*(?P<gender>[mfn])\*, (?P<plural>.+)")
# The genders that a determiner before a singular noun can have, for those where this does not depend on the case.
DETERMINERS = {
    "lb": {
        "f": "eng enger keng kenger dës dëser där hir meng deng seng",
        "m": "de den deen dësen dëse",
        "n": "dat dëst",
        "mn": "e en ee een kee keen engem kengem dem deem dësem um vum mam nom säi säin däi däin",
        "fn": "d’",
    },
    "fr": {"f": "la une cette ta sa", "m": "le un ce cet du au"},
    "de": {
        "f": "eine zur",
        "n": "das ins",
        "m": "einen",
        "mn": "ein kein dem einem keinem am im zum des eines mein dein",
    },
}
# Endings of Luxembourgish adjectives after e(n), ee(n), kee(n) and an article: roude Quadrat, rout Feld.
ENDINGS = {"m": re.compile("en?$"), "n": re.compile("t$")}
# Paper is turned over.
PAPER = re.compile(r"(cli\.)?print\.")


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the table below a heading."""
    section = GLOSSARY.read_text(encoding="utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [[cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


@cache
def nouns(language: str) -> dict[str, tuple[str, str]]:
    """Return the nouns of a language, with gender and plural."""
    cells = [row[COLUMNS[language]] for heading in ("On the table", "Playing") for row in rows(heading)]
    found = [NOUN.fullmatch(cell) for cell in cells]
    assert all(found), cells
    return {match["singular"]: (match["gender"], match["plural"]) for match in found if match}


def wrong_genders(text: str, language: str) -> list[str]:
    """Return the nouns of the glossary that stand behind a determiner or adjective of another gender."""
    determiners = {word: genders for genders, words in DETERMINERS[language].items() for word in words.split()}
    wrong = []
    for noun, (gender, plural) in nouns(language).items():
        # A final n may be dropped in Luxembourgish.
        word = f"{noun.removesuffix('n')}n?" if language == "lb" else re.escape(noun)
        before = "|".join(determiners if noun != plural else set(determiners) - {"d’", "de", "den", "dës"})
        adjective = rf"(?P<adjective>(?!(?:{before}|pro|puer) )[a-zäëéöüß]+)"
        # Behind a comma, "dat" and "das" begin a clause.
        pattern = rf"(?<!, )\b(?P<determiner>{before})(?:(?<=’)| )(?:{adjective} )?{word}\b"
        for found in re.finditer(pattern, text, re.IGNORECASE):
            ending = ENDINGS.get(gender) if language == "lb" and found["determiner"].lower() in _INDEFINITE else None
            agrees = not found["adjective"] or not ending or ending.search(found["adjective"])
            if gender not in determiners[found["determiner"].lower()] or not agrees:
                wrong.append(found[0])
    return wrong


_INDEFINITE = {"e", "en", "ee", "een", "kee", "keen"}


@pytest.mark.parametrize("language", COLUMNS)
def test_nouns_have_the_genders_of_the_glossary(language: str) -> None:
    found = {place: wrong for place, text in texts(language).items() if (wrong := wrong_genders(text, language))}
    assert found == {}


@pytest.mark.parametrize(
    ("language", "wrong"),
    [
        ("lb", "e Plättchen"),
        ("lb", "dat Plättche"),
        ("lb", "kee ganzt Plättchen"),
        ("lb", "D’Däppchen"),
        ("lb", "dëst Däppchen"),
        ("lb", "e rout Quadrat"),
        ("lb", "d’Quadrat"),
        ("lb", "eng Quadrat"),
        ("fr", "le tuile"),
        ("de", "das Stein"),
    ],
)
def test_a_wrong_gender_is_seen(language: str, wrong: str) -> None:
    assert wrong_genders(f"so {wrong} .", language) == [wrong]


@pytest.mark.parametrize("language", COLUMNS)
def test_every_noun_of_the_glossary_is_in_use(language: str) -> None:
    everything = " ".join(texts(language).values()).lower()
    unused = [noun for noun in nouns(language) if noun.lower().removesuffix("n") not in everything]
    assert unused == []


def test_misleading_words_are_avoided() -> None:
    patterns = [(row[0], word) for row in rows("Words that mislead") for word in re.findall("`([^`]+)`", row[1])]
    assert len(patterns) > 10
    found = [
        (place, word)
        for language, word in patterns
        for place, text in texts(language).items()
        if re.search(rf"\b{word}\b", text) and not PAPER.match(place)
    ]
    assert found == []
