"""Sets to print and play, read back: every millimetre that a player will cut along."""

from __future__ import annotations

import re
from itertools import pairwise, product

import numpy as np
import pytest
from numpy.typing import NDArray

import veier
from sheets.pdf_reader import Sheet, read_pdf
from veier.messages import LANGUAGES, translate
from veier.sheets import EDITIONS, PAPERS, PARTS, Duplex, PaperName, PrintSettings, contents_of, set_pages, set_pdf
from veier.sheets.board import OVERLAP
from veier.sheets.page import UNPRINTABLE
from veier.sheets.seams import choose_seams, windows
from veier.view import Edition
from veier.view.outline import box_around
from veier.view.surfaces import board_outline

GAMES = [game.id for game in veier.all_games()]
LINE = 0.12  # the line around a piece


def print_set(game: str, **settings: object) -> list[Sheet]:
    return read_pdf(set_pdf(veier.game(game), PrintSettings(**settings)))  # type: ignore[arg-type]


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_have_the_size_of_the_paper(paper: PaperName) -> None:
    for sheet in print_set("4eyes-plus-2p", paper=paper):
        assert (sheet.width, sheet.height) == pytest.approx(PAPERS[paper], abs=0.01)


# Each game in each size, on each paper and in each language, without all combinations of them.
RULERS = [
    (game, large, paper, language)
    for game in [*GAMES, "4eyes-plus-2p?side=11"]
    for (large, paper), language in zip(product([False, True], PAPERS), LANGUAGES, strict=True)
]


@pytest.mark.parametrize(("game", "large", "paper", "language"), RULERS)
def test_a_ruler_of_100_mm_stands_below_the_step_that_speaks_of_it(
    game: str, large: bool, paper: PaperName, language: str
) -> None:
    parts = [part for part in PARTS if part != "puzzles" and (part != "pieces" or veier.game(game).pieces)]
    sheets = print_set(game, large=large, paper=paper, parts=tuple(parts), language=language)
    [(sheet, ruler)] = [
        (sheet, shape)
        for sheet in sheets[:3]
        for shape in sheet.shapes
        if abs(shape.width - 2 * 0.2 - 100) < 0.03 and shape.height < 7
    ]
    assert "100 mm" in sheet.text_in(0, ruler.y, sheet.width, sheet.height)
    above = sheet.text_in(0, 0, sheet.width, ruler.y)
    assert " ".join(translate("print.step.scale", language).split()) in above


@pytest.mark.parametrize(("language", "measure"), [("lb", "25,5"), ("fr", "25,5"), ("de", "25,5"), ("en", "25.5")])
def test_measures_are_written_as_in_the_language(language: str, measure: str) -> None:
    first = print_set("4eyes", large=True, parts=("board",), language=language)[0]
    assert re.findall(r"\d+[.,]\d+(?= mm)", first.text) == [measure]


@pytest.mark.parametrize(("game", "cells"), [("4eyes", 100), ("4eyes-beginners", 64), ("4eyes-plus-2p", 81)])
@pytest.mark.parametrize("paper", PAPERS)
def test_cells_are_17_mm_apart_on_every_paper(game: str, cells: int, paper: PaperName) -> None:
    board = print_set(game, parts=("board",), paper=paper)[1]
    dimple = 2 * 17 / 40 * (3.6 if game.startswith("4eyes-beg") or game == "4eyes" else 3.2)
    middles = {shape.middle for shape in board.sized(dimple, dimple)}
    columns = sorted({x for x, _ in middles})
    side = round(cells**0.5)
    assert len(columns) == side
    assert np.allclose(np.diff(columns), 17, atol=0.02)


@pytest.mark.parametrize(
    ("game", "size", "count"),
    [
        ("4eyes", (33, 33), 20),
        ("4eyes-beginners", (33, 33), 14),
        ("4eyes?a=4&b=4&d=2", (33, 33), 20),
        ("4eyes-plus-2p", (16, 33), 30),
        ("4eyes-plus-3p", (16, 33), 30),
        ("4eyes-plus-2p-7x7", (16, 33), 18),
        ("4eyes-plus-2p?side=8&tiles=13", (16, 33), 27),
        ("hexrows", (13, 13), 90),
        ("hexrows?side=5&stones=30", (13, 13), 60),
    ],
)
@pytest.mark.parametrize("paper", PAPERS)
def test_there_are_as_many_pieces_as_the_game_has(
    game: str, size: tuple[float, float], count: int, paper: PaperName
) -> None:
    sheets = print_set(game, parts=("pieces",), paper=paper)
    two_sided = "plus" in game
    fronts, backs = sheets[2 if two_sided else 1 :: 2 if two_sided else 1], sheets[3::2] if two_sided else []
    assert sum(len(sheet.sized(*size, LINE)) for sheet in fronts) == count
    assert sum(len(sheet.sized(*size, LINE)) for sheet in backs) == (count if two_sided else 0)


def test_stones_on_tiles_stand_over_the_cells_of_the_board() -> None:
    sheet = print_set("4eyes", parts=("pieces",))[1]
    stones = {shape.middle for shape in sheet.sized(2 * 14.4 * 0.425, 2 * 14.4 * 0.425)}
    for tile in sheet.sized(33, 33, LINE):
        x, y = tile.middle
        corners = {(round(x + dx, 1), round(y + dy, 1)) for dx in (-8.5, 8.5) for dy in (-8.5, 8.5)}
        assert len(corners & {(round(a, 1), round(b, 1)) for a, b in stones}) == 2


@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", ["4eyes-plus-2p", "4eyes-plus-3p-7x7", "4eyes-plus-2p?side=8&tiles=13"])
def test_turned_sheets_put_each_back_behind_its_front(game: str, paper: PaperName, duplex: Duplex) -> None:
    sheets = print_set(game, paper=paper, duplex=duplex, large=True, parts=("board", "pieces"))
    fronts = [number for number, sheet in enumerate(sheets) if "pieces, front" in sheet.text]
    assert fronts
    for number in fronts:
        assert number % 2 == 0, "a front must be on the front of a sheet"
        front, back = sheets[number], sheets[number + 1]
        assert "pieces, back" in back.text
        here = sorted(shape.middle for shape in front.sized(24.5, 50, LINE))
        there = [shape.middle for shape in back.sized(24.5, 50, LINE)]
        turn = [(front.width - x, y) if duplex == "long" else (x, front.height - y) for x, y in there]
        assert here
        assert np.allclose(here, sorted(turn), atol=0.02)


def test_a_board_is_not_printed_behind_another_page_of_a_two_sided_set() -> None:
    sheets = print_set("4eyes-plus-3p")
    [board] = [number for number, sheet in enumerate(sheets) if "· board" in sheet.text]
    assert board % 2 == 0
    assert "left empty" in sheets[board + 1].text


@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", [game for game in GAMES if "plus" in game])
def test_each_sheet_of_a_large_board_has_paper_of_its_own(game: str, paper: PaperName, duplex: Duplex) -> None:
    settings = PrintSettings(large=True, paper=paper, duplex=duplex, parts=("board", "pieces", "rules"))
    assert contents_of(veier.game(game), settings).is_two_sided
    sheets = read_pdf(set_pdf(veier.game(game), settings))
    boards = [number for number, sheet in enumerate(sheets) if "· board" in sheet.text]
    assert boards
    for number in boards:
        assert number % 2 == 0
        assert "left empty" in sheets[number + 1].text


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", [*GAMES, "4eyes-plus-2p?side=11", "hexrows?side=5&stones=30"])
def test_boards_are_joined_between_cells(game: str, paper: PaperName, large: bool) -> None:
    view, settings = veier.game(game).start().view(), PrintSettings(paper=paper, large=large)
    scale = settings.scale(view)
    places, half = (view.fields, 40.0) if view.fields else (view.cells, 19.0 if view.surface == "hexagon" else 20.0)
    for axis, room in enumerate((settings.area.width, settings.area.height)):
        seams = choose_seams(view, axis, room / scale, OVERLAP / scale)
        outline = box_around(board_outline(view))
        ends = (outline.left, outline.right) if axis == 0 else (outline.top, outline.bottom)
        parts = windows(seams, axis, ends, OVERLAP / scale)
        assert (parts[0][0], parts[-1][1]) == ends
        assert all(scale * (stop - start) <= room + 1e-6 for start, stop in parts)
        assert all(scale * (before[1] - after[0]) >= OVERLAP - 1e-6 for before, after in pairwise(parts))
        for seam in seams:
            for start, end in pairwise(np.array(seam)):
                for share in np.linspace(0, 1, 9):
                    x, y = start + share * (end - start)
                    if view.surface == "hexagon":
                        assert min(np.hypot(place.x - x, place.y - y) for place in places) >= half
                    else:
                        assert min(max(abs(place.x - x), abs(place.y - y)) for place in places) >= half


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_printed_where_printers_cannot(game: str) -> None:
    for large in (False, True):
        parts = tuple(part for part in PARTS if part != "pieces" or veier.game(game).pieces)
        for sheet in print_set(game, large=large, paper="letter" if large else "a4", parts=parts):
            pixels = sheet.pixels(2)
            edge = int(2 * UNPRINTABLE)
            inside = pixels[edge:-edge, edge:-edge].copy()
            assert inside.min() < 200, "the page is empty"
            pixels[edge:-edge, edge:-edge] = 255
            assert pixels.min() == 255


@pytest.mark.parametrize("game", ["4eyes", "4eyes-plus-3p", "4eyes-pencil-2p", "hexrows"])
def test_the_edition_without_colours_has_none(game: str) -> None:
    for sheet in print_set(game, edition="black-and-white")[1:]:
        pixels = sheet.pixels(1)
        # Titles are in the ink of every sheet, which is nearly black.
        assert (pixels.max(axis=2) - pixels.min(axis=2)).max() < 24


def test_saving_ink_saves_ink() -> None:
    def ink(edition: Edition) -> float:
        sheets = print_set("4eyes", edition=edition, parts=("board", "pieces"))[1:]
        return float(sum((255 - sheet.pixels(1)).sum() for sheet in sheets))

    assert ink("ink-saving") < ink("colour") / 3
    assert ink("ink-saving") < ink("black-and-white")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_language_is_written_whole_with_embedded_fonts(game: str, language: str) -> None:
    sheets = print_set(game, language=language)
    words = sheets[0].text_in(0, 0, sheets[0].width, sheets[0].height)
    assert veier.game(game).text("title").text(language) in words
    assert " ".join(translate("print.step.scale", language).split()) in words
    assert all(sheet.fonts_are_embedded for sheet in sheets)


def test_the_same_set_gives_the_same_bytes() -> None:
    game = veier.game("4eyes-plus-2p")
    assert set_pdf(game, PrintSettings()) == set_pdf(game, PrintSettings())
    assert set_pdf(game, PrintSettings()) != set_pdf(game, PrintSettings(edition="ink-saving"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_preview_shows_what_is_printed(edition: Edition) -> None:
    game, settings = veier.game("4eyes"), PrintSettings(edition=edition, language="lb", parts=("board", "pieces"))
    for page, sheet in zip(set_pages(game, settings), read_pdf(set_pdf(game, settings)), strict=True):
        picture = page.png(420)
        printed = sheet.pixels(2)
        assert picture.startswith(b"\x89PNG")
        shown = _decoded(picture)
        height, width = (min(a, b) for a, b in zip(shown.shape[:2], printed.shape[:2], strict=True))
        difference = np.abs(shown[:height, :width, ::-1] - printed[:height, :width])
        # Both smooth edges in their own way, and hairlines above all.
        assert difference.mean() < 6


def _decoded(picture: bytes) -> NDArray[np.int16]:
    from view.test_png import decode

    width, height, rows = decode(picture)
    pixels = np.frombuffer(b"".join(bytes(row) for row in rows), np.uint8).reshape(height, width, 4)
    return pixels[:, :, :3].astype(np.int16)
