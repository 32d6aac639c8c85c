"""Sheets to print over HTTP: sets, pictures of their pages, games and positions."""

from __future__ import annotations

import pytest
from sheets.pdf_reader import read_pdf

import veier
from server.serving import Visitor
from server.test_errors import check
from veier.sheets import PrintSettings, set_pdf


def test_a_set_is_the_same_as_the_library_makes(ada: Visitor) -> None:
    chosen = {"lang": "fr", "paper": "letter", "edition": "ink-saving", "parts": "board,pieces"}
    answer = ada.get("/print/4eyes.pdf", **chosen, a=4, b=4, d=2)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/pdf"
    assert 'filename="4eyes-fr.pdf"' in answer.headers["content-disposition"]
    settings = PrintSettings("fr", "letter", "ink-saving", parts=("board", "pieces"))
    assert answer.content == set_pdf(veier.game("4eyes?a=4&b=4&d=2"), settings)


def test_what_a_set_is_made_of(ada: Visitor) -> None:
    about = ada.get("/print/4eyes-plus-2p").json()
    assert about["parts"] == ["board", "pieces", "rules"]
    assert about["twoSided"]
    assert about["pages"] == len(read_pdf(ada.get("/print/4eyes-plus-2p.pdf").content))
    assert ada.get("/print/4eyes-beginners").json()["more"] == ["puzzles"]
    assert not ada.get("/print/hexrows").json()["twoSided"]


def test_a_combined_set_and_the_games_that_it_serves(ada: Visitor) -> None:
    about = ada.get("/print/4eyes-plus-3p", combined="true").json()
    assert about["combined"] == ["4eyes-plus-2p", "4eyes-plus-3p", "4eyes-plus-2p-7x7", "4eyes-plus-3p-7x7"]
    assert ada.get("/print/hexrows").json()["combined"] == []
    answer = ada.get("/print/4eyes-plus-3p.pdf", combined="true", lang="de")
    assert 'filename="4eyes-plus-combined-de.pdf"' in answer.headers["content-disposition"]
    assert len(read_pdf(answer.content)) == about["pages"]
    assert answer.content == set_pdf(veier.game("4eyes-plus-3p"), PrintSettings("de", combined=True))


def test_every_page_has_a_picture_and_no_other(ada: Visitor) -> None:
    pages = ada.get("/print/4eyes-pencil-2p", parts="sheets").json()["pages"]
    for number in range(1, pages + 1):
        picture = ada.get("/print/4eyes-pencil-2p.png", parts="sheets", page=number)
        assert picture.headers["content-type"] == "image/png"
        assert picture.content.startswith(b"\x89PNG")
    check(ada.get("/print/4eyes-pencil-2p.png", parts="sheets", page=pages + 1), 404)


def test_the_game_of_a_table_as_a_sheet(ada: Visitor) -> None:
    table = ada.open()["id"]
    ada.move(table, "d4")
    [sheet] = read_pdf(ada.get(f"/tables/{table}/sheet.pdf", lang="de").content)
    assert "d4" in sheet.text
    assert "Sechseckige Reihen" in sheet.text


def test_moves_as_a_sheet_and_a_position_as_a_picture(ada: Visitor) -> None:
    start = veier.format_position(veier.game("hexrows").start().play("f6", "g6"))
    [sheet] = read_pdf(ada.get("/sheet.pdf", game="hexrows", start=start, moves="e5 f7").content)
    assert "e5" in sheet.text
    [picture] = read_pdf(ada.get("/positions.pdf", game="4eyes", moves="13@C3").content)
    assert picture.width == pytest.approx(120, abs=0.01)


@pytest.mark.parametrize(
    ("path", "query", "status", "key"),
    [
        ("/print/chess.pdf", {}, 404, "game.unknown"),
        ("/print/4eyes.pdf", {"side": "99"}, 422, "option.range"),
        ("/print/4eyes.pdf", {"parts": "lid"}, 422, "print.unknown_part"),
        ("/print/4eyes.pdf", {"parts": ""}, 422, "print.no_parts"),
        ("/print/4eyes-pencil-2p.pdf", {"parts": "pieces"}, 422, "print.empty_part"),
        ("/print/4eyes-pencil-2p.png", {"parts": "pieces"}, 422, "print.empty_part"),
        ("/print/4eyes-pencil-2p", {"parts": "pieces"}, 422, "print.empty_part"),
        ("/print/hexrows.pdf", {"combined": "true"}, 422, "print.not_combined"),
        ("/print/4eyes.pdf", {"paper": "a3"}, 422, "server.field"),
        ("/print/4eyes.png", {"page": "0"}, 422, "server.field"),
        ("/print/4eyes.pdf", {"colour": "1"}, 422, "option.unknown"),
        ("/sheet.pdf", {"game": "4eyes", "moves": "99@C3"}, 422, None),
        ("/tables/AAAAAAAAAAAAAAAA/sheet.pdf", {}, 404, "server.not_found"),
    ],
)
def test_what_cannot_be_printed(ada: Visitor, path: str, query: dict[str, str], status: int, key: str | None) -> None:
    check(ada.get(path, **query), status, key)


def test_whoever_asks_too_often_waits(bob: Visitor) -> None:
    answers = (bob.get("/positions.pdf", game="nothing") for _ in range(300))
    refused = next(answer for answer in answers if answer.status_code == 429)
    check(refused, 429, "server.too_often")
    assert int(refused.headers["retry-after"]) >= 1
