"""What we decided where the sheets are silent is declared as ours, on the rules pages and in the docs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import veier
from learn.page_text import page_text
from veier.learn import Heading, Page, read_page
from veier.messages import LANGUAGES, translate

RULINGS = Path(__file__).parents[2] / "docs" / "rulings.md"

# Readings by game: a few words of each in every language, and in docs/rulings.md.
READINGS = {
    "4eyes-pencil-2p": [
        {
            "en": "no second phase",
            "fr": "pas de deuxième phase",
            "de": "keine zweite Phase",
            "lb": "keng zweet Phas",
            "docs": "There is no phase 2",
        },
        {
            "en": "number of turns has no limit",
            "fr": "nombre de tours n’a pas de limite",
            "de": "Zahl der Züge hat keine Grenze",
            "lb": "Zuel vun den Zich huet keng Limitt",
            "docs": "number of turns has no limit",
        },
        {
            "en": "If all players pass",
            "fr": "Si tous passent",
            "de": "Passen alle der Reihe nach",
            "lb": "Wann all Spiller hannertenee passen",
            "docs": "If all players pass in turn",
        },
        {
            "en": "as a board of 4EYES+",
            "fr": "taille d’un tablier de 4EYES+",
            "de": "wie auf einem Brett von 4EYES+",
            "lb": "wéi e Spillbriet vu 4EYES+",
            "docs": "The grids are those of 4EYES+",
        },
    ],
    "hexrows": [
        {
            "en": "With equal points, the game is a draw",
            "fr": "À égalité de points, la partie est nulle",
            "de": "Bei gleich vielen Punkten ist das Spiel unentschieden",
            "lb": "Bei gläich ville Punkten ass d’Spill onentscheet",
            "docs": "With equal points the game is drawn",
        },
        {
            "en": "is our reading: 45, half of the 90",
            "fr": "est notre lecture : 45, la moitié des 90",
            "de": "ist unsere Lesart: 45, die Hälfte der 90",
            "lb": "ass eis Liesaart: 45, d’Halschent vun deenen 90",
            "docs": "45 for each player",
        },
        {
            "en": "Ours are red and blue",
            "fr": "Les nôtres sont rouge et bleu",
            "de": "Unsere sind Rot und Blau",
            "lb": "Eis si rout a blo",
            "docs": "The colours are red and blue",
        },
        {
            "en": "as soon as you make the point",
            "fr": "dès que le point est fait",
            "de": "sobald der Punkt gemacht ist",
            "lb": "soubal de Punkt gemaach ass",
            "docs": "set aside as soon as a point is made",
        },
    ],
    "4eyes": [
        {
            "en": "the same mix of the three types",
            "fr": "le même mélange des trois types",
            "de": "dieselbe Mischung der drei Arten",
            "lb": "déi selwecht Mëschung aus den dräi Zorten",
            "docs": "the same mix of tiles",
        },
        {
            "en": "how large the usual board is",
            "fr": "la taille habituelle du tablier",
            "de": "wie groß das Brett üblicherweise ist",
            "lb": "wéi grouss d’Spillbriet normalerweis ass",
            "docs": "its board has 5x5 large fields",
        },
        {
            "en": "Squares of every size and tilt count",
            "fr": "Les carrés de toute taille et de toute inclinaison",
            "de": "Quadrate jeder Größe und Schräge",
            "lb": "Quadrater vun all Gréisst",
            "docs": "Any geometric square counts",
        },
    ],
    "4eyes-plus-2p": [
        {
            "en": "every domino is red and blue. The sheet",
            "fr": "toutes les tuiles sont rouges et bleues. La feuille",
            "de": "jedes Plättchen rot und blau. Das Regelblatt",
            "lb": "all Plättche rout a blo. D’Reegelblat",
            "docs": "every domino has one red and one blue stone",
        },
        {
            "en": "in any direction and either way round. The sheet",
            "fr": "dans les deux sens. La feuille",
            "de": "gleich wie herum. Das Regelblatt",
            "lb": "egal wéi erëm. D’Reegelblat",
            "docs": "in any direction and either way round, in both phases",
        },
    ],
}
SAME_AS = {"4eyes-beginners": "4eyes", "4eyes-pencil-3p-7x7": "4eyes-pencil-2p", "4eyes-plus-3p-7x7": "4eyes-plus-2p"}


def readings(page: Page) -> str:
    """Return the last section but one: how we read the rules."""
    starts = [index for index, block in enumerate(page.blocks) if isinstance(block, Heading)]
    return " ".join(page_text(Page("", page.blocks[starts[-2] : starts[-1]])).split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*READINGS, *SAME_AS])
def test_pages_declare_what_is_ours(name: str, language: str) -> None:
    declared = readings(read_page(veier.game(name), language))
    for reading in READINGS[SAME_AS.get(name, name)]:
        assert reading[language] in declared


@pytest.mark.parametrize("name", READINGS)
def test_the_docs_declare_it_too(name: str) -> None:
    docs = " ".join(RULINGS.read_text(encoding="utf-8").split())
    for reading in READINGS[name]:
        assert reading["docs"] in docs


@pytest.mark.parametrize("name", [game.id for game in veier.all_games()])
def test_the_docs_have_the_heading_of_each_sheet(name: str) -> None:
    game = veier.game(name)
    heading = f"| {game.ages.replace('–', '-')} | {game.minutes} |" if game.ages else "| not said | not said |"
    rows = [line for line in RULINGS.read_text(encoding="utf-8").splitlines() if heading in line]
    assert any(re.search(game.author, row) for row in rows)


def test_a_chosen_number_is_no_reading_of_ours() -> None:
    for language in LANGUAGES:
        page = readings(read_page(veier.game("hexrows?side=5&stones=30"), language))
        ours = translate("assumed.stones", language, each=30, all=60)
        assert " ".join(ours.split()) not in page
