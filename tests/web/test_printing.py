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
    page.get_by_label("Game").select_option("4eyes-plus-3p")
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


def test_a_game_is_printed_from_its_table(visit: Callable[..., Visitor], tmp_path: Path) -> None:
    visitor = visit(language="en")
    visitor.open_table("4eyes", {"kind": "me", "name": "Léa"}, {"kind": "device"})
    page = visitor.page
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as waited:
        page.get_by_role("link", name="Print this game").click()
    waited.value.save_as(tmp_path / "game.pdf")
    assert "Léa" in read_pdf((tmp_path / "game.pdf").read_bytes())[0].text
