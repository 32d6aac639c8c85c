"""Games, positions and puzzles on paper."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

import veier
from sheets.pdf_reader import read_pdf
from sheets.test_layout import columns_of
from veier.learn.puzzle import describe_puzzle
from veier.learn.puzzle_store import puzzles_of
from veier.messages import LANGUAGES, translate
from veier.record import Node, Record
from veier.sheets import PAPERS, PaperName, PrintSettings, more_parts_of, set_pdf
from veier.sheets.game_sheet import record_pdf
from veier.sheets.page import UNPRINTABLE
from veier.sheets.position_picture import position_pdf

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


@pytest.mark.parametrize("paper", PAPERS)
def test_a_diagram_stays_with_the_move_and_the_comment_that_it_shows(paper: PaperName) -> None:
    record = game_with_comments()
    line = [
        replace(node, comment=f"Comment {number}. " + "Words " * 9 * (number % 5))
        for number, node in enumerate(record.line)
    ]
    sheets = read_pdf(record_pdf(replace(record, line=tuple(line)), PrintSettings(paper=paper)))
    columns = columns_of(sheets, large=False)
    assert len(sheets) > 1
    for number, node in enumerate(line):
        [column] = [column for column in columns if f"Comment {number}." in column]
        assert f"{'Red' if number % 2 == 0 else 'Blue'} {node.text}" in column


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


@pytest.mark.parametrize(
    ("game", "told", "untold"),
    [
        ("4eyes-plus-2p-7x7?elsewhere=1&nogifts=1", "forbidden, too", "Then that player wins"),
        ("4eyes-pencil-2p-7x7?turns=9", "Each player has 9 turns", "The number of turns has no limit"),
        ("hexrows?round=1", "Blue has one more turn", "ends at once when a player"),
    ],
)
def test_rules_are_printed_as_they_are_read(game: str, told: str, untold: str) -> None:
    sheets = read_pdf(set_pdf(veier.game(game), PrintSettings("en", parts=("rules",))))
    words = " ".join(" ".join(sheet.text for sheet in sheets).replace("\N{NO-BREAK SPACE}", " ").split())
    assert told in words
    assert untold not in words


def test_a_limit_of_turns_is_nothing_to_cut_out() -> None:
    usual, limited = (veier.game(game) for game in ("4eyes-pencil-2p", "4eyes-pencil-2p?turns=15"))
    assert limited.start().view().trays == usual.start().view().trays


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


def test_a_solution_is_in_one_column() -> None:
    pages = read_pdf(set_pdf(veier.game("4eyes"), PrintSettings("lb", parts=("puzzles",))))
    columns = columns_of(pages[-1:], large=False)
    whole = [" ".join(remark.text.text("lb") for remark in puzzle.remarks[:2]) for puzzle in puzzles_of("4eyes")]
    assert sum(any(text in column for column in columns) for text in whole) >= 12


@pytest.mark.parametrize("game", [game.id for game in veier.all_games() if game.players == 3])
@pytest.mark.parametrize("language", ["lb", "en"])
def test_puzzles_of_three_name_the_player_and_both_others(game: str, language: str) -> None:
    _, *pages = read_pdf(set_pdf(veier.game(game), PrintSettings(language, parts=("puzzles",))))
    asked = " ".join(" ".join(sheet.text for sheet in pages[:-1]).split())
    told = " ".join(pages[-1].text.split())
    chosen = [puzzle for puzzle in puzzles_of(game) if describe_puzzle(puzzle).text(language) in asked]
    assert asked.count("?") == 12
    assert any(all(name in describe_puzzle(each).text(language) for name in _names(language)) for each in chosen)
    assert sum(puzzle.solution in told for puzzle in chosen) >= 12


def _names(language: str) -> list[str]:
    return [translate(f"colour.{colour}", language) for colour in ("red", "brown", "blue")]
