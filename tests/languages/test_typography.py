"""Numbers and spaces as each language writes them."""

from __future__ import annotations

import re

import pytest

from languages.texts import texts
from veier.messages import LANGUAGES, catalogue, message, translate
from veier.messages.typography import format_number, keep_together, parse_number

NO_BREAK = "\N{NO-BREAK SPACE}"
# A sign of two parts after a word, or an opening quotation mark; not an address, an option or a picture of a page.
FRENCH_SIGN = re.compile(r"(?P<before>.)[:;?!»](?![\w:/\[{])|«(?P<after>.)")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_for_one_names_no_number(language: str) -> None:
    """In French it is the form for none, too."""
    ones = {key: sentence["one"] for key, sentence in catalogue(language).items() if isinstance(sentence, dict)}
    assert {key: form for key, form in ones.items() if re.search(r"(?<![\w{.])1(?!\w)", form)} == {}


def test_none_is_said_in_french() -> None:
    assert translate("web.trainer.result", "fr", count=0, asked=20, seconds=60).startswith("Carrés trouvés")
    assert translate("web.trainer.best_time", "fr", count=0).endswith("0 carré")
    assert translate("lesson.right.points", "fr", count=0) == "0 nouveau point."


# What is said of one thing and never of none, or stands behind its number: where there is none, something else is said.
NEVER_NONE = {
    "cli.check-proof.holds",
    "cli.search.wins",
    "cli.solve.plies",
    "explain.book_result",
    "explain.only",
    "explain.row_loose",
    "explain.row_scores",
    "explain.stops",
    "puzzle.kind.score",
    "puzzle.kind.win",
    "puzzle.task.score",
    "puzzle.task.win",
    "puzzle.task.win_of_three",
    "puzzle.wrong.parried",
    "puzzle.wrong.parried_by_two",
    "puzzle.wrong.slower",
    "report.answer.proved",
    "review.turn.allowed_force",
    "review.turn.allowed_force_square",
    "review.turn.missed_force",
    "review.turn.missed_force_square",
    "study.task.also",
    "web.ago.days",
    "web.explore.value",
    "web.invite.title",
    "study.task.only",
    "web.invite.what",
    "web.study.holds",
    "web.study.how.arrow",
    "web.study.how.square",
    "web.study.only",
    "web.review.proved",
    "web.seat.points",
    "web.told.threatens",
    "web.vision.others",
}


def test_french_forms_without_a_number_are_never_said_of_none() -> None:
    ones = {key: sentence["one"] for key, sentence in catalogue("fr").items() if isinstance(sentence, dict)}
    assert {key for key, form in ones.items() if not re.search(r"\{(count|number)\}", form)} == NEVER_NONE


def test_french_signs_stay_with_their_words() -> None:
    wrong = []
    for place, text in texts("fr").items():
        for found in FRENCH_SIGN.finditer(keep_together(text)):
            if (found["before"] or found["after"]) != NO_BREAK:
                wrong.append((place, found[0]))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_measures_stay_with_their_units(language: str) -> None:
    assert f"100{NO_BREAK}mm" in translate("print.step.scale", language)
    assert f"200{NO_BREAK}g/m²" in translate("print.step.card", language)


def test_catalogues_are_read_with_these_spaces() -> None:
    outcome = message("outcome.square", colour=message("colour.red"), cells=("a1", "b1", "b2", "a2"))
    assert outcome.text("fr") == f"Rouge gagne{NO_BREAK}: quatre pions forment un carré sur a1, b1, b2 et a2."
    assert translate("cli.search.percent", "de", number=25) == f"25{NO_BREAK}%"
    assert "::1" in translate("cli.option.trusted-proxies", "fr")
    assert f"{NO_BREAK}::1" not in translate("cli.option.trusted-proxies", "fr")


@pytest.mark.parametrize(
    ("language", "measure", "many"),
    [
        ("lb", "25,5", "1.234.567"),
        ("fr", "25,5", "1\u202f234\u202f567"),
        ("de", "25,5", "1.234.567"),
        ("en", "25.5", "1,234,567"),
    ],
)
def test_numbers(language: str, measure: str, many: str) -> None:
    assert format_number(25.5, language) == measure
    assert format_number(30.0, language) == "30"
    assert format_number(25.46, language, decimals=1) == measure
    assert format_number(1234567, language, grouped=True) == many
    assert format_number(1234567, language) == "1234567"
    assert parse_number(measure, language) == parse_number("25.5", language) == 25.5


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_in_sentences(language: str) -> None:
    told = translate("print.contents.board", language, board="x", size=25.5)
    assert f"{format_number(25.5, language)} mm" in told
