"""The texts of the rules: alike in all languages, with the facts of the game, in the words of each language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import veier
from learn.page_text import sentences
from veier.learn import Bullets, FigureBlock, page_name, read_page
from veier.learn.blocks import Block, Spans, Steps
from veier.messages import LANGUAGES, fill_in

PAGES = {page_name(game): game for game in veier.all_games()}
FOLDER = Path(veier.__file__).parent / "messages" / "rules"
# Words that end in n for good, because it belongs to their stem; and names.
N_FOR_GOOD = {"Auerzäresënn", "Enn", "Kolonn", "Pierson", "Versioun"}
# Words without the n that they have before vowels and n, d, t, z, h, where nothing else is written alike.
WITHOUT_N = {"e": "en", "de": "den", "vu": "vun", "hu": "hunn", "gi": "ginn", "ka": "kann", "wa": "wann", "da": "dann"}
WITHOUT_N |= {"ee": "een", "kee": "keen", "dee": "deen", "däi": "däin", "säi": "säin", "a": "an", "scho": "schonn"}


def shape(block: Block) -> object:
    """Tell what a block is, without its words."""
    match block:
        case FigureBlock(figures):
            return [figure.figure.id for figure in figures]
        case Bullets(items) | Steps(items):
            return type(block).__name__, [strong(item) for item in items]
        case _:
            return type(block).__name__


def strong(item: Spans) -> int:
    return sum(span.style != "plain" for span in item)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [game.id for game in veier.all_games()])
def test_every_game_has_its_rules_in_every_language(game: str, language: str) -> None:
    page = read_page(veier.game(game), language)
    text = "\n".join(sentences(page))
    assert not re.search(r"[{}*\[\]]|\(n", text)
    assert veier.game(game).author in text
    for assumption in veier.game(game).assumptions:
        assert assumption.text(language) in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_all_languages_have_the_same_structure(name: str, language: str) -> None:
    here, english = (read_page(PAGES[name], each).blocks for each in (language, "en"))
    assert [shape(block) for block in here] == [shape(block) for block in english]


def test_all_languages_have_the_same_files() -> None:
    folders = [FOLDER / language for language in LANGUAGES]
    names = [{file.relative_to(folder) for file in folder.rglob("*.md")} for folder in folders]
    assert names == [names[0]] * len(LANGUAGES)
    texts = "\n".join(file.read_text(encoding="utf-8") for file in FOLDER.rglob("*.md"))
    used = set(re.findall(r"^\[(.+)\]$", texts, re.MULTILINE))
    assert used == {file.stem for file in (FOLDER / "en" / "parts").iterdir()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_facts_are_those_of_the_game(language: str) -> None:
    usual, house = (read_page(veier.game(name), language) for name in ("4eyes", "4eyes?side=4&a=2&b=2&d=2"))
    assert "696" in "\n".join(sentences(usual))
    changed = "\n".join(sentences(house))
    assert "4x4" in changed
    assert "260" in changed
    assert " 6 " in changed
    assert "3+3+4" not in changed
    states = "\n".join(sentences(read_page(veier.game("hexrows?side=5&stones=30"), language)))
    assert "61" in states
    assert "30" in states


def test_a_language_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="no language 'nl'"):
        read_page(veier.game("4eyes"), "nl")


@pytest.mark.parametrize("name", PAGES)
def test_the_luxembourgish_n_falls_and_stays_as_it_should(name: str) -> None:
    for sentence in sentences(read_page(PAGES[name], "lb")):
        for word, following in re.findall(r"(?<![\w’])(\w+) (?=[„(]?([\w’]+))", sentence):
            stays = fill_in(f"vu(n) {following}", "lb").startswith("vun")
            if word.endswith("n") and word not in N_FOR_GOOD:
                assert stays, f"{word} {following}: {sentence}"
            if word.lower() in WITHOUT_N and not word.isupper():
                assert not stays, f"{WITHOUT_N[word.lower()]} {following}: {sentence}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tone(language: str) -> None:
    """No exclamation marks; short sentences; French spaces before its signs."""
    for game in PAGES.values():
        for text in sentences(read_page(game, language)):
            assert "!" not in text
            assert max(len(sentence.split()) for sentence in re.split(r"[.;:] ", text)) <= 32, text
            if language == "fr":
                assert not re.search(r"[^\N{NO-BREAK SPACE}][:;?»]", text), text
