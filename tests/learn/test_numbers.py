"""A page names the board, the pieces and the points of the game that is played, and no number of another variant."""

from __future__ import annotations

import re

import pytest
from sheets.pdf_reader import read_pdf

import veier
from learn.page_text import page_text, sentences
from veier.core.game import Game
from veier.games import all_specs
from veier.learn import Block, FigureBlock, Heading, Page, lesson_pages, read_lesson, read_page
from veier.messages import LANGUAGES, translate
from veier.sheets import Part, PrintSettings, set_pdf

HOUSE = [
    "4eyes?a=4&b=4&d=2",
    "4eyes?side=3&a=1&b=1&d=2",
    "4eyes?side=4&a=3&b=3&d=2",
    "4eyes-beginners?a=3&b=3&d=1",
    "4eyes-beginners?side=5&a=4&b=4&d=4",
    "4eyes-plus-2p?side=8&tiles=13",
    "4eyes-plus-2p?tiles=12",
    "4eyes-plus-3p?side=11",
    "4eyes-plus-2p-7x7?side=3&tiles=2",
    "4eyes-plus-3p-7x7?tiles=8",
    "4eyes-pencil-2p?side=8",
    "4eyes-pencil-3p-7x7?side=3",
    "hexrows?side=5&stones=30",
    "hexrows?side=7",
    "hexrows?side=7&stones=63",
    "hexrows?side=4&stones=5",
    "hexrows?stones=2",
]
GAMES = [*(game.id for game in veier.all_games()), *HOUSE]

# What is no number of pieces, cells or points: names, options of other readings, phases, rows of four, and the cells
# of a large field.
NAMES = re.compile(r"4EYES\+?|\b[a-z]+=[01]\b|[Pp]hase? [12]\b|\b(?:row|rangée) (?:of|de) 4\b|4er-Rei(?:he)?\b|\b2x2\b")
# Numbers in words from five on; up to four they count corners, players and the stones of a turn.
WORDS = {
    "en": "five six seven eight nine ten eleven twelve thirteen fifteen thirty ninety",
    "de": "fünf sechs sieben acht neun zehn elf zwölf dreizehn fünfzehn dreißig neunzig",
    "fr": "cinq six sept huit neuf dix onze douze treize quinze trente",
    "lb": "fënnef sechs siwen siwe aacht néng zéng eelef zwielef dräizéng fofzéng drësseg nonzeg",
}


def numbers_of(game: Game) -> set[int]:
    """List every number that a page may name: of the board, the pieces, the points, and of the sheet's heading."""
    each = sum(game.pieces.values())
    cells = len(game.rules.cell_names)
    found = {*game.options.values(), *game.pieces.values(), each, cells, len(game.patterns.shapes)}
    found |= {number for value in game.patterns.row_values for number in value}
    found |= {option.usual for option in game.spec.options if option.reading}
    if game.name == "hexrows":
        found.add(each * game.players)
    heading = re.findall(r"\d+", f"{game.ages or ''} {game.minutes or ''} {game.year or ''}")
    return found | {int(number) for number in heading}


def about_the_game(page: Page) -> str:
    """Leave out captions, which are about the game of their figure, and the section on how moves are written."""
    kept: list[str] = [page.title]
    for section in _sections(page):
        text = page_text(Page("", tuple(block for block in section if not isinstance(block, FigureBlock))))
        if not re.search(r"^pass\b|\bf6\b", text, re.MULTILINE):
            kept.append(text)
    return NAMES.sub("", "\n".join(kept))


def _sections(page: Page) -> list[list[Block]]:
    sections: list[list[Block]] = [[]]
    for block in page.blocks:
        if isinstance(block, Heading):
            sections.append([])
        sections[-1].append(block)
    return sections


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_number_of_a_page_is_one_of_the_game(name: str, language: str) -> None:
    game = veier.game(name)
    text = about_the_game(read_page(game, language))
    named = [int(number) for number in re.findall(r"\d+", text)]
    assert set(named) <= numbers_of(game)
    assert set(re.findall(r"\d+x\d+", text)) <= {"{0}x{0}".format(game.options["side"])}
    for split in re.findall(r"\d+\+\d+\+\d+", text):
        assert split == "{a}+{b}+{d}".format(**game.options)
    sizes = {game.options[option.name] for option in all_specs()[game.name].options if not option.reading}
    wanted = {*sizes, *game.pieces.values()}
    assert wanted <= set(named)
    words = re.findall(r"[\w-]+", text.lower())
    assert not set(WORDS[language].split()) & set(words)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_moves_are_written_with_cells_of_the_board(name: str, language: str) -> None:
    game = veier.game(name)
    fields = {
        f"{column}{row}" for column in "ABCDE"[: game.options["side"]] for row in range(1, game.options["side"] + 1)
    }
    known = {*game.rules.cell_names, *(fields if game.name.startswith("4eyes") else ())}
    for sentence in sentences(read_page(game, language)):
        assert set(re.findall(r"\b[a-kA-E]\d+(?=\b|[a-kA-E])", NAMES.sub("", sentence))) <= known, sentence


@pytest.mark.parametrize("name", GAMES)
def test_captions_are_about_rows_that_the_game_can_have(name: str) -> None:
    game = veier.game(name)
    longest = max((value.high for value in game.patterns.row_values), default=0)
    for block in read_page(game, "en").blocks:
        if isinstance(block, FigureBlock):
            assert block.figures
            for each in block.figures:
                assert all(len(row.cells) <= longest for row in each.figure.position.rows())
                run = re.search(r"run of (\d+)", each.caption)
                assert not run or int(run[1]) == len(each.figure.position.rows()[0].cells)


def test_rows_are_worth_what_the_rules_say() -> None:
    def values(name: str) -> list[tuple[int, int, int]]:
        return [tuple(value) for value in veier.game(name).patterns.row_values]  # type: ignore[misc]

    assert values("hexrows") == [(4, 7, 1), (8, 11, 2)]
    assert values("hexrows?side=7") == [(4, 7, 1), (8, 11, 2), (12, 13, 3)]
    assert values("hexrows?side=5&stones=30") == [(4, 7, 1), (8, 9, 2)]
    assert values("hexrows?stones=9") == [(4, 7, 1), (8, 8, 2)]
    assert values("hexrows?stones=8") == [(4, 7, 1)]
    assert values("4eyes") == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_cover_of_a_printed_set_names_the_board_and_the_pieces(name: str, language: str) -> None:
    game = veier.game(name)
    parts: tuple[Part, ...] = ("board", "pieces") if game.pieces else ("board",)
    cover = " ".join(read_pdf(set_pdf(game, PrintSettings(language=language, parts=parts)))[0].text.split())
    assert game.rules.board.text(language) in cover
    assert not game.pieces or " ".join(game.rules.pieces.text(language).split()) in cover
    assert set(re.findall(r"\d+x\d+", cover)) <= {"{0}x{0}".format(game.options["side"])}
    counted = translate("pieces.dominoes" if "plus" in name else "pieces.stones", language, count=2).partition(" ")[2]
    held = {str(count) for count in game.pieces.values()} | {str(sum(game.pieces.values()) * game.players)}
    assert set(re.findall(rf"(\d+) {counted}", cover)) <= held


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", lesson_pages())
def test_lessons_name_cells_and_stones_of_their_own_board(page: str, language: str) -> None:
    for task in read_lesson(page).tasks:
        text = " ".join(each.text(language) for each in (task.text, task.hint))
        cells = set(re.findall(r"\b[a-k]\d+\b", text))
        assert cells <= set(task.position.game.rules.cell_names)
        if task.id == "last-stones":
            assert task.position.reserves[0]["stone"] == 2
