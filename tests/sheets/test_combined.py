"""Combined sets: one set of pieces, and the boards of all games that it serves."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import veier
from sheets.pdf_reader import Sheet, read_pdf
from veier.core.errors import VeierError
from veier.messages import LANGUAGES, translate
from veier.sheets import PAPERS, PaperName, Part, PrintSettings, combined_games, contents_of, read_parts, set_pdf

DOMINO = (16, 33, 0.12)
PLUS = ["4eyes-plus-2p", "4eyes-plus-3p", "4eyes-plus-2p-7x7", "4eyes-plus-3p-7x7"]


def print_combined(game: str, **settings: Any) -> list[Sheet]:
    return read_pdf(set_pdf(veier.game(game), PrintSettings(combined=True, **settings)))


def whole(sheet: Sheet) -> str:
    return sheet.text_in(0, 0, sheet.width, sheet.height)


@pytest.mark.parametrize("game", PLUS)
@pytest.mark.parametrize("paper", PAPERS)
def test_thirty_dominoes_serve_four_games_on_two_boards(game: str, paper: PaperName) -> None:
    sheets = print_combined(game, paper=paper)
    fronts = [sheet for sheet in sheets if "· pieces, front" in sheet.text]
    backs = [sheet for sheet in sheets if "· pieces, back" in sheet.text]
    assert sum(len(sheet.sized(*DOMINO)) for sheet in fronts) == 30
    assert sum(len(sheet.sized(*DOMINO)) for sheet in backs) == 30
    boards = [number for number, sheet in enumerate(sheets) if "· board" in sheet.text]
    assert ["9x9 cells" in sheets[number].text for number in boards] == [True, False]
    assert ["7x7 cells" in sheets[number].text for number in boards] == [False, True]
    assert all(number % 2 == 0 for number in boards), "each board has paper of its own"
    assert sum("What you need" in sheet.text for sheet in sheets) == 1, "the rules are the same"


@pytest.mark.parametrize(("paper", "nine", "seven"), [("a4", 2, 2), ("letter", 4, 2)])
def test_in_a_large_combined_set_each_sheet_of_a_board_has_paper_of_its_own(
    paper: PaperName, nine: int, seven: int
) -> None:
    """Printed on both sides, no two of them share a paper, and nothing else is on the back of one."""
    sheets = print_combined("4eyes-plus-2p", paper=paper, large=True)
    boards = [number for number, sheet in enumerate(sheets) if "· board" in sheet.text]
    assert ["9x9 cells" in sheets[number].text for number in boards] == [True] * nine + [False] * seven
    for number in boards:
        assert number % 2 == 0
        assert sheets[number + 1].text.endswith("left empty, so that fronts and backs meet")


@pytest.mark.parametrize("game", PLUS)
def test_every_game_finds_its_pieces_on_the_side_that_the_cover_names(game: str) -> None:
    contents = contents_of(veier.game(game), PrintSettings(combined=True))
    assert [use.game.id for use in contents.uses] == PLUS
    for use in contents.uses:
        faces = [piece.front if use.side == "front" else piece.back for piece in contents.pieces]
        held = Counter((face.owner, face.slot.piece) for face in faces if face)
        needed = {
            (tray.colour, slot.piece): slot.total for tray in use.game.start().view().trays for slot in tray.slots
        }
        assert all(held[piece] >= count for piece, count in needed.items())


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cover_says_what_serves_which_game(language: str, large: bool) -> None:
    sheets = print_combined("4eyes-plus-2p", language=language, large=large, parts=("board", "pieces"))
    words = " ".join(whole(sheet) for sheet in sheets[:2])
    for name, side in zip(PLUS, ("front", "back", "front", "back"), strict=True):
        game = veier.game(name)
        needs = translate("print.use", language, board=game.rules.board, pieces=game.rules.pieces)
        told = f"{game.text('title').text(language)} – {needs}, {translate(f'print.use.{side}', language)}"
        assert " ".join(told.split()) in words
    assert translate("print.players_range", language, low=2, high=3) in words


def test_the_tiles_of_4eyes_serve_beginners_too() -> None:
    sheets = print_combined("4eyes-beginners")
    assert sum(len(sheet.sized(33, 33, 0.12)) for sheet in sheets if "pieces to cut out" in sheet.text) == 20
    beginners = veier.game("4eyes-beginners")
    needs = translate("print.use", "en", board=beginners.rules.board, pieces=beginners.rules.pieces)
    assert f"{beginners.title} – {needs}" in whole(sheets[0])
    assert sum("What you need" in sheet.text for sheet in sheets) == 2, "rules of its own"


def test_the_puzzles_of_all_games_come_with_a_combined_set() -> None:
    sheets = print_combined("4eyes-plus-3p", parts=("puzzles",))
    titles = [veier.game(name).title for name in PLUS]
    solutions = [sheet for sheet in sheets if whole(sheet).startswith("Solutions")]
    assert [[title for title in titles if whole(sheet).endswith(f"Solutions · {title}")] for sheet in solutions] == [
        [title] for title in titles
    ]


def test_a_board_of_another_size_takes_the_place_of_the_usual_one() -> None:
    games = combined_games(veier.game("4eyes-plus-2p?side=8&tiles=13"), PrintSettings())
    assert [game.id for game in games] == ["4eyes-plus-2p?side=8&tiles=13", *PLUS[1:]]


@pytest.mark.parametrize("game", ["hexrows", "4eyes-pencil-2p", "4eyes-plus-2p?side=11"])
def test_pieces_that_serve_no_other_game_are_told(game: str) -> None:
    with pytest.raises(VeierError, match="serve no other game"):
        contents_of(veier.game(game), PrintSettings(combined=True))


def test_a_large_board_may_have_cells_of_the_same_size_only_in_large_print() -> None:
    game = veier.game("4eyes-plus-2p?side=11")
    assert combined_games(game, PrintSettings()) == ()
    assert game in combined_games(game, PrintSettings(large=True))


@pytest.mark.parametrize(
    ("game", "parts", "told"),
    [
        (
            "4eyes-pencil-2p",
            ("pieces",),
            "there is no part “pieces” for 4EYES+ with two pencils; there are board, sheets, rules, puzzles",
        ),
        (
            "hexrows?side=4&stones=10",
            ("board", "puzzles"),
            "there is no part “puzzles” for Hexagonal rows; there are board, pieces, sheets, rules",
        ),
        ("4eyes", (), "choose at least one part: board, pieces, sheets, rules, puzzles"),
    ],
)
def test_empty_parts_are_refused(game: str, parts: tuple[Part, ...], told: str) -> None:
    with pytest.raises(VeierError, match=told.replace("+", r"\+")):
        set_pdf(veier.game(game), PrintSettings(parts=parts))


@pytest.mark.parametrize("text", ["", " ", ",", " , "])
def test_no_part_is_no_choice(text: str) -> None:
    with pytest.raises(VeierError, match="choose at least one part"):
        read_parts(text)
