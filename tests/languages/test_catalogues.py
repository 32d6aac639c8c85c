"""The catalogues are complete in every language, and have every key that code uses."""

from __future__ import annotations

import re
from collections import Counter
from string import Formatter

import pytest

import veier
from languages.texts import SOURCES, forms
from veier.messages import LANGUAGES, Sentence, catalogue, message, plural, preferred_language, translate

WEB = SOURCES / "web"
# Texts that are the same in two languages because they are names, or because both languages use the same word.
SHARED = re.compile(
    r"list\.label|game\.4eyes\.title|.*\.options(_here)?|record\.data_at|cli\.word\.\w+|cli\.error\.move|turn|.*author"
    r"|cli\.count\.positions|web\.group\.plus|web\.nav\.menu|web\.seat\.(bot|bot_of|computer|name|points)|print\.contents\.pieces"
    r"|rules\.points|report\.column\.(phase_2|points|option)|report\.chart\.row|report\.tension\.title|preview\.section"
    r"|print\.(month\.\d+|date\.filled)|web\.tournament\.(minutes|tables?|place|points|name|show_link)"
)


def fields(sentence: Sentence) -> set[str]:
    return {name for form in forms(sentence) for _, name, _, _ in Formatter().parse(form) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_and_fills_in_the_same_names(language: str) -> None:
    here, english = catalogue(language), catalogue("en")
    assert list(here) == list(english)
    for key in english:
        assert fields(here[key]) == fields(english[key]), key
        assert isinstance(here[key], dict) == isinstance(english[key], dict), key
        assert all(form.strip() == form and form for form in forms(here[key])), key


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_nothing_is_left_in_english(language: str) -> None:
    same = [key for key, sentence in catalogue(language).items() if sentence == catalogue("en")[key]]
    assert [key for key in same if not SHARED.fullmatch(key)] == []


def test_every_key_that_code_names_exists_and_none_is_left_over() -> None:
    text = "\n".join(file.read_text(encoding="utf-8") for file in SOURCES.rglob("*.py"))
    named = set(re.findall(r'"((?:[a-z0-9_-]+\.)+[a-z0-9_-]+|turn)"', text))
    # The browser's pages name whole keys, in quotation marks of either kind.
    pages = "\n".join(file.read_text(encoding="utf-8") for kind in ("js", "html") for file in WEB.rglob(f"*.{kind}"))
    named |= set(re.findall(r"""["'`]((?:[a-z0-9_-]+\.)+[a-z0-9_-]+|turn)["'`]""", pages))
    patterns = [re.escape(key).replace(r"\{\}", "[^.]+") for key in _templates(text)]
    known = set(catalogue("en"))
    used = {key for key in known if key in named or any(re.fullmatch(pattern, key) for pattern in patterns)}
    assert known - used == set()
    prefixes = {key.split(".")[0] for key in known}
    asked = set(re.findall(r'(?:message|translate)\(\s*"([^"]+)"', text))
    assert {key for key in asked if key.split(".")[0] in prefixes} - known == set()
    assert {key for key in named if key.startswith("web.")} - known == set()
    assert len(asked) > 100


def _templates(text: str) -> set[str]:
    """Return composed keys, such as f"cli.{name}.help", with {} for what varies."""
    found = re.findall(r"""f["']([a-z]+\.[^"'\s]*\{[^"'\s]*)["']""", text)
    return {re.sub(r"\{[^}]*\}", "{}", key) for key in found}


def test_every_game_has_its_title_in_every_language() -> None:
    for language in LANGUAGES:
        titles = Counter(game.text("title").text(language) for game in veier.all_games())
        assert set(titles.values()) == {1}


def test_lists_and_plurals() -> None:
    assert message("outcome.square", colour=message("colour.red"), cells=("a1", "b1", "b2", "a2")).text("de") == (
        "Rot gewinnt: Vier Steine bilden ein Quadrat auf a1, b1, b2 und a2."
    )
    assert translate("pieces.stones", "en", count=1) == "1 stone"
    assert translate("pieces.stones", "en", count=0) == "0 stones"
    assert translate("pieces.stones", "fr", count=0) == "0 pion"
    assert [plural(language, 1) for language in LANGUAGES] == ["one"] * 4


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        ("b7", "a1 a b7"),
        ("f6", "a1 an f6"),
        ("c3", "a1 an c3"),
        ("8", "a1 an 8"),
        ("4", "a1 a 4"),
        ("14", "a1 a 14"),
        ("24", "a1 a 24"),
        ("42", "a1 an 42"),
        ("40", "a1 a 40"),
        ("80", "a1 an 80"),
        ("100", "a1 an 100"),
        ("521", "a1 a 521"),
        ("31000", "a1 an 31000"),
        ("Zuch", "a1 an Zuch"),
    ],
)
def test_the_luxembourgish_n_stays_or_falls(last: str, expected: str) -> None:
    assert translate("list.and", "lb", first="a1", last=last) == expected


def test_no_mark_of_the_n_rule_is_left_in_a_sentence() -> None:
    for key, sentence in catalogue("lb").items():
        names = fields(sentence)
        for filling in ("Rout", "a1", 5):
            text = translate(key, "lb", **dict.fromkeys(names, filling) | {"count": 3})
            assert "(n)" not in text, key
            assert "(nn)" not in text, key


def test_the_locale_chooses_the_language() -> None:
    assert preferred_language({"LANG": "lb_LU.UTF-8"}) == "lb"
    assert preferred_language({"LANG": "fr_FR.UTF-8", "VEIER_LANG": "de"}) == "de"
    assert preferred_language({"LC_ALL": "C", "LANG": "fr_BE"}) == "en"
    assert preferred_language({"LC_ALL": "", "LANG": "fr_BE"}) == "fr"
    assert preferred_language({"LANG": "nl_NL.UTF-8"}) == "en"
    assert preferred_language({}) == "en"
