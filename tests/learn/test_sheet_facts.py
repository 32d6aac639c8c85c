"""Age, length and credits as the authors' sheets give them, wherever a game is shown; nothing where they are silent."""

from __future__ import annotations

import json
import re

import pytest
from sheets.pdf_reader import read_pdf

import veier
from learn.page_text import page_text
from veier.learn import read_page
from veier.messages import LANGUAGES
from veier.server.catalogue import games_json
from veier.sheets import PrintSettings, set_pdf

# The heading of each sheet: "Alter: 12+ • Dauer: 20 Minuten" (4EYES), "Age: 12-99 • Durée: 20 minutes" (4EYES with the
# beginners' version; 4EYES+; its pencil version). The sheet of the hexagonal game has neither.
SHEETS = {"4eyes": ("12+", 20), "hexrows": (None, None)}
EIGHT_MORE = ("12–99", 20)
GAMES = [game.id for game in veier.all_games()]

THANKS = {
    "fr": "Merci à François Haffner (JEUXSOC) pour avoir contribué à l’amélioration des règles du jeu par ses "
    "remarques et conseils.",
    "de": "Dank an François Haffner (JEUXSOC), der mit seinen Anmerkungen und Ratschlägen dazu beigetragen hat, die "
    "Spielregeln zu verbessern.",
    "lb": "Merci un de François Haffner (JEUXSOC), dee mat senge Bemierkungen a Rotschléi dozou bäigedroen huet, "
    "d’Spillreegelen ze verbesseren.",
    "en": "Thanks to François Haffner (JEUXSOC) for having helped to improve the rules of the game with his remarks "
    "and advice.",
}
IDEA = {
    "lb": "Konzept an Iddi: Martin Dieterle",
    "fr": "Idée et copyright : Martin Dieterle",
    "de": "Idee und Copyright: Martin Dieterle",
    "en": "Idea and Copyright: Martin Dieterle",
}
BY = {
    "lb": "E Spill vum Gérard Pierson",
    "fr": "Un jeu de Gérard Pierson",
    "de": "Ein Spiel von Gérard Pierson",
    "en": "A game by Gérard Pierson",
}


def credits_of(game: str, language: str) -> list[str]:
    """What a sheet says about the people behind a game."""
    if game.startswith("hexrows"):
        return [IDEA[language]]
    thanked = game.startswith(("4eyes-beginners", "4eyes?")) or game == "4eyes"
    return [BY[language], THANKS[language]] if thanked else [BY[language]]


def plain(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("name", GAMES)
def test_games_have_the_age_and_length_of_their_sheet(name: str) -> None:
    ages, minutes = SHEETS.get(name, EIGHT_MORE)
    game = veier.game(name)
    assert (game.ages, game.minutes) == (ages, minutes)
    [shown] = [each for each in json.loads(games_json())["games"] if each["id"] == name]
    assert (shown["ages"], shown["minutes"]) == (ages, minutes)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*GAMES, "4eyes?a=4&b=4&d=2", "hexrows?side=5&stones=30"])
def test_rules_pages_and_printed_sheets_say_it(name: str, language: str) -> None:
    game = veier.game(name)
    page = plain(page_text(read_page(game, language)))
    cover, *rest = (plain(sheet.text) for sheet in read_pdf(set_pdf(game, PrintSettings(language=language))))
    minutes = r"\b{} [Mm]in"
    for text in (page, cover):
        if game.minutes is None:
            assert not re.search(minutes.format(r"\d+"), text)
        else:
            assert re.search(minutes.format(game.minutes), text)
            assert str(game.ages) in text
    for credit in credits_of(name, language):
        assert credit in page
        # Columns break lines anywhere, and the reader of PDFs leaves out the space there.
        assert credit.replace(" ", "") in "".join(rest).replace(" ", "").replace("\N{SOFT HYPHEN}", "")
    assert credits_of(name, language)[0] in cover


@pytest.mark.parametrize("language", LANGUAGES)
def test_credits_are_those_of_the_sheets(language: str) -> None:
    for name in GAMES:
        assert [plain(credit.text(language)) for credit in veier.game(name).credits] == credits_of(name, language)
