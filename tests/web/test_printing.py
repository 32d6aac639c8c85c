"""Print and play in the browser: the form, its picture, and a PDF that is one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from sheets.pdf_reader import read_pdf

from web.visiting import HEIGHTS, LOOKED_AT_CLOSELY, LOOKS, Visitor

SEEN = "() => { const leaf = document.querySelector('.leaf img'); return leaf.complete && leaf.naturalWidth > 0; }"


def open_form(visitor: Visitor, game: str) -> None:
    visitor.open(f"/print/{game}", ".leaf img[src]")
    visitor.page.wait_for_function(SEEN, timeout=60_000)


@pytest.mark.parametrize(("language", "theme", "width"), LOOKS)
def test_the_form_fits_every_language_theme_and_width(
    language: str, theme: str, width: int, visit: Callable[..., Visitor]
) -> None:
    visitor = visit(width=width, height=HEIGHTS[width], language=language, theme=theme)
    open_form(visitor, "4eyes-plus-2p")
    assert visitor.overflow() <= 0
    assert "web." not in visitor.page.locator("body").inner_text()
    if (language, theme, width) in LOOKED_AT_CLOSELY:
        assert visitor.barriers() == []


def test_what_is_chosen_is_what_is_downloaded(visit: Callable[..., Visitor], tmp_path: Path) -> None:
    visitor = visit(language="en")
    page = visitor.open("/", ".card")
    page.get_by_role("navigation", name="Main menu").get_by_role("link", name="Print").click()
    page.wait_for_selector(".leaf img[src]")
    page.get_by_label("Game", exact=True).select_option("4eyes-plus-3p")
    page.get_by_role("radio", name="Letter").wait_for()
    page.get_by_text("Letter").click()
    page.get_by_text("Black and white").click()
    page.get_by_role("checkbox", name="Rules").uncheck()
    page.get_by_text("Page 1 of 6").wait_for()
    page.get_by_text("Short edge").click()
    with page.expect_download() as waited:
        page.get_by_role("link", name="Download PDF").click()
    waited.value.save_as(tmp_path / "set.pdf")
    sheets = read_pdf((tmp_path / "set.pdf").read_bytes())
    assert len(sheets) == 6
    assert sheets[0].width == pytest.approx(215.9, abs=0.01)
    assert "turned on the short edge" in sheets[0].text
    page.get_by_role("button", name="Next page").click()
    page.get_by_text("Page 2 of 6").wait_for()
    page.wait_for_function(SEEN)


def test_a_combined_set_is_chosen_where_pieces_serve_several_games(
    visit: Callable[..., Visitor], tmp_path: Path
) -> None:
    visitor = visit(language="en")
    open_form(visitor, "hexrows")
    page = visitor.page
    assert page.get_by_role("switch", name="Boards for every game").count() == 0
    open_form(visitor, "4eyes-plus-2p-7x7")
    page.get_by_text("One set of pieces serves: 4EYES+ for two · 4EYES+ for three").wait_for()
    page.get_by_role("checkbox", name="Rules").uncheck()
    page.get_by_role("switch", name="Boards for every game").check()
    page.get_by_text("Page 1 of 8").wait_for()
    with page.expect_download() as waited:
        page.get_by_role("link", name="Download PDF").click()
    waited.value.save_as(tmp_path / "set.pdf")
    sheets = read_pdf((tmp_path / "set.pdf").read_bytes())
    assert sum("· board" in sheet.text for sheet in sheets) == 2


def test_a_set_without_parts_is_refused_with_a_sentence(visit: Callable[..., Visitor]) -> None:
    visitor = visit(language="en")
    open_form(visitor, "4eyes-pencil-2p")
    page = visitor.page
    page.get_by_role("checkbox", name="Rules").uncheck()
    page.get_by_role("checkbox", name="Sheets to play on").uncheck()
    assert page.get_by_role("alert").get_by_text("Choose at least one part.").is_visible()
    assert page.get_by_text("Download PDF").get_attribute("href") is None
    page.get_by_role("checkbox", name="Puzzles").check()
    page.get_by_text("Page 1 of").wait_for()
    assert page.get_by_text("Choose at least one part.").count() == 0
    assert "parts=puzzles" in str(page.get_by_text("Download PDF").get_attribute("href"))


def test_a_game_is_printed_from_its_table(visit: Callable[..., Visitor], tmp_path: Path) -> None:
    visitor = visit(language="en")
    visitor.open_table("4eyes", {"kind": "me", "name": "Léa"}, {"kind": "device"})
    page = visitor.page
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as waited:
        page.get_by_role("link", name="Print this game").click()
    waited.value.save_as(tmp_path / "game.pdf")
    assert "Léa" in read_pdf((tmp_path / "game.pdf").read_bytes())[0].text
