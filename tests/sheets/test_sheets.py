"""Games, positions and puzzles on paper."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

import veier
from sheets.pdf_reader import read_pdf
from veier.learn.puzzle_store import puzzles_of
from veier.messages import LANGUAGES, translate
from veier.record import Node, Record
from veier.sheets import PrintSettings, set_pdf
from veier.sheets.game_sheet import record_pdf
from veier.sheets.page import UNPRINTABLE
from veier.sheets.position_picture import position_pdf
from veier.sheets.sets import more_parts_of

COMMENT = "Ça menace déjà – größer wird’s nicht."
WON = "34@A1 32@B2 42@D3 32@A3 42@E2 13@D2 31@C5 23@D4 34@E3 14@C1 13@D5 42@A5 34@A4"


def game_with_comments() -> Record:
    record = Record.from_moves("4eyes", WON, seats=("Léa", "Jean-Œuvre"), date=date(2026, 11, 16))
    line = list(record.line)
    line[2] = replace(
        line[2], comment="Ça menace déjà – größer wird’s nicht.", variations=((Node("42@C3"), Node("13@A5")),)
    )
    return replace(record, line=tuple(line), comment="Played at home.", tags=(("Event", "Spillowend"),))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_as_a_sheet_tells_everything_that_its_record_tells(language: str) -> None:
    record = game_with_comments()
    sheets = read_pdf(record_pdf(record, PrintSettings(language)))
    words = " ".join(" ".join(sheet.text for sheet in sheets).split())
    for told in (
        "Léa",
        "Jean-Œuvre",
        "2026-11-16",
        "Spillowend",
        "Played at home.",
        "Ça menace déjà – größer wird’s nicht.",
    ):
        assert told in words
    assert "(2. 42@C3 13@A5)" in words
    assert all(move in words for move in record.moves)
    assert translate("colour.red", language) in words
    assert all(sheet.fonts_are_embedded for sheet in sheets)


def test_a_game_has_a_diagram_where_somebody_comments_and_at_its_end() -> None:
    [sheet] = read_pdf(record_pdf(game_with_comments(), PrintSettings()))
    assert sheet.text.count("After ") == 2


def test_a_game_that_goes_on_says_who_moves_and_one_that_was_given_up_says_so() -> None:
    running = Record.from_moves("hexrows", "f6 g6")
    assert "Red to move" in read_pdf(record_pdf(running, PrintSettings()))[0].text
    given_up = Record.from_moves("hexrows", "f6 g6", result=(1, 0), termination="resigned")  # type: ignore[arg-type]
    assert "1-0, one gave up" in read_pdf(record_pdf(given_up, PrintSettings()))[0].text


def test_long_games_words_and_names_stay_on_the_paper() -> None:
    record = replace(game_with_comments(), comment="x" * 400, seats=("n" * 80, "Ω ж 漢 🙂"))
    for settings in (PrintSettings(), PrintSettings(large=True, paper="letter")):
        for sheet in read_pdf(record_pdf(record, settings)):
            pixels = sheet.pixels(2)
            edge = int(2 * UNPRINTABLE)
            pixels[edge:-edge, edge:-edge] = 255
            assert pixels.min() == 255


@pytest.mark.parametrize("game", ["4eyes", "4eyes-plus-3p", "4eyes-pencil-2p-7x7", "hexrows"])
def test_a_position_as_pdf_is_as_wide_as_asked(game: str) -> None:
    view = veier.game(game).start().view()
    [sheet] = read_pdf(position_pdf(view, width=80, trays=True, theme="black-and-white"))
    assert sheet.width == pytest.approx(80, abs=0.01)
    assert sheet.fonts_are_embedded


def test_another_board_has_no_puzzles_of_the_usual_one() -> None:
    assert more_parts_of(veier.game("hexrows")) == ("puzzles",)
    assert more_parts_of(veier.game("hexrows?side=4&stones=10")) == ()


@pytest.mark.parametrize("game", ["4eyes-beginners", "hexrows", "4eyes-plus-3p-7x7"])
def test_puzzles_come_with_their_solutions_on_another_page(game: str) -> None:
    _, *pages = read_pdf(set_pdf(veier.game(game), PrintSettings(parts=("puzzles",))))
    asked, told = pages[:-1], pages[-1].text
    solutions = {puzzle.solution for puzzle in puzzles_of(game)}
    assert sum(sheet.text.count("to move") for sheet in asked) + sum("only" in sheet.text.lower() for sheet in asked)
    assert "Solutions" in told
    assert sum(solution in told for solution in solutions) >= min(10, len(solutions))
    assert not any(f" {solution} " in sheet.text for sheet in asked for solution in solutions if "@" in solution)
