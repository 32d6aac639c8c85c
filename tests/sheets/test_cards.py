"""Cards and certificates of a tournament: codes that can be scanned, names that fit, everything inside its frame."""

from __future__ import annotations

import numpy as np
import pytest
import zxingcpp
from numpy.typing import NDArray

import veier
from sheets.pdf_reader import Sheet, read_pdf
from veier.messages import LANGUAGES
from veier.sheets import PAPERS, PaperName, PrintSettings
from veier.sheets.cards import Card, cards_pdf
from veier.sheets.certificates import Certificate, certificates_pdf
from veier.sheets.settings import MARGIN

NAMES = [
    "Mia",
    "Maximilian-Alexander",
    "W" * 24,
    "Ann Marie von der Heyden",
    "Éléonore-Charlotte-Joséphine-Augustine-Clémentin",
]
ADDRESS = "https://games.school.example/tournament/abcdefghijklmnop#play="


def links(count: int) -> list[str]:
    return [ADDRESS + f"{number:043d}" for number in range(count)]


@pytest.mark.parametrize("paper", PAPERS)
def test_the_code_of_each_card_is_its_link_and_its_name_stays_on_it(paper: PaperName) -> None:
    cards = [Card(NAMES[number % len(NAMES)], link) for number, link in enumerate(links(12))]
    settings = PrintSettings(paper=paper)
    sheets = read_pdf(cards_pdf(cards, settings))
    assert len(sheets) == 2
    read = [code.text for sheet in sheets for code in zxingcpp.read_barcodes(picture(sheet))]
    assert sorted(read) == sorted(card.link for card in cards)
    width, height = (settings.width - 2 * MARGIN) / 2, (settings.height - 2 * MARGIN) / 5
    for number, card in enumerate(cards):
        row, column = divmod(number % 10, 2)
        left, top = MARGIN + column * width, MARGIN + row * height
        text = sheets[number // 10].text_in(left, top, left + width, top + height)
        # A hyphen at the end of a line is read as \x02.
        assert card.name.replace(" ", "") in text.replace(" ", "").replace("\x02", "-")


def picture(sheet: Sheet) -> NDArray[np.uint8]:
    return sheet.pixels(8).astype(np.uint8)


def test_a_name_is_broken_after_its_hyphen() -> None:
    [sheet] = read_pdf(cards_pdf([Card("Maximilian-Alexander", links(1)[0])], PrintSettings()))
    assert "Maximilian\x02Alexander" in sheet.text


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_certificates_have_every_name_inside_their_frame(language: str, large: bool) -> None:
    game = veier.game("4eyes-beginners")
    given = [Certificate(name, place, len(NAMES), "2½", 5) for place, name in enumerate(NAMES, 1)]
    sheets = read_pdf(certificates_pdf(given, game, (2026, 11, 19), PrintSettings(language, large=large)))
    assert len(sheets) == (5 if large else 3)
    text = "\n".join(sheet.text for sheet in sheets)
    assert all(name in text for name in NAMES)
    assert text.count("2½") == 5
    assert game.text("title").text(language) in text
    for sheet in sheets:
        # Outside the frames there are only marks to cut along, at the left and right.
        pixels, edge = sheet.pixels(2), 16
        middle = pixels.shape[0] // 2
        pixels[edge:-edge, edge:-edge] = pixels[middle - 2 : middle + 3] = 255
        assert pixels.min() == 255
